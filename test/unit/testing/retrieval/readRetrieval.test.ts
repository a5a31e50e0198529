import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json';
import { readRetrieval, type RetrievalFile } from '../../../../src/testing/retrieval/retrievalFile';

const URI = 'file:///tests/kites.retrieval.json';
const CHUNK = 'corpora/notes/documents/kites/chunks/wind';

function read(file: JsonObject | string): RetrievalFile {
  const text = typeof file === 'string' ? file : JSON.stringify(file, undefined, 2);
  return readRetrieval(text, URI);
}

const question = { question: 'What does a kite need?', expect: [CHUNK] };
const corpus = { source: { corpus: 'corpora/notes' } };

/** Line and words of each problem. */
const problems = (file: JsonObject | string): readonly string[] =>
  read(file).problems.map(({ line, message }) => `${line}: ${message}`);

describe('a file of retrieval questions', () => {
  it('says where to search, how, and what should be found', () => {
    const file = read({
      ...corpus,
      at: [1, 5],
      settings: [{ name: 'few', results: 5 }],
      questions: [
        question,
        { ...question, expect: ['corpora/notes/documents/kites', { text: 'wind', relevance: 2 }] },
        {
          ...question,
          name: 'Tail',
          expect: [{ title: 'Kites' }, 'p1'],
          atLeast: { 'recall@5': 0.5 },
        },
      ],
    });
    assert.deepEqual(file.problems, []);
    assert.deepEqual(file.head, {
      ...corpus,
      at: [1, 5],
      settings: [{ name: 'few', results: 5 }],
    });
    assert.deepEqual(
      file.questions.map(({ name, place: { line }, expect }) => ({ name, line, expect })),
      [
        { name: question.question, line: 16, expect: [{ chunk: CHUNK }] },
        {
          name: `${question.question} (2)`,
          line: 22,
          expect: [{ document: 'corpora/notes/documents/kites' }, { text: 'wind', relevance: 2 }],
        },
        { name: 'Tail', line: 32, expect: [{ title: 'Kites' }, { chunk: 'p1' }] },
      ],
    );
  });

  it('names what can’t be read at its line, and reads the rest', () => {
    const text = `{
  "source": { "corpus": "corpora/notes" },
  "at": [0],
  "questions": [
    { "question": "Why?", "expect": [] },
    { "question": "How?", "expect": [{ "chunck": "x" }] },
    { "question": "When?", "expect": ["${CHUNK}"], "atLeast": { "recal@5": 1 } },
    { "question": "Who?", "expect": ["${CHUNK}"] }
  ]
}`;
    assert.deepEqual(problems(text), [
      '3: “at[0]” must be a whole number from 1 to 100.',
      '5: “questions[0].expect” must be a list with at least one chunk, document, or text.',
      '6: “questions[1].expect[0]” must be an object with one of chunk, document, title, text.',
      '7: “questions[2].atLeast” must be metrics with minimum values, such as recall@5, ndcg@10, or mrr.',
    ]);
    assert.deepEqual(
      read(text).questions.map(({ name }) => name),
      ['Who?'],
    );
  });
});
