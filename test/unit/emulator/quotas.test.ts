import assert from 'node:assert/strict';
import { decodeErrorBody } from '../../../src/api/errors/decode';
import { nonRetryableReason } from '../../../src/api/retryPolicy';
import type { JsonObject } from '../../../src/api/schema/row';
import { user } from './asking';
import { ask, control, errorOf, useEmulator } from './wire';

const BODY = { contents: [user('Say hello.')] };
const NOON = Date.UTC(2026, 10, 22, 12);

describe('emulator: quotas', () => {
  const emulator = useEmulator({ fixedTime: NOON, quotas: { perMinute: 2 } });
  const call = (model = 'gemini-3.8-flash', method = 'generateContent', body: JsonObject = BODY) =>
    ask(emulator(), `/v1beta/models/${model}:${method}`, { body });
  const statuses = async (count: number, ...sent: Parameters<typeof call>): Promise<number[]> => {
    const found: number[] = [];
    for (let done = 0; done < count; done += 1) found.push((await call(...sent)).status);
    return found;
  };
  const advance = (advanceSeconds: number) =>
    control(emulator(), 'POST', 'clock', { advanceSeconds });

  beforeEach(() => control(emulator(), 'POST', 'quotas', { perMinute: 2 }));

  it('of a minute are whole again a minute after its first call, for each model by itself', async () => {
    assert.deepEqual(await statuses(2), [200, 200]);
    await advance(20);
    const refused = await call();
    assert.equal(refused.status, 429);
    const { message, status, details = [] } = errorOf(refused);
    assert.equal(status, 'RESOURCE_EXHAUSTED');
    assert.match(
      message,
      /^You exceeded your current quota, .*limit: 2, model: gemini-3\.8-flash\n/s,
    );
    assert.match(message, /Please retry in 40s\.$/);
    assert.equal(details[2]?.retryDelay, '40s');
    assert.equal((await call('gemini-3.6-flash', 'streamGenerateContent')).status, 200);
    assert.equal((await call('gemini-3.8-flash', 'countTokens')).status, 200);
    await advance(40);
    assert.equal((await call()).status, 200);
  });

  it('of a day end at midnight in California, and no wait helps', async () => {
    await control(emulator(), 'POST', 'quotas', { perDay: 1 });
    assert.deepEqual(await statuses(2), [200, 429]);
    const refused = await call();
    const failure = decodeErrorBody(429, refused.text);
    assert.match(nonRetryableReason(failure, NOON) ?? '', /daily quota is used up/);
    await control(emulator(), 'POST', 'clock', { set: '2026-11-23T07:59:59Z' });
    assert.equal((await call()).status, 429);
    await advance(1);
    assert.equal((await call()).status, 200);
  });

  it('count interactions of a model and of an agent too, and tell it as these do', async () => {
    const interact = async (asked: JsonObject) =>
      await ask(emulator(), '/v1/interactions', { body: { input: 'Hello', ...asked } });
    assert.equal((await interact({ model: 'gemini-3.8-flash' })).status, 200);
    assert.equal((await call()).status, 200);
    const refused = await interact({ model: 'models/gemini-3.8-flash' });
    assert.equal(refused.status, 429);
    assert.match(refused.text, /"rate_limit_exceeded"/);
    const agent = { agent: 'deep-research-preview-04-2026', background: true };
    assert.equal((await interact(agent)).status, 200);
    await control(emulator(), 'POST', 'quotas', { perDay: 1, tokensPerMinute: 50 });
    assert.equal((await interact({ model: 'gemini-3.8-flash' })).status, 200);
    const tomorrow = await interact({ model: 'gemini-3.8-flash' });
    assert.match(tomorrow.text, /"quota_exceeded"/);
    const long = { model: 'gemini-3.6-flash', input: 'kite '.repeat(90) };
    assert.match((await interact(long)).text, /input_token_count/);
  });
});

describe('emulator: faults of keys and billing', () => {
  const emulator = useEmulator();
  const kinds = [
    ['leaked-key', {}, 403, 'blockedKey', /reported as leaked/],
    ['blocked-key', {}, 403, 'blockedKey', /method google\.ai\.\S+GenerateContent are blocked/],
    ['blocked-key', { reason: 'API_KEY_IP_ADDRESS_BLOCKED' }, 403, 'blockedKey', /IP address/],
    ['refused-token', {}, 401, 'unauthenticated', /invalid authentication credentials/],
    ['credits', {}, 429, 'credits', /prepayment credits are depleted/],
    ['closed-model', {}, 404, 'modelNotFound', /no longer available to new users/],
    ['quota', { limit: 0 }, 429, 'quota', /limit: 0, model/],
  ] as const;

  for (const [kind, fields, status, reason, words] of kinds) {
    it(`${kind} ${JSON.stringify(fields)} is an error that no wait helps against`, async () => {
      await control(emulator(), 'POST', 'faults', { kind, ...fields });
      const path = '/v1beta/models/emulator-flash:generateContent';
      const answer = await ask(emulator(), path, { body: BODY });
      assert.equal(answer.status, status);
      const failure = decodeErrorBody(status, answer.text);
      assert.equal(failure.reason, reason);
      assert.match(failure.message, words);
      if (status === 429) assert.ok(nonRetryableReason(failure, NOON));
    });
  }
});
