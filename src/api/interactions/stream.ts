import { cancellableSleep } from '../../base/async';
import { type Clock, systemClock } from '../../base/clock';
import { isObject } from '../../base/json';
import { waitPolicies } from '../../base/waitPolicies';
import type { CallOptions, Client } from '../call';
import { afterAttempts, ServiceError, TransportError, type TransportReason } from '../errors';
import { delayAfter } from '../retry/retryPolicy';
import type { BodyInput } from '../schema/infer';
import type { JsonObject } from '../schema/row';
import type { InteractionEvent } from './accumulate';

/** The interaction that is followed: one that is begun, or one that runs already. */
export type InteractionSource =
  | { readonly body: BodyInput<'interactions.CreateInteractionBody'> }
  | {
      /** Its id, without `interactions/`. */
      readonly id: string;
      /** What was seen of it last; absent: from its beginning. */
      readonly lastEventId?: string;
    };

export interface InteractionStreamOptions extends Pick<
  CallOptions,
  'signal' | 'version' | 'timeoutMs' | 'onRetry'
> {
  readonly clock?: Clock;
  /** Gives 0 to 1, 1 excluded. */
  readonly random?: () => number;
  /** Told before each wait after which a broken stream goes on. */
  readonly onBreak?: (wait: StreamBreak) => void;
}

/** A break that the stream survives. */
export interface StreamBreak {
  /** Number of the break, from 1, since the last event came. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: TransportError;
}

/** What a client gives; where it has pieces at hand, they are asked for without waiting. */
type Events = AsyncIterator<InteractionEvent> & { ready?(): InteractionEvent | undefined };
type Next = IteratorResult<InteractionEvent, undefined>;
const DONE: Next = { value: undefined, done: true };

/** What breaks a connection, or keeps it from being made anew for a while. */
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
 * The events of an interaction, each once and none left out, until it is over. Where the connection breaks, the stream
 * goes on by itself after the last event that came, as long as the service keeps the interaction: what it sends a
 * second time is passed over. Throws what `Client.stream` throws; where it could not go on, the error says why.
 * Leaving the loop, or aborting the signal, closes the connection; the interaction itself goes on only in the
 * background. For one reader.
 */
export class InteractionStream implements AsyncIterableIterator<InteractionEvent, undefined> {
  readonly #client: Pick<Client, 'stream'>;
  readonly #options: InteractionStreamOptions;
  readonly #source: InteractionSource;
  readonly #clock: Clock;
  /** Ids of the events so far. */
  readonly #seen: string[] = [];
  /** The same at the last break, after which some may come again. */
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

  /** Which interaction it is, once that is known: to come back to it later. */
  get id(): string | undefined {
    return this.#id;
  }

  /** After which event to go on later. */
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

  /** The next event where it has come already: of the many that one read brings, only the first needs a wait. */
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
        if (given.done === true && !this.#isComplete) throw endedEarly();
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
    // It goes on only once the first event has told the id.
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

  /** Whether an event has not come before; remembers it. */
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
    // Where nothing is kept, there may be no id.
    if (typeof id === 'string' && id !== '') this.#id = id;
  }

  /** Waits until it can go on; throws where it can't. */
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
    // Before the first event nobody knows which interaction it would be: the call itself has failed.
    if (!this.#isKept || this.#id === undefined) return false;
    return this.#breaks + 1 < waitPolicies.brokenStream.limit;
  }

  get #isKept(): boolean {
    return !('body' in this.#source) || this.#source.body.store !== false;
  }

  /** The error that the stream ends with, and what is left to do. */
  #explained(error: unknown): unknown {
    if (error instanceof ServiceError) {
      const isGone = error.httpStatus === 404 && (this.#breaks > 0 || 'id' in this.#source);
      return isGone ? afterAttempts(error, error.attempts, GONE) : error;
    }
    if (!(error instanceof TransportError) || !BREAKS.includes(error.reason)) return error;
    if (!this.#isKept) return afterAttempts(error, error.attempts, NOT_KEPT);
    if (this.#id === undefined) return error;
    return afterAttempts(error, error.attempts + this.#breaks, GAVE_UP);
  }
}

const GONE =
  'It was deleted, or the time for which it is kept is over: nothing more of it can be read.';
const NOT_KEPT =
  'The service does not keep this interaction, so that it cannot go on where it broke. What came before is kept. Retry it as a whole.';
const GAVE_UP =
  'What came before is kept. The interaction may still go on: open it again once the network is back.';

function endedEarly(): TransportError {
  return new TransportError('incomplete', 'The connection ended in the middle of the answer.', {
    hint: 'Try again.',
  });
}
