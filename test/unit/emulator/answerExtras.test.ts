import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { Asking, usageOf } from './asking';
import { partsOf, user } from './contents';
import { ask, events, generate, json, textOf, useEmulator, type Generated } from './wire';

describe('emulator: what comes with answers', () => {
  const emulator = useEmulator();
  const asking = new Asking(emulator);
  it('tells probabilities of its tokens', async () => {
    const generationConfig = { responseLogprobs: true, logprobs: 3 };
    const { content, avgLogprobs, logprobsResult } = await asking.candidate('Hi', {
      generationConfig,
    });
    const { chosenCandidates = [], topCandidates = [] } = logprobsResult ?? {};
    const tokens = chosenCandidates.map(({ token }) => token).join('');
    assert.equal(tokens, content?.parts?.[0]?.text);
    assert.equal(topCandidates.length, chosenCandidates.length);
    let sum = 0;
    for (const [at, { candidates = [] }] of topCandidates.entries()) {
      assert.equal(candidates.length, 3);
      assert.deepEqual(candidates[0], chosenCandidates[at]);
      const likely = candidates.map(({ logProbability = 0 }) => logProbability);
      assert.deepEqual(
        likely,
        [...likely].sort((a, b) => b - a),
      );
      sum += likely[0] ?? 0;
    }
    assert.ok(Math.abs((avgLogprobs ?? 0) - sum / chosenCandidates.length) < 1e-6);
    assert.match(
      await asking.refusal({ generationConfig: { logprobs: 3 } }),
      /response_logprobs is true/,
    );
    assert.ok((await asking.candidate('Hi [[logprobs]]')).logprobsResult?.chosenCandidates);
  });

  it('thinks and signs on request; media are signed too', async () => {
    const parts = partsOf(await asking.answer('Hi [[think]] [[image]]'));
    assert.equal(parts[0]?.thought, true);
    assert.deepEqual(
      parts.map((part) => 'thoughtSignature' in part),
      [false, false, true, true],
    );
    assert.notEqual(parts[2]?.thoughtSignature, parts[3]?.thoughtSignature);
    const role = 'model';
    const contents = [user('Hi'), { role, parts }, user('And now?')] as JsonObject[];
    assert.match(textOf(await generate(emulator(), { contents })), /turn 2/);
    // Neither made up, nor that of another part.
    for (const thoughtSignature of ['QUFB', parts[3]?.thoughtSignature]) {
      const bad = parts.map((part) => (part.inlineData ? { ...part, thoughtSignature } : part));
      const spoiled = { contents: [user('Hi'), { role, parts: bad }, user('And now?')] };
      assert.equal(await asking.refusal(spoiled), 'Corrupted thought signature.');
    }
  });

  it('takes tokens from a cache', async () => {
    const cached = await asking.answer('Hi', { cachedContent: 'cachedContents/emulator-manual' });
    const usage = usageOf(cached);
    assert.equal(usage.cachedContentTokenCount, 512);
    assert.equal(usage.promptTokenCount, 513);
    assert.deepEqual(usage.cacheTokensDetails, [{ modality: 'TEXT', tokenCount: 512 }]);
    assert.equal(
      await asking.refusal({ cachedContent: 'cachedContents/x' }, 403),
      'CachedContent not found (or permission denied)',
    );
    const both = { cachedContent: 'cachedContents/emulator-manual', tools: [{ urlContext: {} }] };
    assert.match(await asking.refusal(both), /^CachedContent can not be used/);
    const some = usageOf(await asking.answer('One two three four five six [[cached:3]]'));
    assert.equal(some.cachedContentTokenCount, 3);
  });

  it('rates what is harmless, and leaves out or adds what old and odd models do', async () => {
    const path = '/v1beta/models/emulator-flash:streamGenerateContent?alt=sse';
    const stream = async (text: string): Promise<readonly Generated[]> =>
      events((await ask(emulator(), path, { body: { contents: [user(text)] } })).text);
    const rated = await stream('Hi [[ratings]]');
    assert.equal((rated[0]?.promptFeedback?.safetyRatings as unknown[]).length, 4);
    assert.equal(rated[1]?.promptFeedback, undefined);
    assert.ok(rated.every((event) => event.candidates?.[0]?.safetyRatings?.length === 4));
    assert.ok((await asking.answer('Hi [[ratings]]')).promptFeedback);
    assert.ok((await stream('Hi [[no-usage]]')).every((event) => !event.usageMetadata));
    const bare = await stream('Hi [[bare]]');
    assert.deepEqual(
      bare.slice(1, 6).map((event) => event.candidates),
      [
        undefined,
        [{}],
        [{ content: {} }],
        [{ content: { role: 'model' } }],
        [{ content: { parts: [{ text: '' }], role: 'model' } }],
      ],
    );
    assert.equal(bare.map(textOf).join(''), textOf(await asking.answer('Hi [[bare]]')));
    assert.equal((await asking.answer('Hi [[candidates:3]]')).candidates?.length, 3);
  });

  it('matches results of functions to their calls, and names to declarations', async () => {
    const call = { functionCall: { name: 'now' } };
    const result = { functionResponse: { name: 'now', response: {} } };
    const contents = [
      user('Use now'),
      { role: 'model', parts: [call, call] },
      { role: 'user', parts: [result] },
    ];
    assert.match(await asking.refusal({ contents }), /number of function response parts is equal/);
    const config = (functionCallingConfig: JsonObject): JsonObject => ({
      toolConfig: { functionCallingConfig },
    });
    assert.match(await asking.refusal(config({ mode: 'ANY' })), /without function_declarations/);
    assert.match(
      await asking.refusal(config({ mode: 'VALIDATED', allowedFunctionNames: ['nope'] })),
      /allowed_function_names: nope is not declared/,
    );
  });

  it('takes files that are there and active', async () => {
    const { files } = await json(emulator(), '/v1beta/files?pageSize=100');
    const all = files as { uri: string; state: string; mimeType: string }[];
    const using = (fileUri: string, mimeType = 'text/plain'): JsonObject => ({
      contents: [{ role: 'user', parts: [{ text: 'Hi' }, { fileData: { fileUri, mimeType } }] }],
    });
    const active = all.find(({ state }) => state === 'ACTIVE');
    const other = all.find(({ state }) => state !== 'ACTIVE');
    assert.ok(active && other);
    assert.ok(textOf(await generate(emulator(), using(active.uri))).includes(active.uri));
    assert.match(await asking.refusal(using(other.uri)), /is not in an ACTIVE state/);
    assert.match(
      await asking.refusal(using('files/none'), 403),
      /^You do not have permission to access the File none or it may not exist\.$/,
    );
  });
});
