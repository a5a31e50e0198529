import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import type { CustomMetadata } from '../../../../src/emulator/corpora/chunks';
import { cutText, pdfPages } from '../../../../src/emulator/fileSearch/documentText';
import { metadataTest } from '../../../../src/emulator/fileSearch/retrieval';
import { user } from '../asking';
import { ask, control, errorOf, json, useEmulator } from '../wire';
import { pdfOf } from './pdfOf';

type Generated = Message<'GenerateContentResponse'>;

const STORE = 'fileSearchStores/harbour-library-3k8w1z6q0xnd';
const QUESTION = 'When does the storm gate close?';

describe('emulator: answers from file search stores', () => {
  const emulator = useEmulator();
  const PATH = '/v1beta/models/emulator-flash:generateContent';

  function bodyOf(tool: object, question = QUESTION, ...others: readonly object[]): object {
    const fileSearch = { fileSearchStoreNames: [STORE], ...tool };
    return { contents: [user(question)], tools: [{ fileSearch }, ...others] };
  }

  async function search(tool: object = {}, question = QUESTION) {
    const answer: Generated = await json(emulator(), PATH, bodyOf(tool, question));
    const [candidate] = answer.candidates ?? [];
    const { groundingChunks = [], groundingSupports = [] } = candidate?.groundingMetadata ?? {};
    const text = (candidate?.content?.parts ?? []).map((part) => part.text ?? '').join('');
    const passages = groundingChunks.map(({ retrievedContext = {} }) => retrievedContext);
    return { text, passages, groundingSupports };
  }

  it('quotes what the documents say, and where it is from', async () => {
    const { text, passages, groundingSupports } = await search();
    const quote = 'The storm gate closes when the wind is stronger than nine on the Beaufort scale';
    assert.ok(text.includes(quote), text);
    const [first] = passages;
    assert.equal(first?.title, 'Rules of the harbour.md');
    assert.equal(first.fileSearchStore, STORE);
    assert.ok(first.text?.includes(quote));
    assert.deepEqual(first.customMetadata, [
      { key: 'genre', stringValue: 'rules' },
      { key: 'year', numericValue: 2021 },
    ]);
    for (const { segment = {}, groundingChunkIndices = [] } of groundingSupports) {
      const bytes = Buffer.from(text).subarray(segment.startIndex ?? 0, segment.endIndex);
      assert.equal(bytes.toString(), segment.text);
      for (const index of groundingChunkIndices) {
        assert.ok(passages[index]?.text?.includes(segment.text ?? ' '));
      }
    }
    assert.ok(groundingSupports.length > 0);
  });

  it('finds what a PDF says, with its page', async () => {
    const path = `/upload/v1beta/${STORE}:uploadToFileSearchStore`;
    const content = pdfOf([
      'BT (About boats.) Tj ET',
      'BT (The zebra crossing is repainted in May.) Tj ET',
    ]);
    const parts = [
      '--b\r\ncontent-type: application/json\r\n\r\n{"displayName":"Roads.pdf"}\r\n',
      `--b\r\ncontent-type: application/pdf\r\n\r\n${content.toString('latin1')}\r\n--b--\r\n`,
    ];
    const headers = {
      'content-type': 'multipart/related; boundary=b',
      'x-goog-upload-protocol': 'multipart',
    };
    const raw = Buffer.from(parts.join(''), 'latin1');
    const { status, text: said } = await ask(emulator(), path, { method: 'POST', raw, headers });
    assert.equal(status, 200, said);
    await control(emulator(), 'POST', 'clock', { advanceSeconds: 10 });
    const { passages } = await search({}, 'When is the zebra crossing repainted?');
    const found = passages.find(({ title }) => title === 'Roads.pdf');
    assert.deepEqual(
      [found?.text, found?.pageNumber],
      ['The zebra crossing is repainted in May.', 2],
    );
  });

  it('finds no more than was asked for, and only in what the filter lets through', async () => {
    assert.equal((await search({ topK: 1 })).passages.length, 1);
    const guides = await search({ metadataFilter: 'genre = "guide" OR genre = "chart"' });
    assert.ok(guides.passages.every(({ title }) => title !== 'Rules of the harbour.md'));
  });

  it('refuses unknown stores, wrong filters and other searches beside it', async () => {
    const refusals: readonly (readonly [number, object])[] = [
      [403, bodyOf({ fileSearchStoreNames: ['fileSearchStores/none'] })],
      [400, bodyOf({ fileSearchStoreNames: ['corpora/x'] })],
      [400, bodyOf({ metadataFilter: 'genre =' })],
      [400, bodyOf({}, QUESTION, { googleSearch: {} })],
    ];
    for (const [status, body] of refusals) {
      const answer = await ask(emulator(), PATH, { body });
      assert.equal(answer.status, status, answer.text);
      assert.notEqual(errorOf(answer).message, '');
    }
  });
});

describe('filters of metadata', () => {
  const metadata: readonly CustomMetadata[] = [
    { key: 'genre', stringValue: 'fiction' },
    { key: 'year', numericValue: 1911 },
    { key: 'topics', stringListValue: { values: ['sea', 'storm'] } },
  ];
  for (const [filter, holds] of [
    ['genre = "fiction"', true],
    ['genre != "fiction"', false],
    ['year >= 1911 AND year < 1912', true],
    ['year > 1911', false],
    ['topics:"storm"', true],
    ['author:*', false],
    ['NOT author:*', true],
    ['genre = "poem" OR genre = "fiction" AND year = 1911', true],
    ['(genre = "poem" AND year = 1911) OR topics:"sea"', true],
    ['year = "1911"', false],
  ] as const) {
    it(`${holds ? 'lets through' : 'keeps out'} by ${filter}`, () =>
      assert.equal(metadataTest(filter)(metadata), holds));
  }

  for (const filter of ['genre =', '(genre = "a"', 'a = "b']) {
    it(`refuses ${filter}`, () =>
      assert.throws(() => metadataTest(filter), /Invalid metadata_filter/));
  }
});

describe('chunks of a text', () => {
  it('have so many words, and begin with the end of the one before', () => {
    const pieces = cutText('one two\nthree  four five six', { size: 3, overlap: 1 });
    assert.deepEqual(
      pieces.map(({ text }) => text),
      ['one two\nthree', 'three  four five', 'five six'],
    );
    assert.deepEqual(cutText('', { size: 3, overlap: 1 }), []);
  });
});

const PAGE =
  'BT /F1 12 Tf 72 720 Td (The gate \\(east\\) closes \\251 at) Tj 0 -14 Td ' +
  '[(n)-20(ine) -250 (o) 10 (\\047clock)] TJ T* (nested (words) stay) Tj ET\n' +
  '0 0 m 10 10 l S\nBT (A) Tj <6E64> Tj 30 0 Td (then \x96 more) Tj ET';
const TEXT = "The gate (east) closes © at\nnine o'clock\nnested (words) stay\nAnd then – more";

describe('emulator: the text of a PDF', () => {
  it('is what its pages write, plain or packed', () => {
    assert.deepEqual(pdfPages(pdfOf([PAGE])), [TEXT]);
    const packed = pdfOf([PAGE, 'BT (Second page) Tj ET'], { isPacked: true });
    assert.deepEqual(pdfPages(packed), [TEXT, 'Second page']);
  });
});
