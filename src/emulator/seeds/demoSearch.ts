import { grant, type Role } from '../permissions';
import { DEMO_USER } from '../caller';
import { chunkVector, type CustomMetadata } from '../corpora/chunks';
import { embed } from '../embedder';
import { abstractPicture, encodePng } from '../engine/media';
import { addDocument, beginOperation } from '../fileSearch/addDocument';
import { addStore } from '../fileSearch/stores';
import { cutOf } from '../fileSearch/documentText';
import type { OperationStart } from '../fileSearch/storeResources';
import { nameIn } from '../records';
import type { HandlerContext } from '../handlerContext';

interface ChunkSeed {
  readonly id: string;
  readonly text: string;
  readonly page: number;
  readonly tags: readonly string[];
}

interface DocumentSeed {
  readonly id: string;
  readonly displayName: string;
  readonly customMetadata: readonly CustomMetadata[];
  readonly chunks: readonly ChunkSeed[];
}

interface GrantSeed {
  readonly granteeType: 'USER' | 'EVERYONE';
  readonly role: Role;
  readonly emailAddress?: string;
}

interface CorpusSeed {
  readonly id: string;
  readonly displayName: string;
  /** In days. */
  readonly age: number;
  readonly sharedWith: readonly GrantSeed[];
  readonly documents: readonly DocumentSeed[];
}

const demoCorpora: readonly CorpusSeed[] = [
  {
    id: 'field-notes-4k2vq8x1m7zd',
    displayName: 'Field notes',
    age: 90,
    sharedWith: [{ granteeType: 'USER', role: 'READER', emailAddress: 'ada@example.com' }],
    documents: [
      {
        id: 'spring-migration-9w3ht5c0rb6j',
        displayName: 'Spring migration',
        customMetadata: [
          { key: 'author', stringValue: 'Ida' },
          { key: 'year', numericValue: 2022 },
          { key: 'species', stringListValue: { values: ['brent goose', 'red knot', 'wheatear'] } },
        ],
        chunks: [
          {
            id: '7qm4x2ks9d0v',
            text:
              'The brent geese left on 18 May, two days later than in 2021. About nine hundred rose ' +
              'from the salt marsh in one evening, with the wind behind them.',
            page: 12,
            tags: ['geese', 'departure'],
          },
          { id: 'c1t8b5zr3y6w', text: 'Page torn out. [[fail]]', page: 13, tags: ['draft'] },
          {
            id: 'p4j7v0n2e9ka',
            text:
              'A red knot with a blue ring fed at the tide line all morning. The ring was put on in ' +
              'Iceland in the summer before, as the ringing office told us by telephone.',
            page: 14,
            tags: ['waders', 'ringing'],
          },
          {
            id: 'y8s3d6h1w5tu',
            text:
              'First wheatear on the dyke on 29 March, a male in fresh plumage. Cold north wind, and ' +
              'no insects on the wing before noon.',
            page: 3,
            tags: ['passerines', 'arrival'],
          },
        ],
      },
      {
        id: 'autumn-passage-2f6k9m3x8q1b',
        displayName: 'Autumn passage',
        customMetadata: [
          { key: 'author', stringValue: 'Jørn' },
          { key: 'year', numericValue: 2023 },
          { key: 'species', stringListValue: { values: ['redwing', 'short-eared owl'] } },
        ],
        chunks: [
          {
            id: 'g5r0c7z2l4mx',
            text:
              'Redwings called over the houses from dusk until three in the morning, the heaviest ' +
              'night of October. Fog brought some of them down into the hawthorn hedge.',
            page: 40,
            tags: ['passerines', 'night'],
          },
          {
            id: 'n9b1t6f3v8qe',
            text:
              'Two short-eared owls hunted voles over the fallow field. They came in off the sea at ' +
              'eleven, chased by gulls, and rested on the fence posts.',
            page: 41,
            tags: ['owls', 'arrival'],
          },
        ],
      },
      {
        id: 'ringing-hut-manual-5d0p7s4w2yhc',
        displayName: 'Manual of the ringing hut',
        customMetadata: [
          { key: 'author', stringValue: 'Ida' },
          { key: 'year', numericValue: 2019 },
        ],
        chunks: [
          {
            id: 'u2x6e9k4a7ji',
            text:
              'Check the mist nets every thirty minutes, and every fifteen in rain. Close them when ' +
              'the wind is stronger than four on the Beaufort scale.',
            page: 1,
            tags: ['ringing', 'rules'],
          },
          {
            id: 'h3w8q1o5r0ds',
            text:
              'Weigh each bird in its bag, measure the wing, read the ring twice and let it go ' +
              'within ten minutes. Write the ring number down before the weight.',
            page: 2,
            tags: ['ringing', 'rules'],
          },
          {
            id: 'z7l4m2y9c6pf',
            text:
              'The stove takes dry wood only. Empty the ash pan in the morning, and never leave the ' +
              'hut with the damper closed.',
            page: 5,
            tags: ['hut'],
          },
        ],
      },
      {
        id: 'empty-pages-0d8f2k6s4n1p',
        displayName: 'Empty pages',
        customMetadata: [],
        chunks: [],
      },
    ],
  },
  {
    id: 'letters',
    displayName: 'Letters from the lighthouse',
    age: 87,
    sharedWith: [
      { granteeType: 'USER', role: 'WRITER', emailAddress: 'grace@example.com' },
      { granteeType: 'EVERYONE', role: 'READER' },
    ],
    documents: [
      {
        id: 'winter-1911',
        displayName: 'Winter of 1911',
        customMetadata: [
          { key: 'writer', stringValue: 'Keeper Aune' },
          { key: 'year', numericValue: 1911 },
        ],
        chunks: [
          {
            id: 'storm',
            text:
              'The storm broke two panes of the lantern room. We hung a sail over the gap and kept ' +
              'the lamp burning by hand until daylight.',
            page: 1,
            tags: ['weather', 'lamp'],
          },
          {
            id: 'ice',
            text:
              'Ice has closed the sound since Twelfth Night. The post comes over it on foot, and ' +
              'the children skate to school.',
            page: 2,
            tags: ['weather', 'post'],
          },
        ],
      },
      {
        id: 'supply-boat',
        displayName: 'The supply boat',
        customMetadata: [
          { key: 'writer', stringValue: 'Marit' },
          { key: 'year', numericValue: 1913 },
        ],
        chunks: [
          {
            id: 'order',
            text:
              'Please send four barrels of paraffin, a sack of coffee, lamp wicks of the broad kind ' +
              'and a new spring for the clockwork that turns the lens.',
            page: 1,
            tags: ['lamp', 'supplies'],
          },
          {
            id: 'thanks',
            text:
              'The boat came in a flat calm. Everything was dry, even the flour, and the captain ' +
              'stayed for supper and played the fiddle.',
            page: 2,
            tags: ['supplies'],
          },
        ],
      },
    ],
  },
];

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

