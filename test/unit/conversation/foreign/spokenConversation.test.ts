import assert from 'node:assert/strict';
import { exchangeConversation } from '../../../../src/conversation/foreign/importedTurns';

const request = {
  systemInstruction: { parts: [{ text: 'Be short.' }] },
  contents: [{ parts: [{ text: 'Weather?' }] }],
  generationConfig: { temperature: 0.5, candidateCount: 2 },
};
const parts = [{ text: 'Grey.', thoughtSignature: 'c2ln' }];
const spoken = { title: '0001', model: 'models/x', request, parts };

describe('what was said elsewhere, as a conversation', () => {
  it('has its turns as they came, and its settings where a chat has them', () => {
    const made = exchangeConversation({ ...spoken, mode: 'chat' }, 'c', 0);
    const { turns, settings, model, connection, title, mode } = made;
    assert.deepEqual(
      turns.map(({ role, content }) => [role, content.parts]),
      [
        ['user', [{ text: 'Weather?' }]],
        ['model', parts],
      ],
    );
    assert.deepEqual(settings, {
      systemInstruction: 'Be short.',
      temperature: 0.5,
      requests: { chat: { generationConfig: { candidateCount: 2 } } },
    });
    assert.deepEqual([model, connection, title, mode], ['models/x', 'c', '0001', undefined]);
  });

  it('is one of interactions where such a one was recorded, without an answer where there is none', () => {
    const given = { ...spoken, mode: 'interaction', parts: [] } as const;
    const { turns, settings, mode } = exchangeConversation(given, 'c', 0);
    assert.deepEqual(
      [turns.length, mode, settings.systemInstruction, settings.temperature],
      [1, 'interaction', 'Be short.', 0.5],
    );
  });
});
