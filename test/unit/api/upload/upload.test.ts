import assert from 'node:assert/strict';
import type { UploadProgress, UploadSession } from '../../../../src/api/upload/upload';
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

  it('takes the name that was chosen', async () => {
    const { client } = rig.connect();
    const { name } = await uploadFile(client, {
      source: sourceOf(bytesOf(3)),
      file: { name: 'files/mine', mimeType: 'text/plain' },
    });
    assert.equal(name, 'files/mine');
  });

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

  it('tells of its session and of its progress', async () => {
    const bytes = bytesOf(3 * GRANULE);
    const sessions: UploadSession[] = [];
    const told: UploadProgress[] = [];
    const { client } = rig.connect();
    await uploadFile(
      client,
      { source: sourceOf(bytes), file: { mimeType: 'image/png' } },
      {
        onSession: (session) => void sessions.push(session),
        onProgress: (progress) => told.push(progress),
      },
    );
    const [session] = sessions;
    assert.equal(sessions.length, 1);
    assert.equal(session?.granularity, GRANULE);
    assert.match(session.url, /upload_id=/);
    assert.deepEqual(told.at(-1), { sent: bytes.length, confirmed: bytes.length });
  });
});
