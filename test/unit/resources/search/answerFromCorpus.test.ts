import assert from 'node:assert/strict';
import { answerFromCorpus } from '../../../../src/resources/search/answerFromCorpus';
import { fakeRoom } from '../../../fakes/room';
import { bodyOf, corpusService, geese, NOTES, SPRING } from './corpusService';

const attribution = (name: unknown, text: string) => ({
  sourceId: { semanticRetrieverChunk: { source: NOTES.name, chunk: name } },
  content: { parts: [{ text }] },
});
const answered = {
  answer: {
    content: { parts: [{ text: 'On 18 ' }, { text: 'May.' }], role: 'model' },
    finishReason: 'STOP',
    groundingAttributions: [attribution(geese.name, 'The brent geese left on 18 May.')],
  },
  answerableProbability: 0.87,
};
const models = {
  models: [
    { name: 'models/flash', supportedGenerationMethods: ['generateContent'] },
    { name: 'models/qa', displayName: 'Answers', supportedGenerationMethods: ['generateAnswer'] },
  ],
};
const service = corpusService({ answer: () => answered, models });

describe('an answer from a corpus', () => {
  it('is asked of the chunks, with the model and style of the service’s documents', async () => {
    const { room, clients } = fakeRoom(service, 'When did they leave?', 'Ask');
    await answerFromCorpus(room, [NOTES]);
    const [call, ...others] = clients.calls.filter(({ id }) => id !== 'corpora.documents.get');
    assert.deepEqual(others, []);
    assert.equal(call?.id, 'models.generateAnswer');
    const content = { role: 'user', parts: [{ text: 'When did they leave?' }] };
    assert.deepEqual(call.input, {
      model: 'models/aqa',
      body: {
        contents: [content],
        answerStyle: 'ABSTRACTIVE',
        semanticRetriever: { source: NOTES.name, query: content },
      },
    });
  });

  it('takes another style, model, temperature, conditions and limits, and remembers them', async () => {
    const { room, clients, prompts } = fakeRoom(
      service,
      'When?',
      'Style: Abstractive',
      'Verbose',
      'Model: aqa',
      'Answers',
      'Temperature: default',
      '0.4',
      'Maximum passages: default',
      '7',
      'Minimum relevance: none',
      '.5',
      'Add condition…',
      'tags',
      'includes',
      'geese',
      'Ask',
      'Where?',
      'Ask',
    );
    await answerFromCorpus(room, [SPRING]);
    await answerFromCorpus(room, [SPRING]);
    assert.deepEqual(prompts.problems, []);
    const calls = clients.calls.filter(({ id }) => id === 'models.generateAnswer');
    const content = { role: 'user', parts: [{ text: 'When?' }] };
    assert.equal(calls[0]?.input.model, 'models/qa');
    assert.deepEqual(bodyOf(calls[0]), {
      contents: [content],
      answerStyle: 'VERBOSE',
      semanticRetriever: {
        source: SPRING.name,
        query: content,
        metadataFilters: [
          {
            key: 'chunk.custom_metadata.tags',
            conditions: [{ stringValue: 'geese', operation: 'INCLUDES' }],
          },
        ],
        maxChunksCount: 7,
        minimumRelevanceScore: 0.5,
      },
      temperature: 0.4,
    });
    assert.equal(bodyOf(calls[1]).temperature, 0.4);
    assert.equal(calls[1]?.input.model, 'models/qa');
  });

  it('shows the answer, how sure it is, and the passages, which open', async () => {
    const { room, sheets, opened } = fakeRoom(service, 'When?', 'Ask');
    await answerFromCorpus(room, [NOTES]);
    const sheet = sheets.last;
    assert.deepEqual(sheet.texts.slice(0, 3), [
      'When?',
      'On 18 May.',
      'Confidence: 87% – the passages very likely answer the question.',
    ]);
    assert.equal(sheet.texts.at(-1), '[1] The brent geese left on 18 May.');
    assert.deepEqual(sheet.table, [['[1]', 'Spring migration', 'The brent geese left on 18 May.']]);
    await sheet.act('open', '0');
    assert.deepEqual(
      opened.map(({ kind, name }) => [kind, name]),
      [['chunk', geese.name]],
    );
  });

  it('says why there is none', async () => {
    const textsOf = async (answer: unknown) => {
      const { room, sheets } = fakeRoom(corpusService({ answer: () => answer }), 'When?', 'Ask');
      await answerFromCorpus(room, [NOTES]);
      return sheets.last.texts[1];
    };
    assert.equal(
      await textsOf({ inputFeedback: { blockReason: 'SAFETY' } }),
      'The question was blocked: SAFETY.',
    );
    assert.equal(await textsOf({}), 'The model returned no answer.');
  });
});
