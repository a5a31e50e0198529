import assert from 'node:assert/strict';
import { all, clientOf, useEmulator } from './support/emulator.mjs';
import { loadGenai } from './support/genai.mjs';

const FLASH = 'emulator-flash';

describe('@google/genai: models', () => {
  const emulator = useEmulator();

  it('lists them page by page', async () => {
    const pager = await clientOf(emulator()).models.list({ config: { pageSize: 3 } });
    assert.equal(pager.pageLength, 3);
    assert.ok(pager.hasNextPage());
    const models = await all(pager);
    const names = models.map(({ name }) => name);
    assert.ok(names.length > 3);
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.includes(`models/${FLASH}`));
  });

  it('gets one', async () => {
    const model = await clientOf(emulator()).models.get({ model: FLASH });
    assert.equal(model.name, `models/${FLASH}`);
    assert.equal(model.displayName, 'Emulator Flash');
    assert.ok((model.inputTokenLimit ?? 0) > 1_000_000);
    assert.ok(model.supportedActions?.includes('generateContent'));
  });

  it('serves the version that the SDK has by default', async () => {
    const { baseUrl, apiKey } = emulator();
    const { GoogleGenAI } = loadGenai();
    const { models } = new GoogleGenAI({ apiKey, httpOptions: { baseUrl } });
    assert.equal((await models.get({ model: FLASH })).name, `models/${FLASH}`);
    assert.ok((await models.list()).pageLength > 2);
    const contents = '[[echo]]Grüße';
    assert.equal((await models.generateContent({ model: FLASH, contents })).text, 'Grüße');
    const pieces = await all(await models.generateContentStream({ model: FLASH, contents }));
    assert.equal(pieces.map(({ text }) => text ?? '').join(''), 'Grüße');
    assert.ok((await models.countTokens({ model: FLASH, contents })).totalTokens > 1);
    const embedded = await models.embedContent({ model: 'emulator-embedding', contents: 'Geese' });
    assert.equal(embedded.embeddings.length, 1);
  });
});

describe('@google/genai: generating', () => {
  const emulator = useEmulator();

  it('answers', async () => {
    const answer = await clientOf(emulator()).models.generateContent({
      model: FLASH,
      contents: '[[echo]]Grüße, 世界 🌍',
    });
    assert.equal(answer.text, 'Grüße, 世界 🌍');
    assert.equal(answer.candidates?.[0]?.finishReason, 'STOP');
    const { promptTokenCount, candidatesTokenCount, totalTokenCount } = answer.usageMetadata;
    assert.ok(promptTokenCount > 0 && candidatesTokenCount > 0);
    assert.equal(totalTokenCount, promptTokenCount + candidatesTokenCount);
  });

  it('streams the same words in several pieces', async () => {
    const { models } = clientOf(emulator());
    const input = { model: FLASH, contents: 'Tell me a long story of the sea – auf Deutsch.' };
    const whole = await models.generateContent(input);
    const pieces = await all(await models.generateContentStream(input));
    assert.ok(pieces.length > 2);
    assert.equal(pieces.map(({ text }) => text ?? '').join(''), whole.text);
    assert.equal(pieces.at(-1)?.candidates?.[0]?.finishReason, 'STOP');
  });

  it('takes instructions, sampling settings and several candidates', async () => {
    const answer = await clientOf(emulator()).models.generateContent({
      model: FLASH,
      contents: [{ role: 'user', parts: [{ text: 'Name a bird.' }] }],
      config: {
        systemInstruction: 'You are an ornithologist.',
        temperature: 0.3,
        topP: 0.9,
        topK: 20,
        candidateCount: 3,
        maxOutputTokens: 200,
        safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' }],
      },
    });
    assert.equal(answer.candidates?.length, 3);
    assert.match(answer.text ?? '', /ornithologist/);
  });

  it('shows thoughts where they are asked for', async () => {
    const answer = await clientOf(emulator()).models.generateContent({
      model: 'emulator-pro',
      contents: 'Why is the sky blue?',
      config: { thinkingConfig: { includeThoughts: true } },
    });
    const parts = answer.candidates?.[0]?.content?.parts ?? [];
    assert.ok(parts.some(({ thought }) => thought));
    assert.ok(parts.some(({ thoughtSignature }) => thoughtSignature !== undefined));
    const thoughts = parts.filter(({ thought }) => thought).map(({ text }) => text ?? '');
    assert.ok(!answer.text?.includes(thoughts.join('')));
  });

  it('says that a prompt is blocked, and why an answer ended', async () => {
    const { models } = clientOf(emulator());
    const blocked = await models.generateContent({ model: FLASH, contents: '[[block-prompt]]' });
    assert.equal(blocked.promptFeedback?.blockReason, 'SAFETY');
    assert.equal(blocked.text, undefined);
    const cut = await models.generateContent({
      model: FLASH,
      contents: 'Tell me a long story.',
      config: { maxOutputTokens: 5 },
    });
    assert.equal(cut.candidates?.[0]?.finishReason, 'MAX_TOKENS');
  });

  it('counts tokens', async () => {
    const { models } = clientOf(emulator());
    const count = async (/** @type {string} */ contents) =>
      (await models.countTokens({ model: FLASH, contents })).totalTokens;
    const [few, many] = [await count('Hello'), await count('Hello '.repeat(100))];
    assert.ok(few > 0);
    assert.ok(many > 20 * few, `${many} of ${few}`);
  });
});

