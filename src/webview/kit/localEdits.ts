import { signal } from '@preact/signals';
import { Debouncer } from '../../base/async';
import type { Clock } from '../../base/clock';

interface LocalEditsOptions<T> {
  readonly clock: Clock;
  /** Debounce, in ms. */
  readonly pauseMs: number;
  /** Sends edits to the host. Returns whether the host accepted them. Never rejects. */
  readonly send: (edits: ReadonlyMap<string, T>) => Promise<boolean>;
  /** Whether an edit is valid for sending. Invalid edits stay local. */
  readonly canSend?: (key: string, value: T) => boolean;
}

interface Edit<T> {
  readonly value: T;
}

export interface KeptEdits<T> {
  /** ID of the owner of the values, such as a conversation. */
  readonly owner: string;
  readonly edits: readonly (readonly [key: string, value: T])[];
}

/**
 * Local edits of host values. An edit is shown until the host has accepted it and sent a newer snapshot. Failed
 * edits are sent again with the next edit.
 */
export class LocalEdits<T> {
  readonly #options: LocalEditsOptions<T>;
  readonly #edits = signal<ReadonlyMap<string, Edit<T>>>(new Map());
  readonly #debouncer: Debouncer;
  #sending: { readonly edits: ReadonlySet<Edit<T>>; readonly done: Promise<boolean> } | undefined;
  /** Accepted edits, dropped at the next snapshot. */
  readonly #taken = new WeakSet<Edit<T>>();
  #snapshots = 0;
  readonly #owner = signal('');
  /** Edits from before a reload, until the owner is known. */
  readonly #former = signal<KeptEdits<T> | undefined>(undefined);

  constructor(options: LocalEditsOptions<T>) {
    this.#options = options;
    this.#debouncer = new Debouncer(options.clock, options.pauseMs, () => void this.flush());
  }

  get(key: string): T | undefined {
    return this.#edits.value.get(key)?.value;
  }

  has(key: string): boolean {
    return this.#edits.value.has(key);
  }

  get all(): ReadonlyMap<string, T> {
    return new Map([...this.#edits.value].map(([key, { value }]) => [key, value]));
  }

  /** Edits to restore after a reload. Undefined if there are none. */
  get kept(): KeptEdits<T> | undefined {
    const former = this.#former.value;
    if (former) return former;
    const edits = [...this.#edits.value].map(([key, { value }]) => [key, value] as const);
    return edits.length > 0 ? { owner: this.#owner.value, edits } : undefined;
  }

  /** Restores edits once the host shows their owner. */
  restore(kept: KeptEdits<T> | undefined): void {
    this.#former.value = kept;
  }

  put(key: string, value: T): void {
    this.#edits.value = new Map(this.#edits.peek()).set(key, { value });
    this.#debouncer.trigger();
  }

  clear(): void {
    this.#debouncer.cancel();
    if (this.#edits.peek().size > 0) this.#edits.value = new Map();
  }

  sendNow(): void {
    this.#debouncer.flush();
  }

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
   * Handles a snapshot.
   * @param owner if changed, all edits are dropped
   */
  onSnapshot(owner: string): void {
    this.#snapshots++;
    if (owner !== this.#owner.peek()) {
      this.#owner.value = owner;
      this.clear();
    } else this.#dropTaken();
    const former = this.#former.peek();
    if (former?.owner !== owner) return;
    this.#former.value = undefined;
    // Newer edits take precedence.
    for (const [key, value] of former.edits) if (!this.#edits.peek().has(key)) this.put(key, value);
  }

  #dropTaken(): void {
    const before = this.#edits.peek();
    const left = [...before].filter(([, edit]) => !this.#taken.has(edit));
    if (left.length < before.size) this.#edits.value = new Map(left);
  }
}
