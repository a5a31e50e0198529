import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import type { JsonObject } from '../../../src/api/schema/row';
import { Asking, assertAddsUp, usageOf } from './asking';
import { partsOf, user } from './contents';
import { generate, useEmulator } from './wire';
import type { Message } from '../../../src/api/schema/infer';

type Candidate = Message<'Candidate'>;

describe('emulator: code execution', () => {
  const emulator = useEmulator();
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

  const sums: readonly (readonly [string, string])[] = [
    ['Calculate 12 * 12.', '144\n'],
    ['Calculate -(2 - 5) + 1', '4\n'],
    ['Calculate 0.1 + 0.2', '0.30000000000000004\n'],
    ['Calculate 7/2', '3.5\n'],
    ['How many words are here, please?', '6\n'],
    ['Run something on 2026-11-21', '1994\n'],
  ];
  for (const [prompt, output] of sums) {
    it(`prints what Python would: ${prompt}`, async () => {
      const [, result] = await run(prompt);
      assert.equal((result?.codeExecutionResult as JsonObject).output, output);
    });
  }

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

  it('runs nothing where nothing is asked, without the tool, or in v1', async () => {
    assert.deepEqual(Object.keys((await run('Hello there'))[0] ?? {}), ['text']);
    assert.deepEqual(Object.keys((await run('Calculate 1 + 1', {}))[0] ?? {}), ['text']);
    const body = { contents: [user('[[code]] [[think]] [[ground:maps]]')] };
    const old = await generate(emulator(), body, 'emulator-flash', 'v1');
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

  it('leaves out what there is no room for', async () => {
    const generationConfig = { responseModalities: ['IMAGE'], maxOutputTokens: 100 };
    const cut = await asking.candidate('A kite', { generationConfig });
    assert.equal(cut.finishReason, 'MAX_TOKENS');
    assert.deepEqual(cut.content?.parts, [{ text: '' }]);
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