describe('@google/genai: structured output', () => {
  const emulator = useEmulator();

  it('fits the schema', async () => {
    const answer = await clientOf(emulator()).models.generateContent({
      model: FLASH,
      contents: 'List two recipes.',
      config: {
        responseMimeType: 'application/json',
        responseSchema: {
          type: 'ARRAY',
          minItems: '2',
          items: {
            type: 'OBJECT',
            properties: {
              name: { type: 'STRING' },
              minutes: { type: 'INTEGER' },
              difficulty: { type: 'STRING', enum: ['easy', 'hard'] },
            },
            required: ['name', 'minutes', 'difficulty'],
          },
        },
      },
    });
    assertRecipes(JSON.parse(answer.text ?? ''));
  });

  it('fits a JSON schema, streamed', async () => {
    const pieces = await all(
      await clientOf(emulator()).models.generateContentStream({
        model: FLASH,
        contents: 'List two recipes.',
        config: {
          responseMimeType: 'application/json',
          responseJsonSchema: {
            type: 'array',
            minItems: 2,
            items: {
              type: 'object',
              properties: {
                name: { type: 'string' },
                minutes: { type: 'integer' },
                difficulty: { enum: ['easy', 'hard'] },
              },
              required: ['name', 'minutes', 'difficulty'],
            },
          },
        },
      }),
    );
    assertRecipes(JSON.parse(pieces.map(({ text }) => text ?? '').join('')));
  });

  /** @param {{ name: unknown, minutes: unknown, difficulty: string }[]} recipes */
  function assertRecipes(recipes) {
    assert.ok(recipes.length >= 2);
    for (const { name, minutes, difficulty } of recipes) {
      assert.equal(typeof name, 'string');
      assert.ok(Number.isInteger(minutes));
      assert.ok(['easy', 'hard'].includes(difficulty));
    }
  }
});

describe('@google/genai: embedding', () => {
  const emulator = useEmulator();
  const model = 'emulator-embedding';

  it('embeds several texts, near ones near', async () => {
    const { embeddings } = await clientOf(emulator()).models.embedContent({
      model,
      contents: ['The geese left in May', 'In May the geese left', 'A lighthouse in the fog'],
      config: { outputDimensionality: 256 },
    });
    const [one = [], near = [], far = []] = embeddings.map(({ values }) => values);
    assert.deepEqual([one.length, near.length, far.length], [256, 256, 256]);
    assert.ok(Math.abs(dot(one, one) - 1) < 1e-3);
    assert.ok(dot(one, near) > dot(one, far) + 0.2);
  });

  it('embeds one', async () => {
    const { embeddings } = await clientOf(emulator()).models.embedContent({
      model,
      contents: 'The geese left in May',
      config: { taskType: 'RETRIEVAL_DOCUMENT', title: 'Geese' },
    });
    assert.equal(embeddings.length, 1);
    assert.ok((embeddings[0]?.values.length ?? 0) >= 128);
  });

  /**
   * @param {readonly number[]} a
   * @param {readonly number[]} b
   */
  function dot(a, b) {
    return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  }
});
