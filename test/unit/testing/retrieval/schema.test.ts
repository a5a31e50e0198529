import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { JsonObject } from '../../../../src/base/json';
import { readRetrieval } from '../../../../src/testing/retrieval/retrievalFile';

const validate = new Ajv({ strict: false }).compile(
  JSON.parse(readFileSync('media/retrieval.schema.json', 'utf8')) as JsonObject,
);

const source = { corpus: 'corpora/notes' };
const model = 'models/my-model';
const questions = [{ question: 'Why?', expect: ['corpora/notes/documents/kites'] }];
const sweep = {
  documents: [{ path: './kites.md', title: 'Kites' }],
  sizes: [1, 512],
  overlaps: [0, 511],
};

/** Files, and whether they are good. */
const files: readonly (readonly [boolean, JsonObject])[] = [
  [true, { source, questions }],
  [true, { source: { document: 'corpora/notes/documents/kites' }, at: [1, 100], questions }],
  [true, { source: { fileSearchStore: 'fileSearchStores/s', model }, questions, sweep }],
  [true, { source: { passages: [{ id: 'a', text: 'b', title: 'c' }], model }, questions }],
  [
    true,
    { source, questions, atLeast: { 'recall@5': 1, mrr: 0 }, eachAtLeast: { 'ndcg@10': 0.5 } },
  ],
  [
    true,
    {
      source,
      questions,
      settings: [{ name: 'n', results: 3, metadataFilters: [{}], dimensions: 1 }],
    },
  ],
  ...['chunk', 'title', 'text'].map(
    (field) =>
      [
        true,
        { source, questions: [{ question: 'Why?', expect: [{ [field]: 'x', relevance: 2 }] }] },
      ] as const,
  ),
  [false, { source: { corpus: 'notes' }, questions }],
  [false, { source: { ...source, document: 'corpora/notes/documents/kites' }, questions }],
  [false, { source: { fileSearchStore: 'fileSearchStores/s' }, questions }],
  [false, { source, at: [0], questions }],
  [false, { source, questions, atLeast: { accuracy: 1 } }],
  [false, { source, questions, settings: [{ results: 0 }] }],
  [false, { source, questions: [{ question: 'Why?', expect: [] }] }],
  [false, { source, questions: [{ question: 'Why?', expect: [{ relevance: 1 }] }] }],
  [false, { source, questions, sweep: { ...sweep, sizes: [513] } }],
];

describe('the schema of retrieval files', () => {
  it('takes what is read, and nothing else', () => {
    for (const [isGood, file] of files) {
      const text = JSON.stringify(file);
      const { problems } = readRetrieval(text, 'file:///a.retrieval.json');
      assert.equal(problems.length === 0, isGood, `read: ${text}`);
      assert.equal(validate(file), isGood, `schema: ${text}`);
    }
  });
});
