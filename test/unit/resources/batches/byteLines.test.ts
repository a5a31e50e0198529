import assert from 'node:assert/strict';
import { byteLines, isBlank, lineText } from '../../../../src/resources/batches/resultIndex';

/** A text in pieces of some bytes, in memory that is used again for the next one. */
async function* pieces(text: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  const memory = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const length = bytes.copy(memory, 0, at, at + size);
    yield await Promise.resolve(memory.subarray(0, length));
  }
}

async function linesOf(text: string | Uint8Array, size: number) {
  const found: [line: number, offset: number, length: number, text: string | undefined][] = [];
  for await (const { line, offset, length, bytes } of byteLines(pieces(text, size))) {
    found.push([line, offset, length, lineText(bytes)]);
  }
  return found;
}

describe('lines of a file with their places', () => {
  const text = 'första\r\n\nzwei ✓\ndrei';

  it('are the same however the file is cut', async () => {
    for (const size of [1, 2, 3, 5, 7, 1000]) {
      assert.deepEqual(
        await linesOf(text, size),
        [
          [1, 0, 7, 'första'],
          [2, 9, 0, ''],
          [3, 10, 8, 'zwei ✓'],
          [4, 19, 4, 'drei'],
        ],
        `pieces of ${size} bytes`,
      );
    }
  });

  it('leave out the mark before UTF-8, and no last line that is none', async () => {
    assert.deepEqual(await linesOf('\ufeffone\n', 2), [[1, 3, 3, 'one']]);
    assert.deepEqual(await linesOf('', 2), []);
  });

  it('tell what is no UTF-8, and what is nothing but space', async () => {
    const [line] = await linesOf(Buffer.from([0x61, 0xff]), 10);
    assert.equal(line?.[3], undefined);
    assert.deepEqual([isBlank(Buffer.from(' \t\r')), isBlank(Buffer.from(' x'))], [true, false]);
  });

  it('do not go on without an end', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield await Promise.resolve(Buffer.alloc(8_000_000, 'a'));
    }
    const read = async (): Promise<void> => {
      for await (const line of byteLines(endless())) assert.fail(String(line.line));
    };
    await assert.rejects(read, { reason: 'badSource' });
  });
});
