import assert from 'node:assert/strict';
import type { CallOptions, Client } from '../../../src/api/call';
import { createClient } from '../../../src/api/client';
import type { RetryWait } from '../../../src/api/retryPolicy';
import type { SendOptions, Transport } from '../../../src/api/transport';
import { toDisposable } from '../../../src/base/disposable';
import { ServiceError } from '../../../src/api/errors';
import { type AppError, CancelledError } from '../../../src/base/errors';
import type { ClientTarget } from '../../../src/service/clientTargets';
import { callLimits } from '../../../src/service/numberSetting';
import { openWatched, RetryNotices } from '../../../src/service/openClient';
import { FakeClock } from '../../fakes/clock';
import { EagerClock } from '../../fakes/eagerClock';
import { failure, retryWait, SECRET } from '../../fakes/retryWait';
import { errorAnswer, ScriptedTransport } from '../../fakes/scriptedTransport';

const TARGET: ClientTarget = {
  endpoint: 'http://127.0.0.1:1',
  version: 'v1beta',
  credential: async () => ({ kind: 'none' }),
  network: () => ({}),
};

async function setUp() {
  const calls: CallOptions[] = [];
  const logged: RetryWait[] = [];
  const shown: { readonly cancel: () => void; open: boolean }[] = [];
  const user = { maxAttempts: 4 };
  const answer = Promise.withResolvers<unknown>();
  // Only what is used here; it ends as the real one does when its signal aborts.
  const inner = {
    preferredVersion: 'v1beta',
    call: (_id: string, _input: unknown, options: CallOptions) => {
      calls.push(options);
      options.signal?.addEventListener('abort', () => answer.reject(options.signal?.reason));
      return answer.promise;
    },
    stream: (_id: string, _input: unknown, options: CallOptions) => void calls.push(options),
    pages: (_id: string, _input: unknown, options: CallOptions) => void calls.push(options),
    close: () => Promise.resolve(),
  } as unknown as Client;
  const open = openWatched(
    async () => inner,
    () => ({ ...user }),
    {
      log: (wait) => void logged.push(wait),
      show: (_wait, cancel) => {
        const notice = { cancel, open: true };
        shown.push(notice);
        return toDisposable(() => void (notice.open = false));
      },
    },
  );
  const client = await open(TARGET);
  return { client, calls, logged, shown, user, answer };
}

describe('a watched client', () => {
  it('keeps to the limits as they are at each call, and to those that a call brings', async () => {
    const { client, calls, user, answer } = await setUp();
    answer.resolve({});
    await client.call('models.list', {});
    user.maxAttempts = 0;
    await client.call('models.list', {}, { version: 'v1' });
    await client.call('models.list', {}, { maxAttempts: 1, timeoutMs: 5 });
    assert.deepEqual(
      calls.map(({ maxAttempts, timeoutMs, version }) => [maxAttempts, timeoutMs, version]),
      [
        [4, undefined, undefined],
        [0, undefined, 'v1'],
        [1, 5, undefined],
      ],
    );
  });

  it('shows and logs a wait that nobody else shows, until the call has ended', async () => {
    const { client, calls, logged, shown, answer } = await setUp();
    const done = client.call('models.list', {});
    calls[0]?.onRetry?.(retryWait());
    calls[0]?.onRetry?.(retryWait({ attempt: 2 }));
    assert.deepEqual(
      shown.map((notice) => notice.open),
      [false, true],
    );
    answer.resolve({ models: [] });
    assert.deepEqual(await done, { models: [] });
    assert.deepEqual([shown[1]?.open, logged.length], [false, 2]);
  });

  it('cancels the call when its notice is cancelled', async () => {
    const { client, calls, shown } = await setUp();
    const done = client.call('models.list', {});
    calls[0]?.onRetry?.(retryWait());
    shown[0]?.cancel();
    await assert.rejects(done, CancelledError);
    assert.ok(!shown[0]?.open);
  });
});

const ASK = { model: 'models/x', body: { contents: [{ parts: [{ text: 'Hi' }] }] } };

const WAYS: { readonly [way: string]: (client: Client) => Promise<unknown> } = {
  call: (client) => client.call('models.list', {}),
  stream: (client) => drain(client.stream('models.streamGenerateContent', ASK)),
  pages: (client) => drain(client.pages('models.list', {})),
};

async function drain(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const piece of pieces) assert.ok(piece);
}

