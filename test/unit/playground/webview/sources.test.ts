import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { ModelTurn } from '../../../../src/conversation/model/conversation';
import { sourcesOf, textOffsets } from '../../../../src/playground/webview/sources';

const TEXT = '🪁 flies. 漢字です。 Ende „so“.';

/** Bytes before, and up to the end of, a piece of a text. */
function bytesOf(text: string, piece: string): { startIndex: number; endIndex: number } {
  const startIndex = Buffer.byteLength(text.slice(0, text.indexOf(piece)));
  return { startIndex, endIndex: startIndex + Buffer.byteLength(piece) };
}

function turnOf(candidate: JsonObject, over: Partial<ModelTurn> = {}): ModelTurn {
  return {
    id: 't1',
    role: 'model',
    model: 'models/small',
    version: 'v1beta',
    content: { role: 'model', parts: [{ text: TEXT }] },
    answer: { candidates: [candidate] },
    ...over,
  };
}

function grounded(segment: JsonObject): JsonObject {
  const chunks = ['a', 'b'].map((title) => ({ web: { title, uri: `https://${title}.test/` } }));
  const support = { segment, groundingChunkIndices: [1, 0, 7], confidenceScores: [0.5, 0.25] };
  return { groundingMetadata: { groundingChunks: chunks, groundingSupports: [support] } };
}

describe('offsets in bytes', () => {
  it('are offsets of the text, whatever it is written in', () => {
    for (const piece of ['🪁', '🪁 flies.', '漢字です。', 'Ende „so“.']) {
      const { startIndex, endIndex } = bytesOf(TEXT, piece);
      const [start, end] = textOffsets(TEXT, [startIndex, endIndex]);
      assert.equal(TEXT.slice(start, end), piece);
    }
  });

  it('never part a character, and end with the text', () => {
    assert.deepEqual(textOffsets('🪁a', [0, 1, 2, 3, 4, 5, 99]), [0, 2, 2, 2, 2, 3, 3]);
  });
});

describe('sources of an answer', () => {
  it('are chunks with what they support, by the bytes of a part', () => {
    const parts = [{ text: 'Thinking', thought: true }, { text: TEXT }];
    const segment = { partIndex: 1, ...bytesOf(TEXT, '漢字です。') };
    const found = sourcesOf(turnOf(grounded(segment), { content: { parts } }));
    assert.deepEqual(found?.list, [
      {
        title: 'a',
        uri: 'https://a.test/',
        note: '',
        quotes: [{ text: '漢字です。', confidence: 0.25 }],
      },
      {
        title: 'b',
        uri: 'https://b.test/',
        note: '',
        quotes: [{ text: '漢字です。', confidence: 0.5 }],
      },
    ]);
    assert.deepEqual([...found.supports], [[1, [{ end: TEXT.indexOf(' Ende'), numbers: [2, 1] }]]]);
  });

  it('are found by their words where the offsets are those of another text', () => {
    const segment = { startIndex: 0, endIndex: 10, text: 'Ende „so“.' };
    const found = sourcesOf(turnOf(grounded(segment)));
    assert.deepEqual([...(found?.supports ?? [])], [[0, [{ end: TEXT.length, numbers: [2, 1] }]]]);
  });

  it('are citations, by the bytes of all the text', () => {
    const text = `${TEXT}And more.`;
    const parts = [{ text: TEXT }, { text: 'x', thought: true }, { text: 'And more.' }];
    const source = { ...bytesOf(text, 'And more'), uri: 'https://c.test/', license: 'mit' };
    const candidate = { citationMetadata: { citationSources: [{ endIndex: 4 }, source] } };
    const found = sourcesOf(turnOf(candidate, { content: { parts } }));
    assert.deepEqual(found?.list, [
      { title: '', uri: '', note: '', quotes: [{ text: '🪁' }] },
      { title: '', uri: 'https://c.test/', note: 'License: MIT', quotes: [{ text: 'And more' }] },
    ]);
    assert.deepEqual(
      [...found.supports],
      [
        [0, [{ end: 2, numbers: [1] }]],
        [2, [{ end: 8, numbers: [2] }]],
      ],
    );
    const changed = sourcesOf(turnOf(candidate, { content: { parts }, edited: true }));
    assert.equal(changed?.supports.size, 0);
  });

  it('are passages and chunks of a grounded answer, and pages that were read', () => {
    const chunk = 'corpora/a/documents/b/chunks/c';
    const attribution = (sourceId: JsonObject): JsonObject => ({
      sourceId,
      content: { parts: [{ text: 'What it says.' }] },
    });
    const candidate = {
      groundingAttributions: [
        attribution({ groundingPassage: { passageId: 'p1' } }),
        attribution({ groundingPassage: { passageId: '2' } }),
        attribution({ semanticRetrieverChunk: { source: 'corpora/a', chunk } }),
      ],
      urlContextMetadata: {
        urlMetadata: [
          { retrievedUrl: 'https://d.test/', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_PAYWALL' },
        ],
      },
    };
    const quotes = [{ text: 'What it says.' }];
    assert.deepEqual(sourcesOf(turnOf(candidate))?.list, [
      { title: 'p1', uri: '', note: '', quotes },
      { title: 'Passage 2', uri: '', note: '', quotes },
      { title: chunk, uri: '', note: '', chunk, quotes },
      { title: '', uri: 'https://d.test/', note: 'not read: behind a paywall', quotes: [] },
    ]);
  });

  it('are nothing where the metadata is not what it should be', () => {
    const odd: readonly JsonObject[] = [
      { groundingMetadata: 'x' },
      { groundingMetadata: { groundingChunks: {}, groundingSupports: [null, 1, { segment: 3 }] } },
      { citationMetadata: [], groundingAttributions: 7, urlContextMetadata: { urlMetadata: 'no' } },
    ];
    for (const candidate of odd) assert.equal(sourcesOf(turnOf(candidate)), undefined);
  });
});
