import assert from 'node:assert/strict';
import { CancelledError } from '../../../../src/base/errors';
import { call, connect, serve, type Handlers } from '../../../../src/webview/rpc';
import { integer, object, text } from '../../../../src/webview/shape';
import { pair, unexpected } from './pair';

const protocol = {
  calls: { echo: call(object({ text: text(10) }), text(10)), wait: call() },
  events: { moved: object({ to: integer(0, 9) }) },
};

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
  it('runs a handler in the tick its message arrives', () => {
    const { host, webview } = pair();
    let ran = false;
    const echo = (): Promise<string> => {
      ran = true;
      return Promise.resolve('');
    };
    serve(host, protocol, handlers({ echo }), unexpected);
    void connect(webview, protocol, unexpected).call('echo', { text: '' });
    assert.ok(ran);
  });

  it('fails a call with the message of what its handler threw, and tells the host first', async () => {
    const { host, webview } = pair();
    const failed: string[] = [];
    const echo = (): Promise<never> => Promise.reject(new Error('no luck'));
    serve(host, protocol, handlers({ echo }), unexpected, (call) => failed.push(call));
    const caller = connect(webview, protocol, unexpected);
    await assert.rejects(caller.call('echo', { text: '' }), /no luck/);
    assert.deepEqual(failed, ['echo']);
  });

  it('fails a call whose input has the wrong shape without running its handler', async () => {
    const { host, webview } = pair();
    const dropped: string[] = [];
    serve(host, protocol, handlers({ echo: unexpected }), (reason) => dropped.push(reason));
    const caller = connect(webview, protocol, unexpected);
    await assert.rejects(caller.call('echo', { text: 'x'.repeat(11) }), /up to 10 characters/);
    assert.equal(dropped.length, 1);
  });

  it('fails a call whose answer has the wrong shape, and tells the host', async () => {
    const { host, webview } = pair();
    const failed: string[] = [];
    const echo = (): Promise<string> => Promise.resolve('x'.repeat(11));
    serve(host, protocol, handlers({ echo }), unexpected, (name, error) =>
      failed.push(`${name}: ${(error as Error).message}`),
    );
    const caller = connect(webview, protocol, unexpected);
    const said = 'answer to echo: expected a string of up to 10 characters';
    await assert.rejects(caller.call('echo', { text: '' }), { message: said });
    assert.deepEqual(failed, [`echo: ${said}`]);
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
    const caller = connect(webview, protocol, unexpected);
    const controller = new AbortController();
    const call = caller.call('wait', undefined, controller.signal);
    controller.abort();
    await assert.rejects(call, CancelledError);
    assert.ok(seen?.aborted);
  });

  it('tells the caller of what the user canceled, which is no error', async () => {
    const { host, webview } = pair();
    const wait = (): Promise<void> => Promise.reject(new CancelledError());
    serve(host, protocol, handlers({ wait }), unexpected, unexpected);
    const caller = connect(webview, protocol, unexpected);
    await assert.rejects(caller.call('wait', undefined), CancelledError);
  });

  it('rejects what waits when either side is disposed, and listens no more', async () => {
    const { host, webview } = pair();
    const server = serve(host, protocol, handlers(), unexpected);
    const caller = connect(webview, protocol, unexpected);
    const call = caller.call('wait', undefined);
    caller.dispose();
    await assert.rejects(call, CancelledError);
    await assert.rejects(caller.call('echo', { text: '' }), CancelledError);
    server.dispose();
    assert.equal(host.listeners + webview.listeners, 0);
  });

  it('posts nothing once the host is disposed: its webview is gone', async () => {
    const { host, webview } = pair();
    const { promise, resolve } = Promise.withResolvers<string>();
    const echo = (): Promise<string> => promise;
    const server = serve(host, protocol, handlers({ echo }), unexpected);
    connect(webview, protocol, unexpected)
      .call('echo', { text: '' })
      .catch(() => undefined);
    server.dispose();
    resolve('');
    await new Promise(setImmediate);
    assert.deepEqual(host.posted, []);
  });

  it('hands events to the webview and ignores messages of other windows', () => {
    const { host, webview } = pair();
    const events: unknown[] = [];
    connect(webview, protocol, (event) => events.push(event));
    for (const stray of [
      null,
      undefined,
      5,
      'event',
      [],
      { kind: 'other' },
      { kind: 'answer', id: 9 },
      { kind: 'answer', id: '__proto__' },
      { kind: 'failure' },
    ])
      webview.receive(stray);
    host.post({ kind: 'event', name: 'moved', to: 3, more: 'than is declared' });
    assert.deepEqual(events, [{ name: 'moved', to: 3 }]);
  });

  it('refuses events that it does not know, and those of the wrong shape', () => {
    const { host, webview } = pair();
    connect(webview, protocol, unexpected);
    const refused: readonly (readonly [unknown, string])[] = [
      [{ name: 'moved', to: 10 }, 'event moved.to: expected a whole number from 0 to 9'],
      [{ name: 'moved' }, 'event moved.to: expected a whole number from 0 to 9'],
      [{ name: 'gone' }, 'event: expected one of moved'],
      [{ name: 'toString' }, 'event: expected one of moved'],
      [{}, 'event.name: expected a string of up to 64 characters'],
    ];
    for (const [event, message] of refused) {
      assert.throws(() => host.post({ kind: 'event', ...(event as object) }), { message });
    }
  });
});
