import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { FakeClock } from '../../../fakes/clock';
import { user } from '../asking';
import { json, useEmulator } from '../wire';

const MODEL = 'models/gemini-3.8-flash';
// About 5,000 tokens, of which the model caches 4,096 and more.
const LOG = user('The tide comes, and the tide goes. '.repeat(600));

interface Usage {
  readonly promptTokenCount: number;
  readonly cachedContentTokenCount?: number;
  readonly cacheTokensDetails?: readonly JsonObject[];
}

describe('emulator: what is cached without being asked for', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });
  const generate = async (contents: readonly JsonObject[], model = MODEL, more = {}) => {
    const body = { contents: [...contents], ...more };
    const answer = await json(emulator(), `/v1beta/${model}:generateContent`, body);
    return answer.usageMetadata as unknown as Usage;
  };
  afterEach(() => clock.advance(3_600_000));

  it('is the beginning that two prompts have in common', async () => {
    const first = await generate([LOG, user('When is high tide?')]);
    assert.equal(first.cachedContentTokenCount, undefined);
    const second = await generate([LOG, user('And low tide?')]);
    const cached = second.cachedContentTokenCount ?? 0;
    assert.ok(cached >= 4096 && cached < second.promptTokenCount, String(cached));
    assert.deepEqual(second.cacheTokensDetails, [{ modality: 'TEXT', tokenCount: cached }]);
    // The same again is the same, and goes on for longer.
    assert.deepEqual(await generate([LOG, user('And low tide?')]), second);
  });
});
