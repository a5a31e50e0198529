import assert from 'node:assert/strict';
import { FakeClock } from '../../../fakes/clock';
import { OutgoingBody } from '../../../../src/api/undici/outgoing';

const KIB = 1024;

/** What the socket is given of pieces in one memory, at a pace of `ms` for each slice. */
async function given(piece: number, count: number, ms: number) {
  const memory = Buffer.alloc(piece);
  const clock = new FakeClock();
  let taken = 0;
  const body = new OutgoingBody(
    {
      length: piece * count,
      async *bytes() {
        for (let index = 0; index < count; index += 1) yield await Promise.resolve(memory);
      },
    },
    clock,
    { onTaken: (bytes) => (taken += bytes), onGiven: () => undefined },
  );
  const slices: { readonly length: number; readonly isCopy: boolean }[] = [];
  for await (const slice of body) {
    slices.push({ length: slice.length, isCopy: slice.buffer !== memory.buffer });
    clock.advance(ms);
  }
  return { slices, taken: () => taken, lengths: slices.map(({ length }) => length) };
}

describe('the body of an upload on its way to the socket', () => {
  it('copies what the socket may still have when the memory is used again', async () => {
    const { slices } = await given(KIB, 20, 0);
    assert.equal(slices.length, 20);
    assert.ok(slices.every(({ isCopy }) => isCopy));
  });

  it('copies nothing that the socket is waited for', async () => {
    const { slices, lengths, taken } = await given(1000 * KIB, 8, 0);
    assert.ok(slices.every(({ isCopy }) => !isCopy));
    assert.ok(Math.min(...lengths) >= 64 * KIB);
    assert.equal(taken(), 8000 * KIB);
  });

  it('gives more at once on a fast network, and less on a slow one', async () => {
    const fast = await given(1024 * KIB, 8, 1);
    const slow = await given(1024 * KIB, 8, 1000);
    assert.equal(fast.lengths.at(-1), 1024 * KIB);
    assert.equal(slow.lengths.at(-1), 64 * KIB);
  });
});
