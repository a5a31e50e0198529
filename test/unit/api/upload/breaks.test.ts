import assert from 'node:assert/strict';
import type { RetryWait } from '../../../../src/api/retry/retryPolicy';
import type { UploadSession } from '../../../../src/api/upload/upload';
import { EagerClock } from '../../../fakes/eagerClock';
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

  for (const [what, fault] of [
    ['is a 503', { kind: 'upload-status', status: 503 }],
    ['is a 503 though bytes were kept', { kind: 'upload-status', status: 503, keep: 3 * GRANULE }],
    ['is a 429', { kind: 'upload-status', status: 429 }],
    ['is a 409', { kind: 'upload-status', status: 409, keep: GRANULE }],
    ['has no state', { kind: 'upload-no-status', stage: 'chunk' }],
    ['has no state at the end', { kind: 'upload-no-status', stage: 'final' }],
  ] as const) {
    it(`asks before it sends anything when an answer ${what}`, async () => {
      await rig.fault(fault);
      const { client } = rig.connect();
      assertSame(await uploadFile(client, { source: sourceOf(bytes), file: FILE }), bytes);
      const [start, first, then, ...rest] = commandsOf(await rig.seen());
      assert.deepEqual([start, first, then], ['start', 'upload, finalize', 'query']);
      assert.ok(rest.length <= 1, rest.join());
    });
  }

  it('waits as long as the service asks for', async () => {
    await rig.fault({ kind: 'upload-status', status: 429 });
    const clock = new EagerClock();
    const waits: RetryWait[] = [];
    const { client } = rig.connect({ retry: { clock, random: () => 0 } });
    await uploadFile(
      client,
      { source: sourceOf(bytes), file: FILE },
      { onRetry: (wait) => waits.push(wait) },
    );
    assert.equal(waits[0]?.asked, true);
    assert.ok(waits[0].delayMs >= 1000, `${waits[0].delayMs} ms`);
    assert.deepEqual(clock.waits, [waits[0].delayMs]);
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

  it('sends pieces when one long request is broken off twice with nothing kept', async () => {
    await rig.fault({ kind: 'upload-reset', at: 0, count: 2 });
    const { client } = rig.connect();
    assertSame(await uploadFile(client, { source: sourceOf(bytes), file: FILE }), bytes);
    const seen = await rig.seen();
    const lengths = seen.filter(({ offset }) => offset >= 0).map(({ length }) => length);
    assert.deepEqual(lengths.slice(0, 3), [bytes.length, bytes.length, GRANULE]);
    assert.equal(commandsOf(seen).filter((command) => command === 'upload').length, 9);
  });

  it('sends pieces when a request is too large for somebody on the way', async () => {
    await rig.fault({ kind: 'upload-status', status: 413 });
    const { client } = rig.connect();
    assertSame(await uploadFile(client, { source: sourceOf(bytes), file: FILE }), bytes);
    const lengths = (await rig.seen()).filter(({ offset }) => offset >= 0);
    assert.equal(Math.max(...lengths.slice(1).map(({ length }) => length)), GRANULE);
  });

  it('ends at once with an error that repeating does not mend', async () => {
    await rig.fault({ kind: 'upload-status', status: 403 });
    const { client } = rig.connect();
    const error = await failure(uploadFile(client, { source: sourceOf(bytes), file: FILE }));
    assert.equal((error as { httpStatus?: number }).httpStatus, 403);
    assert.deepEqual(commandsOf(await rig.seen()), ['start', 'upload, finalize']);
  });
});
