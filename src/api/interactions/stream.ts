import { cancellableSleep } from '../../base/async';
import { type Clock, systemClock } from '../../base/clock';
import { isObject } from '../../base/json';
import { waitPolicies } from '../../base/waitPolicies';
import type { CallOptions, Client } from '../call';
import { withAttempts, ServiceError, TransportError, type TransportReason } from '../errors';
import { delayAfter } from '../retryPolicy';
import type { BodyInput } from '../schema/infer';
import type { JsonObject } from '../schema/row';
import type { InteractionEvent } from './accumulate';

export type InteractionSource =
  | { readonly body: BodyInput<'interactions.CreateInteractionBody'> }
  | {
      readonly id: string;
      /** Last seen event. Undefined to start at the beginning. */
      readonly lastEventId?: string;
    };

export interface InteractionStreamOptions extends Pick<
  CallOptions,
  'signal' | 'version' | 'timeoutMs' | 'onRetry'
> {
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly onBreak?: (wait: StreamBreak) => void;
}

export interface StreamBreak {
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: TransportError;
}

type Events = AsyncIterator<InteractionEvent> & { ready?(): InteractionEvent | undefined };
type Next = IteratorResult<InteractionEvent, undefined>;
const DONE: Next = { value: undefined, done: true };

const BREAKS: readonly TransportReason[] = [
  'reset',
  'incomplete',
  'idle',
  'timeout',
  'empty',
  'notJson',
  'unreachable',
  'dns',
  'refused',
];

/**
 * Streams each event of an interaction exactly once. Reconnects after the last event while the server stores the
 * interaction. Leaving the loop closes the connection; only background interactions continue. Single consumer.
 */
export class InteractionStream implements AsyncIterableIterator<InteractionEvent, undefined> {
  readonly #client: Pick<Client, 'stream'>;
  readonly #options: InteractionStreamOptions;
  readonly #source: InteractionSource;
  readonly #clock: Clock;
  readonly #seen: string[] = [];
  /** Event IDs before the last reconnect, which may repeat. */
  #known: ReadonlySet<string> | undefined;
  #id: string | undefined;
  #lastEventId: string | undefined;
  #events: Events | undefined;
  #breaks = 0;
  #isComplete = false;
  #isLeft = false;

  constructor(
    client: Pick<Client, 'stream'>,
    source: InteractionSource,
    options: InteractionStreamOptions = {},
  ) {
    this.#client = client;
    this.#source = source;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    if ('id' in source) {
      this.#id = source.id;
      this.#lastEventId = source.lastEventId;
    }
  }

  get id(): string | undefined {
    return this.#id;
  }

  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Next> {
    const event = this.ready();
    return event ? Promise.resolve({ value: event, done: false }) : this.#wait();
  }

  /** Returns a buffered event without waiting, because one read delivers many events. */
  ready(): InteractionEvent | undefined {
    const events = this.#events;
    if (this.#isLeft || events?.ready === undefined) return undefined;
    for (;;) {
      const event = events.ready();
      if (event === undefined || this.#isNew(event)) return event;
    }
  }

  async #wait(): Promise<Next> {
    for (;;) {
      if (this.#isLeft) return DONE;
      this.#events ??= this.#open();
      let given: IteratorResult<InteractionEvent, unknown>;
      try {
        given = await this.#events.next();
        if (given.done === true && !this.#isComplete) throw incompleteError();
      } catch (error) {
        await this.#recover(error);
        continue;
      }
      if (given.done) {
        this.#isLeft = true;
        return DONE;
      }
      if (this.#isNew(given.value)) return { value: given.value, done: false };
    }
  }

  async return(): Promise<Next> {
    this.#isLeft = true;
    await this.#events?.return?.();
    return DONE;
  }

  #open(): Events {
    const { clock: _clock, random: _random, onBreak: _onBreak, ...options } = this.#options;
    // Can't resume before the first event provides the ID.
    if ('body' in this.#source && this.#id === undefined) {
      const events = this.#client.stream(
        'interactions.create',
        { body: this.#source.body },
        options,
      );
      return events[Symbol.asyncIterator]();
    }
    const last = this.#lastEventId;
    const input = {
      name: `interactions/${this.#id ?? ''}`,
      stream: true,
      ...(last === undefined ? {} : { last_event_id: last }),
    } as const;
    return this.#client.stream('interactions.get', input, options)[Symbol.asyncIterator]();
  }

  #isNew(given: InteractionEvent): boolean {
    const event = given as JsonObject;
    const { event_id: eventId } = event;
    if (typeof eventId === 'string' && eventId !== '') {
      if (this.#known?.has(eventId)) return false;
      this.#seen.push(eventId);
      this.#lastEventId = eventId;
    }
    this.#breaks = 0;
    this.#learn(event);
    return true;
  }

  #learn(event: JsonObject): void {
    const { event_type: type, interaction } = event;
    if (type === 'interaction.completed') this.#isComplete = true;
    if (this.#id !== undefined) return;
    const id = isObject(interaction) ? interaction.id : event.interaction_id;
    // Interactions that aren't stored may have an empty ID.
    if (typeof id === 'string' && id !== '') this.#id = id;
  }

  /** Waits until reconnecting makes sense. Throws if the stream can't resume. */
  async #recover(error: unknown): Promise<void> {
    this.#events = undefined;
    if (this.#isLeft) return;
    if (this.#isComplete && error instanceof TransportError) {
      this.#isLeft = true;
      return;
    }
    if (!this.#canGoOn(error)) {
      this.#isLeft = true;
      throw this.#explained(error);
    }
    this.#breaks += 1;
    this.#known = new Set(this.#seen);
    const { random = Math.random, signal, onBreak } = this.#options;
    const { delayMs } = delayAfter(error, this.#breaks, random, waitPolicies.brokenStream);
    onBreak?.({ attempt: this.#breaks, delayMs, error });
    await cancellableSleep(this.#clock, delayMs, signal);
  }

  #canGoOn(error: unknown): error is TransportError {
    if (!(error instanceof TransportError) || !BREAKS.includes(error.reason)) return false;
    // Before the first event, the interaction is unknown, so the call itself failed.
    if (!this.#isKept || this.#id === undefined) return false;
    return this.#breaks + 1 < waitPolicies.brokenStream.limit;
  }

  get #isKept(): boolean {
    return !('body' in this.#source) || this.#source.body.store !== false;
  }

  #explained(error: unknown): unknown {
    if (error instanceof ServiceError) {
      const isGone = error.httpStatus === 404 && (this.#breaks > 0 || 'id' in this.#source);
      return isGone ? withAttempts(error, error.attempts, GONE) : error;
    }
    if (!(error instanceof TransportError) || !BREAKS.includes(error.reason)) return error;
    if (!this.#isKept) return withAttempts(error, error.attempts, NOT_KEPT);
    if (this.#id === undefined) return error;
    return withAttempts(error, error.attempts + this.#breaks, RETRIES_EXHAUSTED);
  }
}

const GONE = 'The interaction was deleted or has expired.';
const NOT_KEPT =
  'The interaction isn’t stored on the server, so it can’t be resumed. The partial response is still available. Send the request again.';
const RETRIES_EXHAUSTED =
  'The interaction may still be running. The partial response is still available. Open the interaction again when the network is back.';

function incompleteError(): TransportError {
  return new TransportError(
    'incomplete',
    'The connection closed before the response was complete.',
    {
      hint: 'Try again.',
    },
  );
}
