import assert from 'node:assert/strict';
import { assertSame, bytesOf, commandsOf, GRANULE, sourceOf, useUploads, uploadFile } from './rig';

describe('upload', () => {
  const rig = useUploads();

  for (const [what, size] of [
    ['nothing', 0],
    ['one byte', 1],
    ['exactly one granule', GRANULE],
    ['a granule and a byte', GRANULE + 1],
    ['many granules', 20 * GRANULE + 17],
  ] as const) {
    it(`sends ${what} in one request`, async () => {
      const bytes = bytesOf(size);
      const { client } = rig.connect();
      const file = await uploadFile(client, {
        source: sourceOf(bytes),
        file: { displayName: 'Größe “x”.png', mimeType: 'image/png' },
      });
      assertSame(file, bytes);
      assert.equal(file.displayName, 'Größe “x”.png');
      assert.equal(file.mimeType, 'image/png');
      const seen = await rig.seen();
      assert.deepEqual(commandsOf(seen), ['start', 'upload, finalize']);
      assert.deepEqual([seen[1]?.offset, seen[1]?.length], [0, size]);
    });
  }

  it('sends pieces of whole granules where it is told to', async () => {
    const bytes = bytesOf(5 * GRANULE + 9);
    const { client } = rig.connect();
    const file = await uploadFile(
      client,
      { source: sourceOf(bytes), file: { mimeType: 'image/png' } },
      { chunkBytes: 2 * GRANULE + 1 },
    );
    assertSame(file, bytes);
    const [, ...pieces] = await rig.seen();
    assert.deepEqual(
      pieces.map(({ command, offset, length }) => [command, offset, length]),
      [
        ['upload', 0, 2 * GRANULE],
        ['upload', 2 * GRANULE, 2 * GRANULE],
        ['upload, finalize', 4 * GRANULE, GRANULE + 9],
      ],
    );
  });
});
