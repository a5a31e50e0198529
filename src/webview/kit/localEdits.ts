import { type ReadonlySignal, signal } from '@preact/signals';
import { Debouncer } from '../../base/async';
import type { Clock } from '../../base/clock';

interface LocalEditsOptions<T> {
  readonly clock: Clock;
  /** After the last edit, in milliseconds, until all of them are sent. */
  readonly pauseMs: number;
  /** Tells the host edits that it has not taken; answers whether it took them. Never rejects. */
  readonly send: (edits: ReadonlyMap<string, T>) => Promise<boolean>;
  /** Whether an edit may be sent as it is; one that may not stays here, and keeps no other one. */
  readonly canSend?: (key: string, value: T) => boolean;
}

interface Edit<T> {
  readonly value: T;
}

/** Edits that the host has not taken, as a page keeps them over a reload. */
export interface KeptEdits<T> {
  /** What the values belong to. */
  readonly owner: string;
  readonly edits: readonly (readonly [key: string, value: T])[];
}

/**
 * What is edited in a panel and kept by its host, by a key for each value. One rule says who wins: an edit is shown
 * until the host has taken it and has said how things are since then. What failed is sent again with the next edit.
 */
export class LocalEdits<T> {
  readonly #options: LocalEditsOptions<T>;
  readonly #edits = signal<ReadonlyMap<string, Edit<T>>>(new Map());
  readonly #debouncer: Debouncer;
  #sending: { readonly edits: ReadonlySet<Edit<T>>; readonly done: Promise<boolean> } | undefined;
  /** They are the host's now, and go with its next snapshot. */
  readonly #taken = new WeakSet<Edit<T>>();
  #snapshots = 0;
  readonly #owner = signal('');
  /** From before a reload, until the host tells what they belong to. */
  readonly #former = signal<KeptEdits<T> | undefined>(undefined);

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

  /** What the host has not taken, so that a reload can bring it back; absent where it has everything. */
  get kept(): KeptEdits<T> | undefined {
    const former = this.#former.value;
    if (former) return former;
    const edits = [...this.#edits.value].map(([key, { value }]) => [key, value] as const);
    return edits.length > 0 ? { owner: this.#owner.value, edits } : undefined;
  }

  /** Takes what was kept before a reload: it is an edit again once the host shows what it belongs to. */
  restore(kept: KeptEdits<T> | undefined): void {
    this.#former.value = kept;
  }

  /** For what depends on any of them. */
  get changes(): ReadonlySignal<ReadonlyMap<string, unknown>> {
    return this.#edits;
  }

  put(key: string, value: T): void {
    this.#edits.value = new Map(this.#edits.peek()).set(key, { value });
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

  /** Sends now what the host has not taken and may have; answers whether it has all of it. */
  async flush(): Promise<boolean> {
    this.#debouncer.cancel();
    const { send, canSend } = this.#options;
    const open = [...this.#edits.peek()].filter(([, edit]) => !this.#taken.has(edit));
    const ready = open.filter(([key, { value }]) => canSend?.(key, value) !== false);
    const isAll = ready.length === open.length;
    if (ready.length === 0) return isAll;
    const edits = new Set(ready.map(([, edit]) => edit));
    const before = this.#sending;
    if (before && [...edits].every((edit) => before.edits.has(edit)))
      return (await before.done) && isAll;
    const snapshots = this.#snapshots;
    const done = send(new Map(ready.map(([key, { value }]) => [key, value])));
    const sending = { edits, done };
    this.#sending = sending;
    const isTaken = await done;
    if (this.#sending === sending) this.#sending = undefined;
    if (!isTaken) return false;
    for (const edit of edits) this.#taken.add(edit);
    if (this.#snapshots > snapshots) this.#dropTaken();
    return isAll;
  }

  /**
   * The host has said how things are.
   * @param owner what the values belong to: the edits of another one are gone
   */
  hostSaid(owner: string): void {
    this.#snapshots++;
    if (owner !== this.#owner.peek()) {
      this.#owner.value = owner;
      this.clear();
    } else this.#dropTaken();
    const former = this.#former.peek();
    if (former?.owner !== owner) return;
    this.#former.value = undefined;
    // What was typed since is newer.
    for (const [key, value] of former.edits) if (!this.#edits.peek().has(key)) this.put(key, value);
  }

  #dropTaken(): void {
    const before = this.#edits.peek();
    const left = [...before].filter(([, edit]) => !this.#taken.has(edit));
    if (left.length < before.size) this.#edits.value = new Map(left);
  }
}
