import { createHash } from 'node:crypto';
import type { JsonObject } from '../../api/schema/row';
import { inlineLines, insertBatch } from '../batches/createBatch';
import { decideProcessing, FILE_LIFETIME, type Processing, storeFile } from '../fileStore';
import type { HandlerContext } from '../handlerContext';

const MINUTE_MS = 60 * 1000;
const LIFETIME_MINUTES = FILE_LIFETIME / MINUTE_MS;

interface FileSeed {
  readonly id: string;
  readonly displayName: string;
  readonly mimeType: string;
  readonly bytes: number;
  /** Bytes of a generated file; must have the length `bytes`. */
  readonly generated?: Buffer;
  /** In minutes. */
  readonly age: number;
  /** Overrides the default processing. `endsIn` is in minutes from now. */
  readonly processing?: Omit<Processing, 'endsAt'> & { readonly endsIn: number };
}

const HAIKU = Buffer.from(
  'Fog lifts off the pier,\none gull counts the empty boats\nand the tide counts back.\n',
);

const demoFiles: readonly FileSeed[] = [
  {
    id: 'b6n3y8t0k5we',
    displayName: 'Fähre.mp4',
    mimeType: 'video/mp4',
    bytes: 4_893_221,
    // Expires in 90 minutes.
    age: LIFETIME_MINUTES - 90,
  },
  {
    id: 'o2v7h1p9x4dq',
    displayName: 'Tide tables 2026.pdf',
    mimeType: 'application/pdf',
    bytes: 1_284_417,
    age: 26 * 60,
  },
  {
    id: 'harbour-panorama',
    displayName: 'Harbour panorama.png',
    mimeType: 'image/png',
    bytes: 3_110_254,
    age: 19 * 60,
  },
  {
    id: 'gull-calls',
    displayName: 'Gull calls at dawn.mp3',
    mimeType: 'audio/mpeg',
    bytes: 889_017,
    age: 5 * 60,
  },
  {
    id: 'haiku-7f2c',
    displayName: 'Haiku of the harbour.txt',
    mimeType: 'text/plain',
    bytes: HAIKU.length,
    generated: HAIKU,
    age: 4 * 60,
  },
  {
    id: 'log-book',
    displayName: 'Log book.txt',
    mimeType: 'text/plain',
    bytes: 18_342,
    age: 3 * 60,
  },
  {
    id: 'x4d9w2s7k1ub',
    displayName: 'Mooring (damaged).mov',
    mimeType: 'video/quicktime',
    bytes: 7_340_033,
    age: 45,
    processing: {
      endsIn: -44,
      outcome: 'FAILED',
      error: { code: 3, message: 'The video could not be decoded: the file ends early.' },
    },
  },
  {
    id: 'r4z9c2m6f8ju',
    displayName: 'Crossing, whole day.webm',
    mimeType: 'video/webm',
    bytes: 1_932_735_283,
    age: 1,
    processing: { endsIn: 15, outcome: 'ACTIVE', videoDuration: '774s' },
  },
];

/** Adds sample files of several types and states, one of them close to expiration. */
export function fillFiles(world: HandlerContext): void {
  const now = world.time.now();
  for (const { id, displayName, mimeType, bytes, generated, age, processing } of demoFiles) {
    const createdAt = now - age * MINUTE_MS;
    const digested = generated ?? displayName;
    const sha256 = createHash('sha256').update(digested).digest('hex');
    storeFile(world, {
      name: `files/${id}`,
      displayName,
      createdAt,
      content: {
        mimeType,
        bytes,
        sha256,
        ...(generated && { blocks: [generated], isGenerated: true }),
      },
      processing: processing
        ? endingAt(processing, now)
        : decideProcessing({ mimeType, bytes, displayName }, createdAt),
    });
  }
}

function endingAt(
  { endsIn, ...rest }: NonNullable<FileSeed['processing']>,
  now: number,
): Processing {
  return { ...rest, endsAt: now + endsIn * MINUTE_MS };
}

interface BatchSeed {
  readonly id: string;
  readonly kind: 'generate' | 'embed';
  readonly displayName: string;
  /** In minutes. */
  readonly age: number;
  readonly rate?: number;
  readonly requests: readonly JsonObject[];
}

const places = [
  'the outer mole',
  'the northern pontoon',
  'the harbour office',
  'the storm gate',
  'the fish market',
  'the lighthouse',
];

const demoBatches: readonly BatchSeed[] = [
  {
    id: 'q7m2x9v4k1t8c3b6n0r5w2z7h4j9d1s6f3g8',
    kind: 'generate',
    displayName: 'Signs for the harbour',
    age: 7 * 60,
    requests: [
      ...places.map((place, index) => ask(`Write a sign for ${place}.`, `sign-${index + 1}`)),
      {
        request: { contents: [{ role: 'captain', parts: [{ text: 'Write a sign.' }] }] },
        metadata: { key: 'sign-7' },
      },
    ],
  },
  {
    id: 'b4w8e1y5u9i3o7p2a6s0d4f8g1h5j9k3l7z2',
    kind: 'embed',
    displayName: 'Vectors of places',
    age: 3 * 60,
    requests: places.map((place) => ({
      request: { content: { parts: [{ text: place }] } },
      metadata: { key: place },
    })),
  },
  {
    id: 'n6c0x3v7b1m5q9w2e6r0t4y8u1i5o9p3a7s2',
    kind: 'generate',
    displayName: 'Letters to the keepers',
    age: 4,
    rate: 0.1,
    requests: Array.from({ length: 120 }, (_none, index) =>
      ask(`Write a letter to the keeper of berth ${index + 1}.`, `berth-${index + 1}`),
    ),
  },
];

const models = { generate: 'models/emulator-flash', embed: 'models/emulator-embedding' } as const;

/** Adds sample batches: a finished one with an error, an embedding batch and a running one. */
export function fillBatches(world: HandlerContext): void {
  for (const { id, kind, displayName, age, rate, requests } of demoBatches) {
    insertBatch(world, {
      kind,
      displayName,
      id,
      model: models[kind],
      isSeeded: true,
      call: { version: 'v1beta', caller: { kind: 'apiKey' } },
      source: { blocks: inlineLines(requests) },
      at: world.time.now() - age * MINUTE_MS,
      ...(rate === undefined ? {} : { rate }),
    });
  }
}

function ask(text: string, key: string): JsonObject {
  return { request: { contents: [{ role: 'user', parts: [{ text }] }] }, metadata: { key } };
}