export function fillCorpora(world: HandlerContext): void {
  for (const seed of demoCorpora) addCorpus(world, seed);
}

function addCorpus(world: HandlerContext, seed: CorpusSeed): void {
  const { id, displayName, age, sharedWith, documents } = seed;
  const at = world.time.now() - age * DAY_MS;
  const name = nameIn('', 'corpora', id);
  const resource = { name, displayName, ...stamps(world, at) };
  world.state.insert('corpora', { name, parent: '', resource, hidden: { owner: DEMO_USER } });
  grant(world, name, 'USER', 'OWNER', DEMO_USER);
  for (const { granteeType, role, emailAddress } of sharedWith) {
    grant(world, name, granteeType, role, emailAddress);
  }
  for (const [index, document] of documents.entries()) {
    seedDocument(world, name, document, at + (index + 1) * MINUTE_MS);
  }
}

function seedDocument(
  world: HandlerContext,
  parent: string,
  { id, displayName, customMetadata, chunks }: DocumentSeed,
  at: number,
): void {
  const name = nameIn(parent, 'documents', id);
  const resource = { name, displayName, customMetadata, ...stamps(world, at) };
  world.state.insert('documents', { name, parent, resource, hidden: {} });
  for (const [index, { id: chunkId, text, page, tags }] of chunks.entries()) {
    const createdAt = at + (index + 1) * 1000;
    const chunk = {
      name: nameIn(name, 'chunks', chunkId),
      data: { stringValue: text },
      customMetadata: [
        { key: 'page', numericValue: page },
        { key: 'tags', stringListValue: { values: tags } },
      ],
      ...stamps(world, createdAt),
    };
    // Cached embedding, as each emulator session creates the sample data.
    const vector = chunkVector(chunk, createdAt, embed);
    const record = { name: chunk.name, parent: name, resource: chunk, hidden: {}, vector };
    world.state.insert('chunks', record);
  }
}

function stamps(
  world: HandlerContext,
  at: number,
): { readonly createTime: string; readonly updateTime: string } {
  return { createTime: world.time.stamp(at), updateTime: world.time.stamp(at) };
}

interface StoredDocumentSeed {
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

const documents: readonly StoredDocumentSeed[] = [
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
