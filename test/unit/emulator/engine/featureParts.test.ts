import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import type { Message } from '../../../../src/api/schema/infer';
import type { JsonObject } from '../../../../src/api/schema/row';
import { Asking, partsOf, usageOf, user } from '../asking';
import { generate, json, textOf, useEmulator } from '../wire';

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

type Candidate = Message<'Candidate'>;

describe('emulator: code execution', () => {
  const emulator = useEmulator();
  const older = useEmulator({ profile: '2024' });
  const asking = new Asking(emulator);
  const tools = [{ codeExecution: {} }];
  const run = async (text: string, extra: JsonObject = { tools }): Promise<readonly JsonObject[]> =>
    partsOf(await asking.answer(text, extra));

  it('writes a program, its result and then the answer, in this order', async () => {
    const [code, result, text, ...rest] = await run('What is (2 + 3) * 4 - 6 / 3?');
    assert.deepEqual(code, {
      executableCode: { language: 'PYTHON', code: 'print((2 + 3) * 4 - 6 / 3)\n' },
    });
    assert.deepEqual(result, {
      codeExecutionResult: { outcome: 'OUTCOME_OK', output: '18.0\n' },
    });
    assert.equal(typeof text?.text, 'string');
    assert.deepEqual(rest, []);
  });

  it('prints what Python would', async () => {
    for (const [prompt, output] of [
      ['Calculate -(2 - 5) + 1', '4\n'],
      ['Calculate 0.1 + 0.2', '0.30000000000000004\n'],
      ['How many words are here, please?', '6\n'],
    ] as const) {
      const [, result] = await run(prompt);
      assert.equal((result?.codeExecutionResult as JsonObject).output, output);
    }
  });

  it('runs nothing where nothing is asked, without the tool, or in v1 of 2024', async () => {
    assert.deepEqual(Object.keys((await run('Hello there'))[0] ?? {}), ['text']);
    assert.deepEqual(Object.keys((await run('Calculate 1 + 1', {}))[0] ?? {}), ['text']);
    const body = { contents: [user('[[code]] [[think]] [[ground:maps]]')] };
    const old = await generate(older(), body, 'emulator-flash', 'v1');
    assert.deepEqual(Object.keys(partsOf(old)[0] ?? {}), ['text']);
    assert.equal((old.candidates?.[0] as Candidate).groundingMetadata, undefined);
  });
});

describe('emulator: pictures and sound', () => {
  const emulator = useEmulator();
  const asking = new Asking(emulator);
  it('draws a valid PNG, the same for the same request', async () => {
    const generationConfig = { responseModalities: ['IMAGE'] };
    const first = await asking.answer('A red kite', { generationConfig });
    const [image, ...rest] = partsOf(first);
    assert.deepEqual(rest, []);
    assert.deepEqual(size(png(image)), [256, 256]);
    assert.deepEqual(first.candidates?.[0]?.finishReason, 'STOP');
    assert.deepEqual(usageOf(first).candidatesTokensDetails, [
      { modality: 'IMAGE', tokenCount: 1290 },
    ]);
    assert.deepEqual(partsOf(await asking.answer('A red kite', { generationConfig }))[0], image);
    assert.notDeepEqual(
      partsOf(await asking.answer('A blue kite', { generationConfig }))[0],
      image,
    );
  });
});

/** The bytes of a picture, whose chunks and pixels must all be there. */
function png(part: JsonObject | undefined): Buffer {
  const { mimeType, data } = part?.inlineData as { mimeType: string; data: string };
  assert.equal(mimeType, 'image/png');
  const bytes = Buffer.from(data, 'base64');
  assert.equal(bytes.subarray(0, 8).toString('hex'), '89504e470d0a1a0a');
  assert.equal(bytes.subarray(-8, -4).toString('latin1'), 'IEND');
  const length = bytes.readUInt32BE(33);
  assert.equal(bytes.subarray(37, 41).toString('latin1'), 'IDAT');
  const [width, height] = size(bytes);
  const pixels = inflateSync(bytes.subarray(41, 41 + length));
  assert.equal(pixels.length, height * (width * 3 + 1));
  return bytes;
}

function size(bytes: Buffer): readonly [number, number] {
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

const NON_ASCII = /[^\p{ASCII}]/u;

describe('emulator: grounding and citations', () => {
  const emulator = useEmulator();
  const asking = new Asking(emulator);
  const grounds: readonly (readonly [string, JsonObject, string])[] = [
    ['Who was 漢 and Grüße?', { tools: [{ googleSearch: {} }] }, 'web'],
    ['Cafés “near” me', { tools: [{ googleMaps: { enableWidget: true } }] }, 'maps'],
    ['What do my files say?', { tools: [fileSearch()] }, 'retrievedContext'],
  ];
  for (const [prompt, extra, kind] of grounds) {
    it(`has bytes of the text that it supports: ${prompt}`, async () => {
      const { content, groundingMetadata = {} } = await asking.candidate(prompt, extra);
      const bytes = Buffer.from(content?.parts?.[0]?.text ?? '');
      const { groundingSupports = [], groundingChunks = [] } = groundingMetadata;
      assert.ok(groundingChunks.length > 0);
      for (const chunk of groundingChunks) assert.deepEqual(Object.keys(chunk), [kind]);
      assert.ok(groundingSupports.some(({ segment }) => NON_ASCII.test(segment?.text ?? '')));
      for (const { segment = {}, groundingChunkIndices = [], ...rest } of groundingSupports) {
        const { startIndex = 0, endIndex = 0, text } = segment;
        assert.equal(bytes.subarray(startIndex, endIndex).toString(), text);
        assert.equal(rest.confidenceScores?.length, groundingChunkIndices.length);
        for (const index of groundingChunkIndices) assert.ok(groundingChunks[index]);
      }
    });
  }
});

function fileSearch(): JsonObject {
  return { fileSearch: { retrievalResources: [{ ragStoreName: 'fileSearchStores/notes' }] } };
}
