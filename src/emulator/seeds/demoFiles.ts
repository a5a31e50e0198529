import { createHash } from 'node:crypto';
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
