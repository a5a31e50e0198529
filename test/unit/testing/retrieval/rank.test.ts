import assert from 'node:assert/strict';
import { cutText } from '../../../../src/testing/retrieval/temporaryDocuments';
import {
  type Expectation,
  type SearchHit,
  toRanking,
} from '../../../../src/testing/retrieval/rank';

const chunk = (id: string, document = 'kites'): string =>
  `corpora/c/documents/${document}/chunks/${id}`;
const found = (id: string, text = '', document = 'kites'): SearchHit => ({
  chunk: chunk(id, document),
  text,
  title: `The ${document}`,
});

const ranks = (
  expected: readonly Expectation[],
  results: readonly SearchHit[],
): readonly unknown[] => toRanking(expected, results).ranks;

describe('results beside what was expected', () => {
  it('finds chunks and passages by name, and words wherever they stand', () => {
    const results = [
      found('a'),
      found('b', 'A kite\n needs  WIND to fly.'),
      { chunk: 'p1', text: '' },
    ];
    assert.deepEqual(ranks([{ chunk: chunk('b') }, { chunk: 'p1' }], results), [2, 3]);
    assert.deepEqual(ranks([{ text: 'needs wind' }, { text: 'no wind' }], results), [2, undefined]);
  });

  it('counts a document once, at the place of its first chunk', () => {
    const results = [found('a'), found('b'), found('c', '', 'birds'), found('d', '', 'stones')];
    const expected = [{ document: 'corpora/c/documents/stones' }, { title: 'The birds' }];
    assert.deepEqual(toRanking(expected, results), {
      gains: [0, 1, 1],
      ranks: [3, 2],
      relevances: [1, 1],
    });
  });

  it('credits what was expected once, and the most that a result meets', () => {
    const results = [found('a', 'wind and tail'), found('b', 'wind')];
    const expected = [
      { text: 'wind', relevance: 1 },
      { text: 'tail', relevance: 3 },
    ];
    assert.deepEqual(toRanking(expected, results), {
      gains: [3, 0],
      ranks: [1, 1],
      relevances: [1, 3],
    });
  });
});

describe('a text in chunks', () => {
  it('is cut at white space, with words that are there twice', () => {
    const text = ' one two\n\nthree four  five ';
    assert.deepEqual(cutText(text, { words: 2, overlap: 0 }), ['one two', 'three four', 'five']);
    assert.deepEqual(cutText(text, { words: 3, overlap: 1 }), [
      'one two\n\nthree',
      'three four  five',
    ]);
    assert.deepEqual(cutText(text, { words: 9, overlap: 3 }), ['one two\n\nthree four  five']);
    assert.deepEqual(cutText(' \n', { words: 2, overlap: 0 }), []);
  });
});