/** The service is busy, and says so at once; waits take no time. */
async function setUpLimits() {
  const scripted = new ScriptedTransport(() => errorAnswer(503, 'UNAVAILABLE'));
  const sent: SendOptions[] = [];
  const transport: Transport = {
    send: (request, options = {}) => {
      sent.push(options);
      return scripted.send(request, options);
    },
    close: () => scripted.close(),
  };
  const retry = { clock: new EagerClock() };
  const user: { [setting: string]: unknown } = {};
  const open = openWatched(
    async () => createClient({ transport, preferredVersion: 'v1beta', retry }),
    () => callLimits({ read: (name) => user[name] }),
    { log: () => undefined, show: () => toDisposable(() => undefined) },
  );
  const client = await open({
    endpoint: 'http://127.0.0.1:1',
    version: 'v1beta',
    credential: async () => ({ kind: 'none' }),
    network: () => ({}),
  });
  return { client, sent, user };
}

describe('a call that a replay has no recording of', () => {
  it('is no answer of the service: what was asked for may well be there', async () => {
    const type = 'type.googleapis.com/google.rpc.ErrorInfo';
    const info = { '@type': type, reason: 'RECORDING_NOT_FOUND', domain: 'emulator' };
    const text = 'No recording matches models.get. The closest is 0001.';
    const transport = new ScriptedTransport(() => errorAnswer(404, 'NOT_FOUND', text, [info]));
    const open = openWatched(
      async () => createClient({ transport, preferredVersion: 'v1beta' }),
      () => ({}),
      { log: () => undefined, show: () => toDisposable(() => undefined) },
    );
    const client = await open({ ...TARGET, connection: 'aaaa1111' });
    const expected = { reason: 'notRecorded', message: text };
    await assert.rejects(client.call('models.get', { name: 'models/a' }), (error: AppError) => {
      assert.ok(!(error instanceof ServiceError));
      assert.deepEqual({ reason: error.reason, message: error.message }, expected);
      assert.equal(error.subject?.connection, 'aaaa1111');
      return true;
    });
  });
});

describe('calls within the limits of the settings', () => {
  for (const [way, start] of Object.entries(WAYS)) {
    it(`are sent exactly once as a ${way} where repeats are off, from the next one on`, async () => {
      const { client, sent, user } = await setUpLimits();
      await assert.rejects(start(client), { attempts: 4, hint: /Tried 4 times\.$/ });
      assert.equal(sent.length, 4);
      for (const off of [0, 1]) {
        user['retry.maxAttempts'] = off;
        await assert.rejects(start(client), { attempts: 1 });
      }
      assert.equal(sent.length, 6);
    });
  }
});

function setUpNotices() {
  const clock = new FakeClock();
  const shown: { readonly text: string; readonly cancel: () => void; open: boolean }[] = [];
  const lines: string[] = [];
  const notices = new RetryNotices({
    clock,
    log: { warn: (line) => lines.push(line) },
    show: (title, message, durationMs, cancel) => {
      const notice = { text: `${title}: ${message} ${durationMs}`, cancel, open: true };
      shown.push(notice);
      return { dispose: () => void (notice.open = false) };
    },
  });
  let cancelled = 0;
  const show = (wait?: Partial<RetryWait>) =>
    notices.show(retryWait(wait), () => void (cancelled += 1));
  return { clock, notices, shown, lines, show, cancelled: () => cancelled };
}

describe('notices of waiting calls', () => {
  it('are one for all calls of an operation, and its button cancels them all', () => {
    const { show, shown, clock, cancelled } = setUpNotices();
    const first = show();
    show({ delayMs: 9000 });
    show({ operation: 'models.get' });
    assert.equal(shown.length, 2);
    first.dispose();
    assert.ok(shown[0]?.open);
    shown[0].cancel();
    assert.equal(cancelled(), 1);
    show();
    shown[0].cancel();
    assert.equal(cancelled(), 3);
    clock.advance(9000);
    assert.deepEqual(
      shown.map(({ open }) => open),
      [false, false],
    );
    show();
    assert.equal(shown.length, 3);
  });

  it('write every wait to the log, the operation first, and nothing that the service wrote', () => {
    const { notices, lines } = setUpNotices();
    notices.log(retryWait({ delayMs: 800 }));
    notices.log(retryWait({ delayMs: 44_000, asked: true, error: failure(429), attempt: 2 }));
    assert.deepEqual(lines, [
      'models.list: attempt 1 of 4 failed with 503 overloaded. Retrying in 800 ms, the default delay',
      'models.list: attempt 2 of 4 failed with 429 quota. Retrying in 44000 ms, as the API requested',
    ]);
    assert.ok(!lines.join('').includes(SECRET));
  });
});
