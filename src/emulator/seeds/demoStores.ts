import type { CustomMetadata } from '../corpora';
import { embed } from '../embedder';
import { abstractPicture, encodePng } from '../engine/media';
import { addDocument, addStore, type OperationStart, beginOperation, cutOf } from '../fileSearch';
import type { HandlerContext } from '../handlerContext';

interface DocumentSeed {
  readonly id: string;
  readonly displayName: string;
  readonly mimeType: string;
  readonly arrival: OperationStart;
  readonly customMetadata: readonly CustomMetadata[];
  readonly text?: string;
  /** Lazy, because other sample data doesn't need the image. */
  readonly picture?: () => Buffer;
  readonly bytes?: number;
}

const STORE = 'harbour-library-3k8w1z6q0xnd';
const AGE_DAYS = 30;

const documents: readonly DocumentSeed[] = [
  {
    id: 'rules-of-the-harbour-md-t5c0v9m2h7ra',
    displayName: 'Rules of the harbour.md',
    mimeType: 'text/markdown',
    arrival: 'upload',
    customMetadata: [
      { key: 'genre', stringValue: 'rules' },
      { key: 'year', numericValue: 2021 },
    ],
    text: [
      '# Rules of the harbour\n',
      'Every boat calls the harbour office on channel 12 before it passes the outer mole. Within the moles the limit is four knots, and no anchor is dropped.\n',
      'Guests moor at the northern pontoon. The fee is 18 crowns a night for boats of up to ten metres, and 26 crowns for longer ones; the keeper collects it at seven in the evening.\n',
      'Diesel is sold from eight to noon. Whoever takes fuel stays on board and does not smoke.\n',
      'The storm gate closes when the wind is stronger than nine on the Beaufort scale, and opens again two hours after it has fallen below seven.\n',
    ].join('\n'),
  },
  {
    id: 'tide-reader-txt-b1y6d3n8u4wk',
    displayName: 'Tide reader.txt',
    mimeType: 'text/plain',
    arrival: 'import',
    customMetadata: [
      { key: 'genre', stringValue: 'guide' },
      { key: 'author', stringValue: 'Ida' },
      { key: 'topics', stringListValue: { values: ['tides', 'moon'] } },
    ],
    text: [
      'How to read the tide tables. High water comes twice a day, about fifty minutes later each day than the day before.\n',
      'Spring tides follow the new moon and the full moon by two days; then the range in our harbour is 3.4 metres. At neap tides it is 1.6 metres.\n',
      '\f',
      'The rule of twelfths: in the first hour after low water the sea rises by a twelfth of the range, in the second by two, in the third and fourth by three each, in the fifth by two, in the sixth by one.\n',
      'A strong north wind holds the water back, and high water comes up to half an hour late.\n',
    ].join('\n'),
  },
  {
    id: 'chart-of-the-mole-png-q4h8x2c6v0my',
    displayName: 'Chart of the mole.png',
    mimeType: 'image/png',
    arrival: 'upload',
    customMetadata: [{ key: 'genre', stringValue: 'chart' }],
    picture: () => encodePng(abstractPicture(12, 48, 32)),
  },
  {
    id: 'pilot-book-pdf-z7p2f9s5e1gj',
    displayName: 'Pilot book (damaged).pdf',
    mimeType: 'application/pdf',
    arrival: 'upload',
    customMetadata: [],
    bytes: 482_113,
  },
];

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

export function fillStores(world: HandlerContext): void {
  const at = world.time.now() - AGE_DAYS * DAY_MS;
  const store = addStore(world, { displayName: 'Harbour library', id: STORE, at }).name;
  for (const [index, { arrival, text, picture, bytes, ...seed }] of documents.entries()) {
    const content = text === undefined ? picture?.() : Buffer.from(text);
    const request = {
      ...seed,
      store,
      cut: cutOf('FileSearchStore', { whiteSpaceConfig: { maxTokensPerChunk: 60 } }),
      bytes: bytes ?? content?.length ?? 0,
      ...(content && { content }),
      ...(!content && { failure: { code: 3, message: 'The file ends early.' } }),
      embedText: embed,
    };
    const document = addDocument(world, request, at + (index + 1) * MINUTE_MS);
    beginOperation(world, document, arrival);
  }
}
