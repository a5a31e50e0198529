import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { Asking, partsOf, user } from '../asking';
import { ask, errorOf, type Generated, textOf, useEmulator } from '../wire';

const GENERATE = ':generateContent';

describe('emulator: generateContent as it is today', () => {
  const emulator = useEmulator();
  const asking = new Asking(emulator);

  async function generated(model: string, body: JsonObject, version = 'v1beta') {
    const path = `/${version}/models/${model}${GENERATE}`;
    return await ask(emulator(), path, { body: { contents: [user('Hi')], ...body } });
  }
  async function refusal(model: string, thinkingConfig: JsonObject): Promise<string> {
    const got = await generated(model, { generationConfig: { thinkingConfig } });
    assert.equal(got.status, 400, got.text);
    return errorOf(got).message;
  }

  it('thinks by level or by budget, and refuses both together', async () => {
    const both = { thinkingLevel: 'LOW', thinkingBudget: 100 };
    assert.match(await refusal('emulator-pro', both), /^Only one of thinking_budget/);
    assert.match(await refusal('gemini-3.8-flash', { thinkingLevel: 'XHIGH' }), /Use LOW, MEDIUM/);
    assert.match(await refusal('gemini-3.8-flash', { thinkingBudget: 100 }), /^thinking_budget is/);
    assert.match(
      await refusal('gemini-2.5-flash-lite', { thinkingBudget: 5 }),
      /between 512 and 24576/,
    );
    for (const [model, thinkingConfig] of [
      ['gemini-3.8-flash', { thinkingLevel: 'LOW' }],
      ['gemini-4-hydrogen', { thinkingLevel: 'XHIGH' }],
      ['gemini-2.5-flash-lite', { thinkingBudget: 0 }],
    ] as const) {
      const { status, text } = await generated(model, { generationConfig: { thinkingConfig } });
      assert.equal(status, 200, text);
    }
    const thoughts = async (thinkingLevel: string): Promise<number> => {
      const generationConfig = { thinkingConfig: { thinkingLevel } };
      const { text } = await generated('emulator-pro', { generationConfig });
      const got = JSON.parse(text) as Generated;
      return got.usageMetadata?.thoughtsTokenCount ?? 0;
    };
    assert.equal(await thoughts('MINIMAL'), 0);
    assert.ok((await thoughts('HIGH')) > 0);
  });

  it('refuses what Gemini 4 refuses, and passes over its sampling', async () => {
    const status = async (generationConfig: JsonObject): Promise<number> =>
      (await generated('gemini-4-neon', { generationConfig })).status;
    assert.equal(await status({ temperature: 0.5, topP: 0.9, topK: 3, candidateCount: 1 }), 200);
    assert.equal(await status({ thinkingConfig: { thinkingLevel: 'XHIGH' } }), 200);
    for (const refused of [
      { presencePenalty: 0.5 },
      { frequencyPenalty: 0.5 },
      { candidateCount: 2 },
      { thinkingConfig: { thinkingBudget: 100 } },
      { thinkingConfig: { thinkingLevel: 'MINIMAL' } },
    ]) {
      assert.equal(await status(refused), 400, JSON.stringify(refused));
    }
    const cached = { model: 'models/gemini-4-neon', contents: [user('tide '.repeat(6000))] };
    assert.equal((await ask(emulator(), '/v1beta/cachedContents', { body: cached })).status, 404);
  });

  it('shows the tools of the service as parts where that is asked for, and takes them back', async () => {
    const tools = [{ googleSearch: {} }, { urlContext: {} }];
    const toolConfig = { includeServerSideToolInvocations: true };
    const text = 'Compare https://example.com/kites';
    const parts = partsOf(await asking.answer(text, { tools, toolConfig }));
    const kinds = parts.map((part) => Object.keys(part)[0]);
    assert.deepEqual(kinds.slice(0, 5), [
      'toolCall',
      'toolResponse',
      'toolCall',
      'toolResponse',
      'text',
    ]);
    const contents = [user(text), { role: 'model', parts }, user('And now?')] as JsonObject[];
    const again = await asking.answer('', { contents, tools, toolConfig });
    assert.match(textOf(again), /turn 2/);
    const quiet = partsOf(await asking.answer(text, { tools }));
    assert.ok(quiet.every((part) => part.toolCall === undefined));
  });

  it('gives an answer the form that responseFormat asks for', async () => {
    const schema = { type: 'object', properties: { height: { type: 'integer' } } };
    const text = { mimeType: 'APPLICATION_JSON', schema };
    const answer = await asking.answer('Hi', { generationConfig: { responseFormat: { text } } });
    assert.deepEqual(JSON.parse(textOf(answer)), { height: 1 });
    const twice = { responseFormat: { text }, responseJsonSchema: schema };
    assert.match(await asking.refusal({ generationConfig: twice }), /only one of response_format/);
    const image = {
      aspectRatio: 'ASPECT_RATIO_TWENTY_ONE_BY_NINE',
      imageSize: 'IMAGE_SIZE_FIVE_TWELVE',
    };
    const drawn = await asking.answer('A kite', {
      generationConfig: { responseModalities: ['IMAGE'], responseFormat: { image } },
    });
    const { inlineData } = partsOf(drawn)[0] as { inlineData: { data: string } };
    const png = Buffer.from(inlineData.data, 'base64');
    const [across, down] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    assert.ok(Math.abs(across / down - 21 / 9) < 0.02);
    assert.ok(Math.abs(across * down - 512 * 512) < 2000);
    const spoken = await asking.answer('A kite', {
      generationConfig: {
        responseModalities: ['AUDIO'],
        responseFormat: { audio: { mimeType: 'AUDIO_WAV' } },
      },
    });
    const sound = partsOf(spoken)[0] as { inlineData: { mimeType: string; data: string } };
    const wav = Buffer.from(sound.inlineData.data, 'base64');
    assert.equal(sound.inlineData.mimeType, 'audio/wav');
    assert.equal(wav.toString('latin1', 0, 4), 'RIFF');
    assert.equal(wav.readUInt32LE(4), wav.length - 8);
  });

  it('continues an answer with its token', async () => {
    const whole = textOf(await asking.answer('Tell me a story.'));
    const text = 'Tell me a story. [[continuation]]';
    const first = await asking.candidate(text);
    assert.equal(first.finishReason, 'CONTINUATION');
    const { continuationToken = '' } = first;
    const rest = await asking.answer(text, { continuationToken });
    assert.ok((rest.usageMetadata?.initialPromptTokenCount ?? 0) > 0);
    assert.equal(rest.candidates?.[0]?.finishReason, 'STOP');
    const joined = `${first.content?.parts?.[0]?.text ?? ''}${textOf(rest)}`;
    assert.ok(Math.abs(joined.length - whole.length) < whole.length / 4, joined);
    assert.match(
      await asking.refusal({ continuationToken: 'AAEC' }),
      /continuation token is invalid/,
    );
  });
});
