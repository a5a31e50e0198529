import assert from 'node:assert/strict';
import { fits } from '../support/answers.mjs';
import { listAndDelete } from '../support/methods.mjs';

/** @typedef {import('../support/methods.mjs').Given} Given */
/** @typedef {import('../support/methods.mjs').Calls} Calls */

/** Asked again, the SDK would wait for seconds. */
const ONCE = { retries: { strategy: 'none' } };
/** Nothing answers there: what is sent to it fails. */
const URI = 'https://hooks.example/gemini';

/** @param {Given} given */
const webhook = ({ ai }) =>
  ai.webhooks.create({
    name: 'Night shift',
    uri: URI,
    subscribed_events: ['batch.succeeded', 'interaction.completed'],
  });

/** Webhooks. @type {Calls} */
export const webhookCalls = {
  ...listAndDelete('webhooks', webhook, fits),
  'webhooks.create': async (given) => {
    const made = await fits('webhooks.create', await webhook(given));
    assert.match(made.new_signing_secret, /^whsec_/);
    assert.equal(made.state, 'enabled');
  },
  'webhooks.get': async (given) => {
    const { id, new_signing_secret: secret } = await webhook(given);
    const got = await fits('webhooks.get', await given.ai.webhooks.get(id));
    assert.equal(got.uri, URI);
    assert.ok(!JSON.stringify(got).includes(secret));
  },
  'webhooks.update': async (given) => {
    const { id } = await webhook(given);
    const change = { name: 'Day shift', state: 'disabled', update_mask: 'name,state' };
    const told = await fits('webhooks.update', await given.ai.webhooks.update(id, change));
    assert.deepEqual([told.name, told.state, told.uri], ['Day shift', 'disabled', URI]);
  },
  'webhooks.ping': async (given) => {
    const { id } = await webhook(given);
    await fits('webhooks.ping', await given.ai.webhooks.ping(id));
  },
  'webhooks.rotateSigningSecret': async (given) => {
    const { id, new_signing_secret: before } = await webhook(given);
    const { webhooks } = given.ai;
    const revocation_behavior = 'revoke_previous_secrets_after_h24';
    const told = await fits(
      'webhooks.rotateSigningSecret',
      await webhooks.rotateSigningSecret(id, { revocation_behavior }),
    );
    assert.match(told.secret, /^whsec_/);
    assert.notEqual(told.secret, before);
    assert.equal((await webhooks.get(id)).signing_secrets.length, 2);
  },
};

const TOKEN = 'token-of-the-harbour';

/** @param {Given} given */
const credential = ({ ai }) =>
  ai.credentials.create({
    type: 'bearer_token',
    id: `harbour-${Math.random().toString(36).slice(2)}`,
    token: TOKEN,
    header_name: 'X-Harbour',
    prefix: '',
  });

/** Credentials. @type {Calls} */
export const credentialCalls = {
  ...listAndDelete('credentials', credential, fits),
  'credentials.create': async (given) => {
    const made = await fits('credentials.create', await credential(given));
    assert.deepEqual([made.type, made.status], ['bearer_token', 'active']);
    const again = { type: 'bearer_token', id: made.id, token: TOKEN };
    await assert.rejects(given.ai.credentials.create(again, ONCE), { status: 409 });
  },
  'credentials.get': async (given) => {
    const { id } = await credential(given);
    const got = await fits('credentials.get', await given.ai.credentials.get(id));
    assert.ok(!JSON.stringify(got).includes(TOKEN));
  },
  'credentials.update': async (given) => {
    const { id, type } = await credential(given);
    const change = { type, token: 'another', update_mask: 'token' };
    const told = await fits('credentials.update', await given.ai.credentials.update(id, change));
    assert.equal(told.id, id);
  },
};

/** @param {Given} given */
const voice = ({ ai }) =>
  ai.voices.create({
    store: true,
    voice: {
      type: 'prompted',
      display_name: 'Lotse',
      language_code: 'de-DE',
      pitch: 'low',
      prompted: { input: 'A calm pilot, close to the microphone.' },
    },
  });

/** Voices. @type {Calls} */
export const voiceCalls = {
  ...listAndDelete('voices', voice, fits),
  'voices.create': async (given) => {
    const made = await fits('voices.create', await voice(given));
    assert.match(made.id, /^voice_/);
    const audio = { mime_type: 'audio/wav', data: 'UklGRg==' };
    const copied = await given.ai.voices.create({
      voice: { type: 'replicated', replicated: { source_audio: audio, consent_audio: audio } },
    });
    assert.match((await fits('voices.create', copied)).key, /^voicekey_/);
  },
  'voices.get': async (given) => {
    const { id } = await voice(given);
    const got = await fits('voices.get', await given.ai.voices.get(id));
    assert.equal(got.sample_audio.mime_type, 'audio/wav');
  },
  'voices.list': async (given) => {
    const { id } = await voice(given);
    const asked = { type: ['prompted', 'replicated'], language_code: ['de-DE'], search: 'lots' };
    const found = await given.ai.voices.list({ ...asked, page_size: 1000 });
    const { voices } = await fits('voices.list', found);
    assert.ok(voices.some((/** @type {any} */ one) => one.id === id));
    const { voices: all } = await fits('voices.list', await given.ai.voices.list());
    assert.ok(all.some((/** @type {any} */ one) => one.type === 'prebuilt'));
  },
};
