import assert from 'node:assert/strict';
import { OutgoingBody } from '../../../../src/api/undici/outgoing';

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
