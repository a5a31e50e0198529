import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import type { Message } from '../../../../src/api/schema/infer';
import type { JsonObject } from '../../../../src/api/schema/row';
import { Asking, assertAddsUp, partsOf, usageOf, user } from '../asking';
import { ask, events, generate, type Generated, json, textOf, useEmulator } from '../wire';

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
      assert.ok(likely.reduce((all, one) => all + Math.exp(one), 0) <= 1);
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

  it('takes what stands in for a signature that a client does not have', async () => {
    const functionCall = { name: 'now' };
    const result = { functionResponse: { name: 'now', response: {} } };
    const standIn = 'skip_thought_signature_validator';
    for (const thoughtSignature of [
      standIn,
      Buffer.from(standIn).toString('base64'),
      'context_engineering_is_the_way_to_go',
    ]) {
      const contents = [
        user('Use now'),
        { role: 'model', parts: [{ functionCall, thoughtSignature }] },
        { role: 'user', parts: [result] },
      ];
      const tools = [{ functionDeclarations: [functionCall] }];
      await generate(emulator(), { contents, tools } as JsonObject, 'gemini-3.8-flash');
    }
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

  it('fails as programs do', async () => {
    const outcome = async (text: string): Promise<unknown> =>
      ((await run(text, {}))[1]?.codeExecutionResult as JsonObject).outcome;
    const [, divided] = await run('What is 1 / 0?');
    assert.match(
      (divided?.codeExecutionResult as { output: string }).output,
      /ZeroDivisionError: division by zero\n$/,
    );
    assert.equal(await outcome('[[code:fail]]'), 'OUTCOME_FAILED');
    assert.equal(await outcome('[[code:timeout]]'), 'OUTCOME_DEADLINE_EXCEEDED');
    assert.equal(await outcome('[[code]]'), 'OUTCOME_OK');
  });

  it('plots a picture on request, and counts what the tool gave back', async () => {
    for (const [text, extra] of [
      ['Plot the lengths of these words', { tools }],
      ['Hello [[code:plot]]', {}],
    ] as const) {
      const plotted = await asking.answer(text, extra);
      const [, , image] = partsOf(plotted);
      assert.deepEqual(size(png(image)), [320, 200]);
      assert.ok((usageOf(plotted).toolUsePromptTokenCount ?? 0) > 0);
      assertAddsUp(usageOf(plotted));
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

  it('takes aspect ratios, text beside it, and sizes', async () => {
    const wide = { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '16:9' } };
    const parts = partsOf(await asking.answer('A kite', { generationConfig: wide }));
    assert.deepEqual(
      parts.map((part) => Object.keys(part)[0]),
      ['text', 'inlineData'],
    );
    const [width, height] = size(png(parts[1]));
    assert.ok(Math.abs(width / height - 16 / 9) < 0.02);
    assert.match(
      await asking.refusal({ generationConfig: { imageConfig: { aspectRatio: '5:1' } } }),
      /image_config\.aspect_ratio: must be one of 1:1, /,
    );
    const large = partsOf(await asking.answer('[[image:1200]]')).at(-1);
    assert.deepEqual(size(png(large)), [1200, 1200]);
    assert.ok((large?.inlineData as { data: string }).data.length > 5_000_000);
  });

  it('hums raw samples of 24 kHz', async () => {
    const generationConfig = { responseModalities: ['AUDIO'] };
    const spoken = await asking.answer('Say this aloud, please: the kite flies.', {
      generationConfig,
    });
    const [audio, ...rest] = partsOf(spoken);
    assert.deepEqual(rest, []);
    const { mimeType, data } = audio?.inlineData as { mimeType: string; data: string };
    assert.equal(mimeType, 'audio/L16;codec=pcm;rate=24000');
    const bytes = Buffer.from(data, 'base64');
    const seconds = bytes.length / 2 / 24_000;
    assert.ok(seconds > 2 && seconds < 4, String(seconds));
    const samples = Array.from({ length: bytes.length / 2 }, (_unused, at) =>
      bytes.readInt16LE(at * 2),
    );
    assert.ok(samples.some((sample) => Math.abs(sample) > 4000));
    // Without clicks: no sample is far from the one before it.
    const jumps = samples.map((sample, at) => Math.abs(sample - (samples[at - 1] ?? 0)));
    assert.ok(Math.max(...jumps) < 1500);
    assert.equal(usageOf(spoken).candidatesTokensDetails?.[0]?.modality, 'AUDIO');
    const timed = partsOf(await asking.answer('[[audio:2]]')).at(-1);
    const two = Buffer.from((timed?.inlineData as { data: string }).data, 'base64');
    assert.equal(two.length, 2 * 2 * 24_000);
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
