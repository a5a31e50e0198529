import assert from 'node:assert/strict';
import { EagerClock } from '../../../fakes/eagerClock';
import {
  begin,
  bytesOf,
  command,
  fileOf,
  GRANULE,
  hashOf,
  receivedBy,
  sendAndLeave,
  statusOf,
} from './uploading';
import { type Answer, control, errorOf, json, useEmulator } from '../wire';

describe('emulator: uploads that break', () => {
  const clock = new EagerClock();
  const emulator = useEmulator({ seed: 'empty', clock, limits: { uploadGranularity: GRANULE } });
  afterEach(() => control(emulator(), 'DELETE', 'faults'));

  function fault(body: object): Promise<unknown> {
    return control(emulator(), 'POST', 'faults', body);
  }

  /** One command that must meet no answer. */
  async function assertCut(answer: Promise<Answer>): Promise<void> {
    await assert.rejects(answer, (error: NodeJS.ErrnoException) =>
      ['ECONNRESET', 'EPIPE'].includes(error.code ?? ''),
    );
  }

  async function finish(path: string, bytes: Buffer): Promise<void> {
    const offset = await receivedBy(emulator(), path);
    const raw = bytes.subarray(offset);
    const answer = await command(emulator(), path, 'upload, finalize', { offset, raw });
    assert.equal(fileOf(answer).sha256Hash, hashOf(bytes));
  }

  /** Until the emulator has seen that a client left; each look is a request, which lets it go on. */
  async function hasLeft(): Promise<void> {
    for (let look = 0; look < 1000; look += 1) {
      const { entries } = await control(emulator(), 'GET', 'log');
      const all = entries as readonly { readonly closedEarly?: boolean }[];
      if (all.some(({ closedEarly }) => closedEarly === true)) return;
    }
    assert.fail('Nobody was seen to leave.');
  }

  it('keeps what arrived before the client left', async () => {
    const bytes = bytesOf(5 * GRANULE);
    const path = await begin(emulator(), { length: bytes.length });
    const raw = bytes.subarray(0, 3 * GRANULE + 7);
    await sendAndLeave(emulator(), path, { offset: 0, raw, announced: bytes.length });
    await hasLeft();
    assert.equal(await receivedBy(emulator(), path), raw.length);
    await finish(path, bytes);
  });

  it('resets where it is asked to, and goes on there', async () => {
    const bytes = bytesOf(10 * GRANULE);
    const at = 5 * GRANULE + 3;
    const path = await begin(emulator(), { length: bytes.length });
    await fault({ kind: 'upload-reset', at });
    await assertCut(command(emulator(), path, 'upload, finalize', { offset: 0, raw: bytes }));
    assert.equal(await receivedBy(emulator(), path), at);
    await finish(path, bytes);
  });

  it('keeps less than it was sent, and lets nothing be finished by that', async () => {
    const bytes = bytesOf(4 * GRANULE);
    const path = await begin(emulator(), { length: bytes.length });
    await fault({ kind: 'upload-keep-less', keep: 2 * GRANULE + 9, granule: GRANULE });
    const answer = await command(emulator(), path, 'upload, finalize', { offset: 0, raw: bytes });
    assert.deepEqual([answer.status, statusOf(answer)], [200, 'active']);
    const next = { offset: 4 * GRANULE, raw: Buffer.alloc(0) };
    assert.equal((await command(emulator(), path, 'upload', next)).status, 400);
    assert.equal(await receivedBy(emulator(), path), 2 * GRANULE);
    await finish(path, bytes);
  });

  it('loses the last answer, and gives it again to a query', async () => {
    const bytes = bytesOf(GRANULE);
    const path = await begin(emulator(), { file: { name: 'files/once' } });
    await fault({ kind: 'upload-lost-answer' });
    const sent = { offset: 0, raw: bytes };
    await assertCut(command(emulator(), path, 'upload, finalize', sent));
    const answer = await command(emulator(), path, 'query');
    assert.equal(statusOf(answer), 'final');
    assert.deepEqual(fileOf(answer), await json(emulator(), '/v1beta/files/once'));
  });

  it('answers a chunk with a status and no state', async () => {
    const bytes = bytesOf(2 * GRANULE);
    const path = await begin(emulator(), { length: bytes.length });
    await fault({ kind: 'upload-status', count: 2 });
    await fault({ kind: 'upload-status', status: 500, keep: GRANULE });
    for (const [status, kept] of [
      [503, 0],
      [503, 0],
      [500, GRANULE],
    ] as const) {
      const sent = { offset: 0, raw: bytes };
      const answer = await command(emulator(), path, 'upload, finalize', sent);
      assert.equal(answer.status, status);
      assert.equal(statusOf(answer), undefined);
      assert.equal(await receivedBy(emulator(), path), kept);
    }
    await finish(path, bytes);
  });

  it('says that the token has expired in the middle', async () => {
    const bytes = bytesOf(2 * GRANULE);
    const path = await begin(emulator(), { length: bytes.length });
    const first = { offset: 0, raw: bytes.subarray(0, GRANULE) };
    await command(emulator(), path, 'upload', first);
    await fault({ kind: 'upload-expired-token' });
    const last = { offset: GRANULE, raw: bytes.subarray(GRANULE) };
    const answer = await command(emulator(), path, 'upload, finalize', last);
    assert.deepEqual([answer.status, errorOf(answer).status], [401, 'UNAUTHENTICATED']);
    assert.equal(await receivedBy(emulator(), path), GRANULE);
    await finish(path, bytes);
  });
});
