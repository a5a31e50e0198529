import type { Disposable } from '../base/disposable';
import { CancelledError, errorMessage } from '../base/errors';
import { isObject, textAt } from '../base/json';
import {
  integer,
  nothing,
  object,
  oneOf,
  type Shape,
  ShapeError,
  type ShapeType,
  text,
} from './shape';

interface Call<I = unknown, O = unknown> {
  readonly input: Shape<I>;
  readonly output: Shape<O>;
}

/**
 * Protocol of a panel: calls from webview to host, and events from host to webview. Both sides validate
 * messages, because neither trusts the other.
 */
export interface Protocol {
  readonly calls: { readonly [name: string]: Call };
  readonly events: { readonly [name: string]: Shape<object> };
}

export type Calls = Protocol['calls'];

export type CallInput<P extends Pick<Protocol, 'calls'>, N extends keyof P['calls']> = ShapeType<
  P['calls'][N]['input']
>;

export type CallOutput<P extends Pick<Protocol, 'calls'>, N extends keyof P['calls']> = ShapeType<
  P['calls'][N]['output']
>;

export type ProtocolEvent<P extends Protocol> = {
  [N in keyof P['events'] & string]: { readonly name: N } & ShapeType<P['events'][N]>;
}[keyof P['events'] & string];

/** Declares a call. Default: no input and no output. */
export function call(): Call<void, void>;
export function call<I>(input: Shape<I>): Call<I, void>;
export function call<I, O>(input: Shape<I>, output: Shape<O>): Call<I, O>;
export function call(input: Shape<unknown> = nothing, output: Shape<unknown> = nothing): Call {
  return { input, output };
}

export interface Port {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): Disposable;
}

const head = object({ kind: oneOf('call', 'cancel'), id: integer(0, Number.MAX_SAFE_INTEGER) });
const named = object({ name: text(64) });

export type Handlers<P extends Pick<Protocol, 'calls'>> = {
  readonly [N in keyof P['calls']]: (
    input: CallInput<P, N>,
    signal: AbortSignal,
  ) => Promise<CallOutput<P, N>>;
};

/**
 * Serves calls on the host; handlers start in the same tick. Reports unknown or invalid messages to
 * `onDropped`; invalid input also fails its call. Reports handler errors and invalid output to `onFailed`.
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
    // Posting to a disposed webview throws.
    if (!disposed) port.post(message);
  }

  async function run(id: number, message: unknown): Promise<void> {
    const { name } = named.parse(message);
    const declared = rowOf(protocol.calls, name);
    if (!declared) throw new Error(`unknown call ${JSON.stringify(name)}`);
    if (running.has(id)) throw new Error(`call ${id} is already running`);
    const input = parseInput(id, declared.input, message, name);
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const handler = handlers[name as keyof P['calls']] as (
        input: unknown,
        signal: AbortSignal,
      ) => Promise<unknown>;
      const value = await handler(input, controller.signal);
      answer({ kind: 'answer', id, value: parseAnswer(protocol, name, value) });
    } catch (error) {
      const cancelled = CancelledError.is(error);
      if (!cancelled) onFailed(name, error);
      answer({
        kind: 'failure',
        id,
        message: errorMessage(error),
        ...(cancelled && { cancelled }),
      });
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
  /** Rejects with the host's message, or with `CancelledError` if canceled on either side or disposed. */
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

/**
 * Connects the webview. Disposing rejects pending and later calls. Unknown or invalid events throw `ShapeError`
 * from the listener, so only the console shows them.
 */
export function connect<P extends Protocol>(
  port: Port,
  protocol: P,
  onEvent: (event: ProtocolEvent<P>) => void,
): Caller<P> {
  let last = 0;
  let disposed = false;
  const waiting = new Map<number, Waiting>();

  /** Settles a call once. Ignores later responses. */
  function settle(id: unknown): Waiting | undefined {
    if (typeof id !== 'number') return undefined;
    const call = waiting.get(id);
    waiting.delete(id);
    return call;
  }

  const subscription = port.onMessage((message) => {
    // A page also receives messages from other windows.
    if (!isObject(message)) return;
    switch (textAt(message, 'kind')) {
      case 'event':
        onEvent(parseEvent(protocol, message));
        break;
      case 'answer':
        settle(message.id)?.resolve(message.value);
        break;
      case 'failure':
        settle(message.id)?.reject(
          message.cancelled === true ? new CancelledError() : new Error(textAt(message, 'message')),
        );
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
      return new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        signal?.addEventListener('abort', cancel, { once: true });
        port.post({ kind: 'call', id, name, input });
      })
        .then((value) => parseAnswer(protocol, name, value))
        .finally(() => signal?.removeEventListener('abort', cancel));
    },
    dispose() {
      disposed = true;
      subscription.dispose();
      for (const { reject } of waiting.values()) reject(new CancelledError());
      waiting.clear();
    },
  };
}

/** Looks up an untrusted name among own properties. */
function rowOf<T>(table: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function parseAnswer<P extends Protocol, N extends keyof P['calls'] & string>(
  { calls }: P,
  name: N,
  value: unknown,
): CallOutput<P, N> {
  return rowOf(calls, name)?.output.parse(value, `answer to ${name}`) as CallOutput<P, N>;
}

function parseEvent<P extends Protocol>({ events }: P, message: unknown): ProtocolEvent<P> {
  const { name } = named.parse(message, 'event');
  const fields = rowOf(events, name);
  if (!fields) throw new ShapeError('event', `one of ${Object.keys(events).join(', ')}`);
  return { ...fields.parse(message, `event ${name}`), name } as ProtocolEvent<P>;
}

/** Returns a named port within another port. Both sides use the same name. */
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
