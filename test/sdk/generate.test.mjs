import assert from 'node:assert/strict';
import { all, clientOf, useEmulator } from './support/emulator.mjs';

const FLASH = 'emulator-flash';

describe('@google/genai: generating', () => {
  const emulator = useEmulator();

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
    const recipes = JSON.parse(pieces.map(({ text }) => text ?? '').join(''));
    assert.equal(recipes.length, 2);
    for (const { name, minutes, difficulty } of recipes) {
      assert.equal(typeof name, 'string');
      assert.ok(Number.isInteger(minutes));
      assert.ok(['easy', 'hard'].includes(difficulty));
    }
  });
});
