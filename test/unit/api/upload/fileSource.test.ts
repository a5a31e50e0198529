import assert from 'node:assert/strict';
import { appendFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OutgoingBody } from '../../../../src/api/undici/outgoing';
import { fileSource } from '../../../../src/api/upload/fileSource';
import { failure, reasonOf } from '../harness';
import { bytesOf } from './rig';
import { folderForEach } from '../../../fakes/folder';

const PIECE = 1000;

describe('a file to upload', () => {
  const folder = folderForEach();
  let path = '';
  const bytes = bytesOf(10 * PIECE + 7);
  const signal = new AbortController().signal;
  beforeEach(async () => {
    path = join(folder(), 'file');
    await writeFile(path, bytes);
  });

  /** Reads to the end; `onPiece` is called with each piece in hand. */
  async function readAll(
    offset: number,
    onPiece: (count: number) => void | Promise<void> = () => undefined,
  ): Promise<{ readonly read: Buffer; readonly memories: number }> {
    const source = await fileSource(path, { pieceBytes: PIECE });
    const pieces: Buffer[] = [];
    const memories = new Set<ArrayBufferLike>();
    try {
      for await (const piece of source.read(offset, signal)) {
        // Only good until the next one.
        pieces.push(Buffer.from(piece));
        memories.add(piece.buffer);
        await onPiece(pieces.length);
      }
    } finally {
      await source.close();
    }
    return { read: Buffer.concat(pieces), memories: memories.size };
  }

  for (const offset of [0, 1, PIECE, 10 * PIECE + 6, 10 * PIECE + 7]) {
    it(`is read from byte ${offset} to its end, with two pieces of memory`, async () => {
      const { read, memories } = await readAll(offset);
      assert.ok(read.equals(bytes.subarray(offset)));
      assert.ok(memories <= 2, `${memories} pieces of memory`);
    });
  }

  const changes: { readonly [what: string]: () => Promise<void> } = {
    'has become shorter': () => truncate(path, 5 * PIECE),
    'has become longer': () => appendFile(path, 'more'),
    'was written anew': () => writeFile(path, bytes),
    'was deleted': () => rm(path),
    'was replaced': async () => {
      await writeFile(`${path}.new`, bytes);
      await rename(`${path}.new`, path);
    },
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`keeps its last piece back when it ${what} meanwhile`, async () => {
      let given = 0;
      const error = await failure(
        readAll(0, async (count) => {
          given = count;
          if (count === 2) await change();
        }),
      );
      assert.equal(reasonOf(error), 'sourceChanged');
      assert.ok(given <= 10, `${given} of 11 pieces were given`);
    });
  }
});

const KIB = 1024;

/** What the socket is given of pieces in one memory. */
async function given(piece: number, count: number) {
  const memory = Buffer.alloc(piece);
  let taken = 0;
  const body = new OutgoingBody(
    {
      length: piece * count,
      async *bytes() {
        for (let index = 0; index < count; index += 1) yield await Promise.resolve(memory);
      },
    },
    { onTaken: (bytes) => (taken += bytes), onGiven: () => undefined },
  );
  const slices: { readonly length: number; readonly isCopy: boolean }[] = [];
  for await (const slice of body) {
    slices.push({ length: slice.length, isCopy: slice.buffer !== memory.buffer });
  }
  return { slices, taken: () => taken, lengths: slices.map(({ length }) => length) };
}

describe('the body of an upload on its way to the socket', () => {
  it('copies what the socket may still have when the memory is used again', async () => {
    const { slices } = await given(KIB, 20);
    assert.equal(slices.length, 20);
    assert.ok(slices.every(({ isCopy }) => isCopy));
  });

  it('copies nothing that the socket is waited for', async () => {
    const { slices, lengths, taken } = await given(1000 * KIB, 8);
    assert.ok(slices.every(({ isCopy }) => !isCopy));
    assert.ok(Math.min(...lengths) >= 64 * KIB);
    assert.equal(taken(), 8000 * KIB);
  });
});
