import assert from 'node:assert/strict';
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import type { JsonObject } from '../../../../src/api/schema/row';
import { addressesOf, post } from '../../../../src/emulator/webhooks/post';
import { FakeClock } from '../../../fakes/clock';
import { ask, json, useEmulator } from '../wire';
import { Hooks } from './hooks';
import { useReceiver } from './receiver';

const HOUR = 3600 * 1000;

/** The head and the claims of a token, whose signature has to be right. */
function opened(token: string, keys: readonly JsonWebKey[]): readonly [JsonObject, JsonObject] {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const read = (text: string): JsonObject =>
    JSON.parse(Buffer.from(text, 'base64url').toString()) as JsonObject;
  const found = keys.find(({ kid }) => kid === read(head).kid);
  assert.ok(found);
  const key = createPublicKey({ key: found, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    key,
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isRight);
  return [read(head), read(claims)];
}

describe('emulator: addresses that one request names', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock, seed: 'empty' });
  const hooks = new Hooks(emulator);
  const receiver = useReceiver();

  it('are told in place of the webhooks, with the metadata, signed with the key of the service', async () => {
    await hooks.create(receiver.uri, ['interaction.completed']);
    const webhook_config = { uris: [receiver.uri], user_metadata: { berth: 7 } };
    const asked = { model: 'emulator-flash', input: 'Hi', background: true };
    const { id } = await json(emulator(), '/v1/interactions', { ...asked, webhook_config });
    clock.advance(HOUR);
    await hooks.delivery(({ state }) => state === 'sent');
    const [{ headers, body } = { headers: {}, body: '' }, ...others] = receiver.received;
    assert.deepEqual(others, []);
    const { type, data } = JSON.parse(body) as JsonObject;
    assert.equal(type, 'interaction.completed');
    assert.deepEqual(data, { id, user_metadata: { berth: 7 } });
    // Receivers ask for the keys without any credential.
    const answer = await ask(emulator(), '/.well-known/jwks.json', { anonymous: true });
    const { keys } = JSON.parse(answer.text) as { readonly keys: readonly JsonWebKey[] };
    assert.ok(keys.every((key) => !('d' in key) && !('p' in key)));
    const [head, claims] = opened(String(headers['webhook-signature']), keys);
    assert.deepEqual([head.alg, head.typ], ['RS256', 'JWT']);
    assert.deepEqual(claims, {
      iss: emulator().baseUrl,
      aud: receiver.uri,
      iat: Math.floor(clock.now() / 1000),
      exp: Math.floor(clock.now() / 1000) + 300,
      jti: headers['webhook-id'],
      body_sha256: createHash('sha256').update(body).digest('base64url'),
    });
  });
});

describe('emulator: where messages of webhooks go', () => {
  const receiver = useReceiver();
  const { signal } = new AbortController();
  const mail = { headers: {}, body: '{}' };

  it('is this machine, by its addresses and by its name', () => {
    assert.deepEqual(addressesOf('http://127.0.0.1:8080/a'), ['127.0.0.1']);
    assert.deepEqual(addressesOf('http://127.1/'), ['127.0.0.1']);
    assert.deepEqual(addressesOf('https://[::1]:8080/a'), ['::1']);
    assert.deepEqual(addressesOf('http://localhost:1/'), ['127.0.0.1', '::1']);
    for (const elsewhere of [
      'https://hooks.example/',
      'http://10.0.0.1/',
      'http://127.0.0.1.example/',
      'http://169.254.169.254/',
      'file:///etc/passwd',
    ]) {
      assert.deepEqual(addressesOf(elsewhere), [], elsewhere);
      assert.equal(receiver.received.length, 0);
    }
  });

  it('is told by name, and never with a message of its own', async () => {
    const uri = receiver.uri.replace('127.0.0.1', 'localhost');
    assert.deepEqual(await post({ uri, ...mail }, signal), { status: 200 });
    assert.match(String(receiver.received[0]?.headers.host), /^localhost:/);
    const elsewhere = await post({ uri: 'https://hooks.example/', ...mail }, signal);
    assert.equal(elsewhere.problem, 'The URL isn’t on this machine.');
  });
});
