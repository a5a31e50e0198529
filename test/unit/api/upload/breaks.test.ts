import assert from 'node:assert/strict';
import type { RetryWait } from '../../../../src/api/retry/retryPolicy';
import type { UploadSession } from '../../../../src/api/upload/upload';
import { failure, reasonOf } from '../harness';
import {
  assertSame,
  bytesOf,
  commandsOf,
  GRANULE,
  sourceOf,
  useUploads,
  type SeenCommand,
  uploadFile,
} from './rig';

const FILE = { mimeType: 'image/png' } as const;

/** Bytes that came more than once. */
function resent(seen: readonly SeenCommand[], size: number): number {
  return seen.reduce((sum, { bodyBytes, offset }) => sum + (offset < 0 ? 0 : bodyBytes), 0) - size;
}

describe('upload that breaks', () => {
  const rig = useUploads();
  const bytes = bytesOf(10 * GRANULE);

  for (const granule of [1, GRANULE]) {
    it(`asks and goes on after a reset, of which whole pieces of ${granule} are kept`, async () => {
      await rig.fault({ kind: 'upload-reset', at: Math.floor(bytes.length / 2), granule });
      const { client } = rig.connect();
      assertSame(await uploadFile(client, { source: sourceOf(bytes), file: FILE }), bytes);
      const seen = await rig.seen();
      assert.deepEqual(commandsOf(seen), [
        'start',
        'upload, finalize',
        'query',
        'upload, finalize',
      ]);
      assert.ok(resent(seen, bytes.length) <= GRANULE, `${resent(seen, bytes.length)} re-sent`);
    });
  }

  it('gets over three resets and one 503', async () => {
    const at = (share: number): object => ({
      kind: 'upload-reset',
      at: Math.floor(share * bytes.length),
    });
    for (const share of [0.1, 0.3, 0.2]) await rig.fault(at(share));
    await rig.fault({ kind: 'upload-status', status: 503, keep: GRANULE });
    const waits: RetryWait[] = [];
    const { client } = rig.connect();
    const before = await rig.files();
    const file = await uploadFile(
      client,
      { source: sourceOf(bytes), file: FILE },
      { onRetry: (wait) => waits.push(wait) },
    );
    assertSame(file, bytes);
    assert.deepEqual(
      waits.map(({ operation, attempt }) => [operation, attempt]),
      Array.from({ length: 4 }, () => ['media.upload', 1]),
    );
    assert.equal((await rig.files()).length, before.length + 1);
  });

  it('finds the file whose last answer was lost', async () => {
    await rig.fault({ kind: 'upload-lost-answer' });
    const { client } = rig.connect();
    const before = await rig.files();
    assertSame(await uploadFile(client, { source: sourceOf(bytes), file: FILE }), bytes);
    const seen = await rig.seen();
    assert.deepEqual(commandsOf(seen), ['start', 'upload, finalize', 'query']);
    assert.equal((await rig.files()).length, before.length + 1);
  });

  for (const kind of ['upload-no-url', 'upload-no-status']) {
    it(`begins again while the start fails by ${kind}, and then says so`, async () => {
      await rig.fault({ kind, stage: 'start', count: 2 });
      const { client } = rig.connect();
      assertSame(await uploadFile(client, { source: sourceOf(bytes), file: FILE }), bytes);
      const commands = commandsOf(await rig.seen());
      assert.deepEqual(commands, ['start', 'start', 'start', 'upload, finalize']);
      await rig.fault({ kind, stage: 'start', count: 3 });
      const error = await failure(
        uploadFile(client, { source: sourceOf(bytes), file: FILE }, { maxAttempts: 3 }),
      );
      assert.equal(error.message, 'The server didn’t return an upload URL.');
      assert.match(error.hint ?? '', /Tried 3 times\.$/);
      assert.equal((await rig.seen()).length, commands.length + 3);
    });
  }

  it('ends where nothing gets through, and keeps the session to go on later', async () => {
    const sessions: UploadSession[] = [];
    await rig.fault({ kind: 'upload-reset', at: GRANULE });
    await rig.fault({ kind: 'upload-reset', at: 0, count: 9 });
    const { client } = rig.connect();
    const input = { source: sourceOf(bytes), file: FILE };
    const onSession = (session: UploadSession): void => void sessions.push(session);
    const error = await failure(uploadFile(client, input, { maxAttempts: 3, onSession }));
    assert.equal(reasonOf(error), 'reset');
    assert.ok(!commandsOf(await rig.seen()).includes('cancel'));
    const [session] = sessions;
    assert.ok(session);
    await rig.clear();
    assertSame(await uploadFile(client, { ...input, session }, { onSession }), bytes);
    assert.equal(sessions.length, 1, 'no other session');
    const seen = await rig.seen();
    assert.deepEqual(commandsOf(seen).slice(-2), ['query', 'upload, finalize']);
    assert.equal(seen.at(-1)?.offset, GRANULE);
  });

  it('ends at once with an error that repeating does not mend', async () => {
    await rig.fault({ kind: 'upload-status', status: 403 });
    const { client } = rig.connect();
    const error = await failure(uploadFile(client, { source: sourceOf(bytes), file: FILE }));
    assert.equal((error as { httpStatus?: number }).httpStatus, 403);
    assert.deepEqual(commandsOf(await rig.seen()), ['start', 'upload, finalize']);
  });
});
