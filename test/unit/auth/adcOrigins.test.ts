import assert from 'node:assert/strict';
import { adcOriginsOf } from '../../fakes/adcOrigins';
import { FakeMemento } from '../../fakes/memento';
import { FakePrompts } from '../../fakes/prompts';

const ELSEWHERE = 'https://gateway.example:8443';
const YES = 'Send to gateway.example:8443';

describe('where application default credentials go', () => {
  it('is Google without a question, and only over TLS', async () => {
    const prompts = new FakePrompts(undefined, undefined);
    const origins = adcOriginsOf(prompts);
    assert.equal(await origins.mayGet('https://generativelanguage.googleapis.com'), true);
    assert.deepEqual(prompts.asked, []);
    assert.equal(await origins.mayGet('http://x.googleapis.com'), false);
    assert.equal(await origins.mayGet('https://x.googleapis.com.evil.example'), false);
  });

  it('is elsewhere after a question that names the host, asked once for many and for good', async () => {
    const prompts = new FakePrompts(YES);
    const state = new FakeMemento();
    const origins = adcOriginsOf(prompts, state);
    const answers = await Promise.all([1, 2, 3].map(() => origins.mayGet(ELSEWHERE)));
    assert.deepEqual(answers, [true, true, true]);
    assert.match(
      prompts.asked[0]?.text ?? '',
      /The operator of gateway\.example:8443 can act as this account until the token expires\./,
    );
    assert.equal(await adcOriginsOf(prompts, state).mayGet(ELSEWHERE), true);
    assert.equal(prompts.asked.length, 1);
  });
});
