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
  type Shaped,
  text,
} from './shape';

/** What a call takes and what it answers. */
export interface Call<I = unknown, O = unknown> {
  readonly input: Shape<I>;
  readonly output: Shape<O>;
}

/**
 * What a panel and its host say to each other, declared once. Calls go from the webview to the host and
 * are answered or fail; events go from the host to the webview, by their names. Both sides check what
 * comes from the other: the host because it does not trust the webview, the webview so that nothing is
 * shown that is not what its types say.
 */
export interface Protocol {
  readonly calls: { readonly [name: string]: Call };
  readonly events: { readonly [name: string]: Shape<object> };
}

/** The calls of a part of a panel, which are declared and handled by themselves. */
export type Calls = Protocol['calls'];

export type CallInput<P extends Pick<Protocol, 'calls'>, N extends keyof P['calls']> = Shaped<
  P['calls'][N]['input']
>;

/** What a call answers. */
export type CallOutput<P extends Pick<Protocol, 'calls'>, N extends keyof P['calls']> = Shaped<
  P['calls'][N]['output']
>;

/** What the host tells the webview: one of the events, with its name. */
export type ProtocolEvent<P extends Protocol> = {
  [N in keyof P['events'] & string]: { readonly name: N } & Shaped<P['events'][N]>;
}[keyof P['events'] & string];

/** A call; what it leaves out carries nothing. */
export function call(): Call<void, void>;
export function call<I>(input: Shape<I>): Call<I, void>;
export function call<I, O>(input: Shape<I>, output: Shape<O>): Call<I, O>;
export function call(input: Shape<unknown> = nothing, output: Shape<unknown> = nothing): Call {
  return { input, output };
}

/** A way to post and to receive; `vscode.Webview` and `acquireVsCodeApi()` both become one. */
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
 * The host's side. A message that is no call, or names no call of the protocol, is dropped and told to
 * `onDropped`. A call of the protocol whose input has the wrong shape is told there too, and fails, so
 * that its caller does not wait for ever. Nothing is run for either. A handler starts within the same
 * tick as its message arrives. `onFailed` is told what a handler threw, before the webview is; an answer
 * of the wrong shape counts as thrown, and is not posted.
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
    const { name } = named.parse(message);
    const declared = rowOf(protocol.calls, name);
    if (!declared) throw new Error(`no call is named ${JSON.stringify(name)}`);
    if (running.has(id)) throw new Error(`call ${id} is running already`);
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

/**
 * The webview's side. Calls that still wait when it is disposed are rejected, and so are later ones. An
 * event that the protocol does not name, or that has the wrong shape, throws `ShapeError` out of the
 * port's listener: nobody can be told of it but the console.
 */
export function connect<P extends Protocol>(
  port: Port,
  protocol: P,
  onEvent: (event: ProtocolEvent<P>) => void,
): Caller<P> {
  let last = 0;
  let disposed = false;
  const waiting = new Map<number, Waiting>();

  /** Ends a call once: what comes for it later finds nothing. */
  function settle(id: unknown): Waiting | undefined {
    if (typeof id !== 'number') return undefined;
    const call = waiting.get(id);
    waiting.delete(id);
    return call;
  }

  const subscription = port.onMessage((message) => {
    // A page receives other windows' messages too: what isn't the host's is not looked at.
    if (!isObject(message)) return;
    switch (textAt(message, 'kind')) {
      case 'event':
        onEvent(parseEvent(protocol, message));
        break;
      case 'answer':
        settle(message.id)?.resolve(message.value);
        break;
      case 'failure':
        settle(message.id)?.reject(new Error(textAt(message, 'message')));
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

/** The row under a name that came from the other side. */
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

/** The fields that the protocol names, and the event's name. */
function parseEvent<P extends Protocol>({ events }: P, message: unknown): ProtocolEvent<P> {
  const { name } = named.parse(message, 'event');
  const fields = rowOf(events, name);
  if (!fields) throw new ShapeError('event', `one of ${Object.keys(events).join(', ')}`);
  return { ...fields.parse(message, `event ${name}`), name } as ProtocolEvent<P>;
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
