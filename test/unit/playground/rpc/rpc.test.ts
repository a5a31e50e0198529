import assert from 'node:assert/strict';
import { CancelledError } from '../../../../src/base/errors';
import { connect, serve, type Handlers } from '../../../../src/webview/rpc';
import { nothing, object, text } from '../../../../src/webview/shape';
import { End, pair, unexpected } from './pair';

const protocol = {
  calls: { echo: { input: object({ text: text(10) }) }, wait: { input: nothing } },
} as const;

function handlers(over: Partial<Handlers<typeof protocol>> = {}): Handlers<typeof protocol> {
  return {
    echo: (input) => Promise.resolve(input.text),
    wait: (_input, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    ...over,
  };
}

describe('panel rpc', () => {
  it('answers a call with what its handler answers', async () => {
    const { host, webview } = pair();
    serve(host, protocol, handlers(), unexpected);
    const caller = connect<typeof protocol, never>(webview, unexpected);
    assert.equal(await caller.call('echo', { text: 'hi' }), 'hi');
  });

  it('runs a handler in the tick its message arrives', () => {
    const { host, webview } = pair();
    let ran = false;
    const echo = (): Promise<void> => {
      ran = true;
      return Promise.resolve();
    };
    serve(host, protocol, handlers({ echo }), unexpected);
    void connect<typeof protocol, never>(webview, unexpected).call('echo', { text: '' });
    assert.ok(ran);
  });

  it('fails a call with the message of what its handler threw, and tells the host first', async () => {
    const { host, webview } = pair();
    const failed: string[] = [];
    const echo = (): Promise<never> => Promise.reject(new Error('no luck'));
    serve(host, protocol, handlers({ echo }), unexpected, (call) => failed.push(call));
    const caller = connect<typeof protocol, never>(webview, unexpected);
    await assert.rejects(caller.call('echo', { text: '' }), /no luck/);
    assert.deepEqual(failed, ['echo']);
  });

  it('fails a call whose input has the wrong shape without running its handler', async () => {
    const { host, webview } = pair();
    const dropped: string[] = [];
    serve(host, protocol, handlers({ echo: unexpected }), (reason) => dropped.push(reason));
    const caller = connect<typeof protocol, never>(webview, unexpected);
    await assert.rejects(caller.call('echo', { text: 'x'.repeat(11) }), /at most 10 characters/);
    assert.equal(dropped.length, 1);
  });

  it('aborts the handler and rejects the caller when the signal aborts', async () => {
    const { host, webview } = pair();
    let seen: AbortSignal | undefined;
    const base = handlers();
    const wait: typeof base.wait = (input, signal) => {
      seen = signal;
      return base.wait(input, signal);
    };
    serve(host, protocol, handlers({ wait }), unexpected);
    const caller = connect<typeof protocol, never>(webview, unexpected);
    const controller = new AbortController();
    const call = caller.call('wait', undefined, controller.signal);
    controller.abort();
    await assert.rejects(call, CancelledError);
    assert.ok(seen?.aborted);
  });

  it('does not post a call whose signal is aborted already', async () => {
    const { host, webview } = pair();
    serve(host, protocol, handlers(), unexpected);
    const caller = connect<typeof protocol, never>(webview, unexpected);
    await assert.rejects(caller.call('wait', undefined, AbortSignal.abort()), CancelledError);
    assert.deepEqual(webview.posted, []);
  });

  it('rejects what waits when either side is disposed, and listens no more', async () => {
    const { host, webview } = pair();
    const server = serve(host, protocol, handlers(), unexpected);
    const caller = connect<typeof protocol, never>(webview, unexpected);
    const call = caller.call('wait', undefined);
    caller.dispose();
    await assert.rejects(call, CancelledError);
    await assert.rejects(caller.call('echo', { text: '' }), CancelledError);
    server.dispose();
    assert.equal(host.listeners + webview.listeners, 0);
  });

  it('posts nothing once the host is disposed: its webview is gone', async () => {
    const { host, webview } = pair();
    let finish = (): void => undefined;
    const echo = (): Promise<void> => new Promise((resolve) => (finish = resolve));
    const server = serve(host, protocol, handlers({ echo }), unexpected);
    connect<typeof protocol, never>(webview, unexpected)
      .call('echo', { text: '' })
      .catch(() => undefined);
    server.dispose();
    finish();
    await new Promise(setImmediate);
    assert.deepEqual(host.posted, []);
  });

  it('hands events to the webview and ignores messages of other windows', () => {
    const { host, webview } = pair();
    const events: unknown[] = [];
    connect<typeof protocol, { name: string }>(webview, (event) => events.push(event));
    for (const stray of [
      null,
      undefined,
      5,
      'event',
      [],
      { kind: 'other' },
      { kind: 'answer', id: 9 },
    ])
      webview.receive(stray);
    host.post({ kind: 'event', name: 'state' });
    assert.deepEqual(events, [{ kind: 'event', name: 'state' }]);
  });

  it('refuses a second call under an id that runs', () => {
    const host = new End();
    const dropped: string[] = [];
    serve(host, protocol, handlers(), (reason) => dropped.push(reason));
    host.receive({ kind: 'call', id: 1, name: 'wait' });
    host.receive({ kind: 'call', id: 1, name: 'wait' });
    return new Promise<void>((resolve) =>
      setImmediate(() => {
        assert.deepEqual(dropped, ['call 1 is running already']);
        resolve();
      }),
    );
  });
});
