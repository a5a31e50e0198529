import type { JsonObject } from '../../api/schema/row';
import { inlineLines, insertBatch } from '../batches';
import type { HandlerContext } from '../handlerContext';

const MINUTE_MS = 60 * 1000;

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
      ...{ kind, displayName, id, model: models[kind], isSeeded: true },
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
