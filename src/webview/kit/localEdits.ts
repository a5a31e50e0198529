import { type ReadonlySignal, signal } from '@preact/signals';
import { Debouncer } from '../../base/async';
import type { Clock } from '../../base/clock';

export interface LocalEditsOptions<T> {
  readonly clock: Clock;
  /** After the last edit, in milliseconds, until all of them are sent. */
  readonly pauseMs: number;
  /** Tells the host all edits that it has not taken; answers whether it took them. Never rejects. */
  readonly send: (edits: ReadonlyMap<string, T>) => Promise<boolean>;
  /** Whether they may be sent as they are; those that may not stay here. */
  readonly canSend?: () => boolean;
}

interface Edit<T> {
  readonly value: T;
  /** Number of the edit, counted over all of them. */
  readonly stamp: number;
}

/**
 * What is edited in a panel and kept by its host, by a key for each value. One rule says who wins: an edit is shown
 * until the host has taken it and has said how things are since then. What failed is sent again with the next edit.
 */
export class LocalEdits<T> {
  readonly #options: LocalEditsOptions<T>;
  readonly #edits = signal<ReadonlyMap<string, Edit<T>>>(new Map());
  readonly #debouncer: Debouncer;
  #last = 0;
  #sending: { readonly upTo: number; readonly done: Promise<boolean> } | undefined;
  /** Edits up to this one are taken, and go with the next snapshot. */
  #taken = 0;
  #snapshots = 0;
  #owner = '';

  constructor(options: LocalEditsOptions<T>) {
    this.#options = options;
    this.#debouncer = new Debouncer(options.clock, options.pauseMs, () => void this.flush());
  }

  /** What was edited and is not shown by the host yet; a component that reads it is drawn again when it changes. */
  get(key: string): T | undefined {
    return this.#edits.value.get(key)?.value;
  }

  has(key: string): boolean {
    return this.#edits.value.has(key);
  }

  /** All of them. */
  get all(): ReadonlyMap<string, T> {
    return new Map([...this.#edits.value].map(([key, { value }]) => [key, value]));
  }

  /** For what depends on any of them. */
  get changes(): ReadonlySignal<ReadonlyMap<string, unknown>> {
    return this.#edits;
  }

  put(key: string, value: T): void {
    const stamp = ++this.#last;
    this.#edits.value = new Map(this.#edits.value).set(key, { value, stamp });
    this.#debouncer.trigger();
  }

  /** Forgets what was not sent. */
  clear(): void {
    this.#debouncer.cancel();
    if (this.#edits.peek().size > 0) this.#edits.value = new Map();
  }

  /** Sends now what waits for the end of its pause. */
  hurry(): void {
    this.#debouncer.flush();
  }

  /** Sends now what the host has not taken; answers whether it has all of it. */
  async flush(): Promise<boolean> {
    this.#debouncer.cancel();
    const { send, canSend } = this.#options;
    const open = [...this.#edits.peek()].filter(([, { stamp }]) => stamp > this.#taken);
    if (open.length === 0) return true;
    if (canSend?.() === false) return false;
    const upTo = Math.max(...open.map(([, { stamp }]) => stamp));
    if (this.#sending?.upTo === upTo) return await this.#sending.done;
    const snapshots = this.#snapshots;
    const done = send(new Map(open.map(([key, { value }]) => [key, value])));
    const sending = { upTo, done };
    this.#sending = sending;
    const isTaken = await done;
    if (this.#sending === sending) this.#sending = undefined;
    if (!isTaken) return false;
    this.#taken = Math.max(this.#taken, upTo);
    if (this.#snapshots > snapshots) this.#dropTaken();
    return true;
  }

  /**
   * The host has said how things are.
   * @param owner what the values belong to: the edits of another one are gone
   */
  hostSaid(owner: string): void {
    this.#snapshots++;
    if (owner !== this.#owner) {
      this.#owner = owner;
      this.clear();
    } else this.#dropTaken();
  }

  #dropTaken(): void {
    const before = this.#edits.peek();
    const left = [...before].filter(([, { stamp }]) => stamp > this.#taken);
    if (left.length < before.size) this.#edits.value = new Map(left);
  }
}
