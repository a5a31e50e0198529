import assert from 'node:assert/strict';
import type { RetryWait } from '../../../../src/api/retryPolicy';
import type { UploadSession } from '../../../../src/api/upload/upload';
import { FakeClock } from '../../../fakes/clock';
import { EagerClock } from '../../../fakes/eagerClock';
import type { Script } from '../../../fakes/faultServer';
import { failure, reasonOf, type Rig, Rigs } from '../harness';
import {
  assertSame,
  bytesOf,
  commandsOf,
  GRANULE,
  type SeenCommand,
  sourceOf,
  uploadFile,
  useUploads,
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

const DONE = { file: { name: 'files/done' } };

/** Sessions that the service loses after a while: each is asked for with a command and its address. */
describe('upload that is lost', () => {
  const rigs = new Rigs();
  afterEach(() => rigs.closeAll());

  type Answer = { readonly status: number; readonly state?: string; readonly received?: number };

  /** @param query what is answered to a query of a session, numbered from 1; undefined finishes it instead. */
  async function serve(query: (session: number, asked: number) => Answer): Promise<Rig> {
    let sessions = 0;
    let asked = 0;
    const script: Script = ({ headers, target }, wire) => {
      const command = headers['x-goog-upload-command'];
      if (command === 'start') {
        sessions += 1;
        return wire.answer(200, '', {
          'x-goog-upload-status': 'active',
          'x-goog-upload-url': `http://${headers.host}/upload/v1beta/files?upload_id=session-${sessions}`,
          'x-goog-upload-chunk-granularity': String(GRANULE),
        });
      }
      const session = Number(/session-(\d+)/.exec(target)?.[1] ?? 0);
      if (command !== 'query') {
        if (session > 1) {
          return wire.answer(200, JSON.stringify(DONE), {
            'content-type': 'application/json',
            'x-goog-upload-status': 'final',
          });
        }
        wire.reset();
        return;
      }
      asked += 1;
      const { status, state, received } = query(session, asked);
      return wire.answer(status, status === 200 ? '' : '{"error":{"code":400,"message":"Gone."}}', {
        ...(state === undefined ? {} : { 'x-goog-upload-status': state }),
        ...(received === undefined ? {} : { 'x-goog-upload-size-received': String(received) }),
      });
    };
    return await rigs.start(script, { retry: { random: () => 0, maxAttempts: 4 } });
  }

  const bytes = bytesOf(3 * GRANULE);
  const commandsOf = ({ requests }: Rig['server']) =>
    requests.map(({ headers }) => headers['x-goog-upload-command']);

  it('is not sent again where something came of it, which the caller finds', async () => {
    const { client, server } = await serve(() => ({ status: 404 }));
    const made = { file: { name: 'files/found' } };
    const { name } = await uploadFile(
      client,
      { source: sourceOf(bytes), file: FILE },
      { findMade: () => Promise.resolve(made) },
    );
    assert.equal(name, 'files/found');
    assert.deepEqual(commandsOf(server), ['start', 'upload, finalize', 'query']);
  });

  it('is looked for where a kept session is no more, and begun anew where nothing came of it', async () => {
    const { client, server } = await serve(() => ({ status: 404 }));
    const url = `${server.origin}/upload/v1beta/files?upload_id=session-0`;
    let looks = 0;
    const findMade = () => {
      looks += 1;
      return Promise.resolve(undefined);
    };
    const session = { url, granularity: GRANULE };
    const content = { source: sourceOf(bytes), file: FILE, session };
    const { name } = await uploadFile(client, content, { findMade, maxAttempts: 4 });
    assert.equal(name, 'files/done');
    // For the session that was kept, and for the one of which all was sent.
    assert.equal(looks, 2);
  });

  it('ends when it was cancelled elsewhere', async () => {
    const { client } = await serve(() => ({ status: 200, state: 'cancelled' }));
    const error = await failure(uploadFile(client, { source: sourceOf(bytes), file: FILE }));
    assert.equal(reasonOf(error), 'sessionLost');
    assert.match(error.message, /canceled on the server/);
  });
});

const RETRY = { clock: new EagerClock(), random: () => 0 };

describe('upload that takes its time', () => {
  const rigs = new Rigs();
  afterEach(() => rigs.closeAll());

  it('is asked for when nothing moves for a minute', async () => {
    const clock = new FakeClock();
    const commands: (string | undefined)[] = [];
    const { client } = await rigs.start(
      ({ headers }, wire) => {
        const command = headers['x-goog-upload-command'];
        commands.push(command);
        if (command === 'start') {
          return wire.answer(200, '', {
            'x-goog-upload-status': 'active',
            'x-goog-upload-url': `http://${headers.host}/upload/x?upload_id=1`,
          });
        }
        if (command === 'query') {
          return wire.answer(200, '{"file":{"name":"files/x"}}', {
            'x-goog-upload-status': 'final',
          });
        }
        // All of it came, and no answer goes back.
        const pass = (): void => {
          clock.advance(20_000);
          if (!commands.includes('query')) setImmediate(pass);
        };
        setImmediate(pass);
        return undefined;
      },
      { clock, retry: RETRY },
    );
    const waits: RetryWait[] = [];
    const { name } = await uploadFile(
      client,
      { source: sourceOf(bytesOf(5000)), file: FILE },
      { onRetry: (wait) => waits.push(wait) },
    );
    assert.equal(name, 'files/x');
    assert.deepEqual(commands, ['start', 'upload, finalize', 'query']);
    assert.deepEqual(
      waits.map(({ error }) => error.reason),
      ['idle'],
    );
    assert.ok(clock.monotonic() >= 60_000);
  });
});

describe('upload of which the service takes pieces and has no more than before', () => {
  const rigs = new Rigs();
  afterEach(() => rigs.closeAll());

  for (const [what, received] of [
    ['nothing', '0'],
    ['more than was ever sent', String(99 * GRANULE)],
  ] as const) {
    it(`ends after a few tries where it says that it has ${what}`, async () => {
      const { client, server } = await rigs.start(
        ({ headers }, wire) => {
          const command = headers['x-goog-upload-command'];
          // Nothing ends by itself here: a limit for the test.
          if (server.requests.length > 60) return wire.json(404, {});
          return wire.answer(200, '', {
            'x-goog-upload-status': 'active',
            ...(command === 'start' && {
              'x-goog-upload-url': `${server.origin}/upload/x?upload_id=1`,
              'x-goog-upload-chunk-granularity': String(GRANULE),
            }),
            'x-goog-upload-size-received': command === 'upload' ? received : '0',
          });
        },
        { retry: { clock: new EagerClock(), random: () => 0 } },
      );
      const error = await failure(
        uploadFile(
          client,
          { source: sourceOf(bytesOf(3 * GRANULE)), file: FILE },
          { chunkBytes: GRANULE },
        ),
      );
      assert.equal(reasonOf(error), 'incomplete');
      assert.ok(server.requests.length < 20, `${server.requests.length} requests`);
    });
  }
});
