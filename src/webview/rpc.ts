import type { Disposable } from '../base/disposable';
import { CancelledError, errorMessage } from '../base/errors';
import { integer, object, oneOf, type Shape, type Shaped, text } from './shape';

/**
 * What a panel and its host say to each other, declared once. Calls go from the webview to the host and
 * are answered or fail; events go from the host to the webview. Only the input of a call is checked:
 * the host does not trust the webview, and the webview has no one else to talk to.
 */
export interface Protocol {
  readonly calls: { readonly [name: string]: { readonly input: Shape<unknown> } };
}

export type CallInput<P extends Protocol, N extends keyof P['calls']> = Shaped<
  P['calls'][N]['input']
>;

/** What a call answers. */
export type CallOutput<P extends Protocol, N extends keyof P['calls']> = P['calls'][N] extends {
  readonly output: Shape<infer T>;
}
  ? T
  : unknown;

/** The messages on the wire. */
export type ToHost =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly kind: 'cancel'; readonly id: number };
export type ToWebview<E> =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | ({ readonly kind: 'event' } & E);

/** A way to post and to receive; `vscode.Webview` and `acquireVsCodeApi()` both become one. */
export interface Port {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): Disposable;
}

const head = object({ kind: oneOf('call', 'cancel'), id: integer(0, Number.MAX_SAFE_INTEGER) });
const callHead = object({ name: text(64) });

export type Handlers<P extends Protocol> = {
  readonly [N in keyof P['calls']]: (
    input: CallInput<P, N>,
    signal: AbortSignal,
  ) => Promise<unknown>;
};

/**
 * The host's side. A message that is no call, or names no call of the protocol, is dropped and told to
 * `onDropped`. A call of the protocol whose input has the wrong shape is told there too, and fails, so
 * that its caller does not wait for ever. Nothing is run for either. A handler starts within the same
 * tick as its message arrives. `onFailed` is told what a handler threw, before the webview is.
 */
export function serve<P extends Protocol>(
  port: Port,
  protocol: P,
  handlers: Handlers<P>,
  onDropped: (reason: string) => void,
  onFailed: (call: string, error: unknown) => void = () => undefined,
): Disposable {
  const running = new Map<number, AbortController>();
  let disposed = false;

  function answer(message: unknown): void {
    // The webview of a closed panel throws when it is posted to.
    if (!disposed) port.post(message);
  }

  async function run(id: number, message: unknown): Promise<void> {
    const { name } = callHead.parse(message);
    const call = Object.hasOwn(protocol.calls, name) ? protocol.calls[name] : undefined;
    if (!call) throw new Error(`no call is named ${JSON.stringify(name)}`);
    if (running.has(id)) throw new Error(`call ${id} is running already`);
    const input = parseInput(id, call.input, message, name);
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const handler = handlers[name as keyof P['calls']] as (
        input: unknown,
        signal: AbortSignal,
      ) => Promise<unknown>;
      const value = await handler(input, controller.signal);
      answer({ kind: 'answer', id, value });
    } catch (error) {
      if (!CancelledError.is(error)) onFailed(name, error);
      answer({ kind: 'failure', id, message: errorMessage(error) });
    } finally {
      running.delete(id);
    }
  }

  function parseInput(id: number, shape: Shape<unknown>, message: unknown, name: string): unknown {
    try {
      return shape.parse((message as { input?: unknown }).input, name);
    } catch (error) {
      answer({ kind: 'failure', id, message: errorMessage(error) });
      throw error;
    }
  }

  const subscription = port.onMessage((message) => {
    try {
      const { kind, id } = head.parse(message);
      if (kind === 'cancel') running.get(id)?.abort(new CancelledError());
      else run(id, message).catch((error: unknown) => onDropped(errorMessage(error)));
    } catch (error) {
      onDropped(errorMessage(error));
    }
  });

  return {
    dispose() {
      disposed = true;
      subscription.dispose();
      for (const controller of running.values()) controller.abort(new CancelledError());
      running.clear();
    },
  };
}

export interface Caller<P extends Protocol> extends Disposable {
  /** Rejects with the host's message, or with `CancelledError` once disposed or aborted. */
  call<N extends keyof P['calls'] & string>(
    name: N,
    input: CallInput<P, N>,
    signal?: AbortSignal,
  ): Promise<CallOutput<P, N>>;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The webview's side. Calls that still wait when it is disposed are rejected, and so are later ones. */
export function connect<P extends Protocol, E>(port: Port, onEvent: (event: E) => void): Caller<P> {
  let last = 0;
  let disposed = false;
  const waiting = new Map<number, Waiting>();

  /** Ends a call once: what comes for it later finds nothing. */
  function settle(id: number): Waiting | undefined {
    const call = waiting.get(id);
    waiting.delete(id);
    return call;
  }

  const subscription = port.onMessage((raw) => {
    // A page receives other windows' messages too: what isn't the host's is not looked at.
    if (typeof raw !== 'object' || raw === null) return;
    const message = raw as ToWebview<E>;
    switch (message.kind) {
      case 'event':
        onEvent(message);
        break;
      case 'answer':
        settle(message.id)?.resolve(message.value);
        break;
      case 'failure':
        settle(message.id)?.reject(new Error(message.message));
        break;
    }
  });

  return {
    call<N extends keyof P['calls'] & string>(
      name: N,
      input: CallInput<P, N>,
      signal?: AbortSignal,
    ) {
      if (disposed || signal?.aborted) return Promise.reject(new CancelledError(signal?.reason));
      const id = ++last;
      const cancel = (): void => {
        port.post({ kind: 'cancel', id });
        settle(id)?.reject(new CancelledError(signal?.reason));
      };
      return new Promise<CallOutput<P, N>>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        signal?.addEventListener('abort', cancel, { once: true });
        port.post({ kind: 'call', id, name, input });
      }).finally(() => signal?.removeEventListener('abort', cancel));
    },
    dispose() {
      disposed = true;
      subscription.dispose();
      for (const { reject } of waiting.values()) reject(new CancelledError());
      waiting.clear();
    },
  };
}

/** A port of its own within another one: both sides use the same name for it. */
export function channel(port: Port, name: string): Port {
  return {
    post: (message) => port.post({ channel: name, message }),
    onMessage: (listener) =>
      port.onMessage((envelope) => {
        if (typeof envelope !== 'object' || envelope === null) return;
        const { channel: sentTo, message } = envelope as { readonly [key: string]: unknown };
        if (sentTo === name) listener(message);
      }),
  };
}
