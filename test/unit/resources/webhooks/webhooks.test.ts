import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { createResource } from '../../../../src/resources/create/createResource';
import { saveNewResource } from '../../../../src/resources/documents/saveNewResource';
import {
  disableWebhook,
  enableWebhook,
  pingWebhook,
  rotateSecret,
} from '../../../../src/resources/webhooks/changeWebhook';
import type { Answer } from '../../../fakes/client';
import { fakeRoom, MINE } from '../../../fakes/room';

const where = { connection: MINE.id, version: 'v1', kind: 'webhook' } as const;
const webhooks: ResourceRef = { ...where, name: '', collection: true };
const night: ResourceRef = { ...where, name: 'webhooks/night1' };
const SECRET = 'whsec_canary0123456789';
const NIGHT = {
  id: 'night1',
  name: 'Night shift',
  uri: 'https://hooks.example:8443/gemini?token=of-the-receiver',
  subscribed_events: ['batch.succeeded', 'interaction.completed'],
  state: 'enabled',
};

/** A service with one webhook, that answers as the emulator does. */
function service(): Answer {
  let hook: JsonObject = NIGHT;
  return ({ id, input }) => {
    const body = (input.body ?? {}) as JsonObject;
    switch (id) {
      case 'webhooks.list':
        return { webhooks: [hook] };
      case 'webhooks.create':
        return { id: 'made1', state: 'enabled', ...body, new_signing_secret: SECRET };
      case 'webhooks.update':
        hook = { ...hook, ...body };
        return hook;
      case 'webhooks.rotateSigningSecret':
        return { secret: SECRET };
      case 'webhooks.ping':
        return {};
      default:
        return hook;
    }
  };
}

/** Everything that flows left behind which a secret could be in. */
function traces(room: ReturnType<typeof fakeRoom>): string {
  const { store, told, opened, activity, log, prompts } = room;
  const asked = prompts.asked.filter(({ kind }) => kind !== 'confirm');
  return JSON.stringify([store.peek(webhooks), told, opened, activity.last, log, asked]);
}

describe('webhooks', () => {
  it('are made by a form, and their secret is shown once and kept nowhere', async () => {
    const answers = [
      'https://hooks.example/',
      'batch.succeeded\nbatch.failed',
      'Day shift',
      'Copy',
    ];
    const made = fakeRoom(service(), 'Fill in a form', ...answers);
    await made.store.list(webhooks);
    await createResource(made.room, [webhooks]);
    assert.deepEqual(made.clients.calls.at(-1)?.input, {
      body: {
        uri: 'https://hooks.example/',
        subscribed_events: ['batch.succeeded', 'batch.failed'],
        name: 'Day shift',
      },
    });
    const dialog = made.prompts.asked.at(-1);
    assert.match(dialog?.text ?? '', /^Signing secret for webhooks\/made1 whsec_canary.*/s);
    assert.deepEqual(made.system.copied, [SECRET]);
    assert.ok(made.store.find({ ...where, name: 'webhooks/made1' }));
    assert.doesNotMatch(traces(made), /whsec_|new_signing_secret/);
  });

  it('are made of a document, which never has the secret', async () => {
    const { room, store } = fakeRoom(service());
    await store.list(webhooks);
    const { id: _id, state: _state, ...fresh } = NIGHT;
    const parts = { ...room.services };
    const { ref, resource, secret } = await saveNewResource(parts, webhooks, JSON.stringify(fresh));
    assert.equal(ref.name, 'webhooks/made1');
    assert.equal(secret, SECRET);
    assert.ok(!('new_signing_secret' in resource));
    assert.ok(!JSON.stringify(store.peek(webhooks)).includes(SECRET));
  });

  it('are pinged, disabled and enabled', async () => {
    const { room, store, clients, told } = fakeRoom(service());
    await store.list(webhooks);
    await pingWebhook(room, [night]);
    assert.deepEqual(clients.calls.at(-1)?.input, { name: night.name, body: {} });
    assert.deepEqual(told, ['Sent a test event to Night shift']);
    await disableWebhook(room, [night]);
    const input = { name: night.name, update_mask: 'state', body: { state: 'disabled' } };
    assert.deepEqual(clients.calls.at(-1)?.input, input);
    assert.equal(store.find(night)?.state, 'disabled');
    await enableWebhook(room, [night]);
    assert.equal(store.find(night)?.state, 'enabled');
    await pingWebhook(room, [webhooks]);
    assert.equal(clients.calls.at(-1)?.id, 'webhooks.update');
  });

  for (const [answer, behavior] of [
    ['Keep Old Secret for 24 Hours', 'revoke_previous_secrets_after_h24'],
    ['Revoke Old Secret Now', 'revoke_previous_secrets_immediately'],
  ] as const) {
    it(`have another secret after a question: ${answer}`, async () => {
      const made = fakeRoom(service(), answer, undefined);
      await made.store.list(webhooks);
      await rotateSecret(made.room, [night]);
      const call = made.clients.calls.find(({ id }) => id === 'webhooks.rotateSigningSecret');
      assert.deepEqual(call?.input, {
        name: night.name,
        body: { revocation_behavior: behavior },
      });
      assert.match(made.prompts.asked.at(-1)?.text ?? '', /whsec_canary/);
      assert.deepEqual(made.system.copied, []);
      assert.doesNotMatch(traces(made), /whsec_/);
    });
  }
});
