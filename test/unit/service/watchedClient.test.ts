import assert from 'node:assert/strict';
import type { CallOptions, Client } from '../../../src/api/call';
import type { RetryWait } from '../../../src/api/retry/retryPolicy';
import { toDisposable } from '../../../src/base/disposable';
import { CancelledError } from '../../../src/base/errors';
import type { ClientTarget } from '../../../src/service/clients';
import { openWatched } from '../../../src/service/watchedClient';
import { retryWait } from '../../fakes/retryWait';

const TARGET: ClientTarget = {
  endpoint: 'http://127.0.0.1:1',
  version: 'v1beta',
  credential: async () => ({ kind: 'none' }),
  network: () => ({}),
};

const ASKED = { contents: [{ parts: [{ text: 'Hello' }] }] };

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

  it('takes its notice away when the caller gives up', async () => {
    const { client, calls, shown } = await setUp();
    const given = new AbortController();
    const { signal } = given;
    client.stream('models.streamGenerateContent', { model: 'models/m', body: ASKED }, { signal });
    client.pages('models.list', {}, { signal });
    for (const { onRetry } of calls) onRetry?.(retryWait());
    assert.deepEqual(
      shown.map((notice) => notice.open),
      [true, true],
    );
    given.abort(new CancelledError());
    assert.deepEqual(
      shown.map((notice) => notice.open),
      [false, false],
    );
    assert.ok(calls.every(({ signal }) => signal?.aborted));
  });

  it('leaves showing to a call that does so itself, and logs all the same', async () => {
    const { client, calls, logged, shown } = await setUp();
    const told: RetryWait[] = [];
    const { signal } = new AbortController();
    void client.call('models.list', {}, { signal, onRetry: (wait) => void told.push(wait) });
    calls[0]?.onRetry?.(retryWait());
    assert.deepEqual([told.length, logged.length, shown.length], [1, 1, 0]);
    assert.equal(calls[0]?.signal, signal);
  });
});
