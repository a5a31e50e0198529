import type { Disposable } from '../base/disposable';
import { CancelledError, errorMessage } from '../base/errors';
import { number, object, oneOf, text, type Shape, type Shaped } from './shape';

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

const head = object({ kind: oneOf('call', 'cancel'), id: number(0, Number.MAX_SAFE_INTEGER) });
const callHead = object({ name: text(64) });

export type Handlers<P extends Protocol> = {
  readonly [N in keyof P['calls']]: (
    input: CallInput<P, N>,
    signal: AbortSignal,
  ) => Promise<unknown>;
};

/**
 * The host's side. A message that is no call, names no call of the protocol or has the wrong shape is
 * dropped and told to `onDropped`; nothing is run for it.
 */
export function serve<P extends Protocol>(
  port: Port,
  protocol: P,
  handlers: Handlers<P>,
  onDropped: (reason: string) => void,
): Disposable {
  const running = new Map<number, AbortController>();

  async function run(id: number, message: unknown): Promise<void> {
    const { name } = callHead.parse(message);
    const call = Object.hasOwn(protocol.calls, name) ? protocol.calls[name] : undefined;
    if (!call) throw new Error(`no call is named ${JSON.stringify(name)}`);
    if (running.has(id)) throw new Error(`call ${id} is running already`);
    const input = call.input.parse((message as { input?: unknown }).input, name);
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const handler = handlers[name as keyof P['calls']] as (
        input: unknown,
        signal: AbortSignal,
      ) => Promise<unknown>;
      const value = await handler(input, controller.signal);
      port.post({ kind: 'answer', id, value });
    } catch (error) {
      port.post({ kind: 'failure', id, message: errorMessage(error) });
    } finally {
      running.delete(id);
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
      subscription.dispose();
      for (const controller of running.values()) controller.abort(new CancelledError());
      running.clear();
    },
  };
}

export interface Caller<P extends Protocol> extends Disposable {
  call<N extends keyof P['calls'] & string>(
    name: N,
    input: CallInput<P, N>,
    signal?: AbortSignal,
  ): Promise<unknown>;
}

/** The webview's side. Calls that still wait when it is disposed are rejected. */
export function connect<P extends Protocol, E>(port: Port, onEvent: (event: E) => void): Caller<P> {
  let last = 0;
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  const subscription = port.onMessage((raw) => {
    const message = raw as ToWebview<E>;
    if (message.kind === 'event') {
      onEvent(message);
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'answer') call?.resolve(message.value);
    else call?.reject(new Error(message.message));
  });
  return {
    call(name, input, signal) {
      const id = ++last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        signal?.addEventListener('abort', () => port.post({ kind: 'cancel', id }), { once: true });
        port.post({ kind: 'call', id, name, input });
      });
    },
    dispose() {
      subscription.dispose();
      for (const { reject } of waiting.values()) reject(new CancelledError());
      waiting.clear();
    },
  };
}
