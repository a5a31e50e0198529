import type { Kind, NewStored, Ranked, State, Stored, StoredChange } from './state';

export class MemoryState implements State {
  readonly isKept = false;
  #kinds = new Map<Kind, Map<string, Stored>>();
  #last = 0;
  #undo: (() => void)[] | undefined;
  /** Kinds whose map order isn't the creation order, because a rollback restored a removed record. */
  readonly #unordered = new Set<Kind>();

  find(kind: Kind, name: string): Stored | undefined {
    return this.#of(kind).get(name);
  }

  insert(kind: Kind, record: NewStored): Stored | undefined {
    const known = this.#of(kind);
    if (known.has(record.name)) return undefined;
    const stored = { seq: ++this.#last, ...record };
    known.set(record.name, stored);
    this.#undo?.push(() => known.delete(record.name));
    return stored;
  }

  update(kind: Kind, name: string, change: StoredChange): void {
    const known = this.#of(kind);
    const before = known.get(name);
    if (!before) throw new Error(`There is no ${name} to change.`);
    known.set(name, { ...before, ...change });
    this.#undo?.push(() => known.set(name, before));
  }

  remove(kind: Kind, name: string): boolean {
    const known = this.#of(kind);
    const before = known.get(name);
    if (!before) return false;
    known.delete(name);
    this.#undo?.push(() => {
      known.set(name, before);
      this.#unordered.add(kind);
    });
    return true;
  }

  removeBelow(name: string): void {
    for (const [kind, known] of this.#kinds) {
      for (const inner of [...known.keys()].filter((key) => key.startsWith(`${name}/`))) {
        this.remove(kind, inner);
      }
    }
  }

  list(
    kind: Kind,
    parent: string,
    { after = 0, limit = Infinity }: { readonly after?: number; readonly limit?: number } = {},
  ): readonly Stored[] {
    const found: Stored[] = [];
    for (const record of this.#inOrder(kind)) {
      if (found.length >= limit) break;
      if (record.parent === parent && record.seq > after) found.push(record);
    }
    return found;
  }

  count(kind: Kind, parent: string): number {
    return this.list(kind, parent).length;
  }

  countBelow(kind: Kind, name: string): number {
    return [...this.#of(kind).keys()].filter((key) => key.startsWith(`${name}/`)).length;
  }

  nearest(
    kind: Kind,
    name: string,
    score: (vector: Uint8Array) => number | undefined,
  ): Iterable<Ranked> {
    const found: Ranked[] = [];
    for (const record of this.#of(kind).values()) {
      if (!record.vector || !record.name.startsWith(`${name}/`)) continue;
      const scored = score(record.vector);
      if (scored !== undefined) found.push({ seq: record.seq, name: record.name, score: scored });
    }
    return found.sort((a, b) => b.score - a.score || a.seq - b.seq);
  }

  transaction<T>(run: () => T): T {
    const outer = this.#undo;
    const undo: (() => void)[] = [];
    this.#undo = undo;
    try {
      const result = run();
      outer?.push(...undo);
      return result;
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    } finally {
      this.#undo = outer;
    }
  }

  clear(keep: readonly Kind[] = []): void {
    const before = this.#kinds;
    this.#kinds = new Map([...before].filter(([kind]) => keep.includes(kind)));
    this.#undo?.push(() => (this.#kinds = before));
  }

  prepared(): void {
    // Memory is never written to disk.
  }

  close(): void {
    this.#kinds = new Map();
  }

  #of(kind: Kind): Map<string, Stored> {
    const known = this.#kinds.get(kind);
    if (known) return known;
    const fresh = new Map<string, Stored>();
    this.#kinds.set(kind, fresh);
    return fresh;
  }

  /** Yields records oldest first. Avoids a copy, as lists are much more frequent than rollbacks. */
  #inOrder(kind: Kind): Iterable<Stored> {
    const known = this.#of(kind);
    if (!this.#unordered.delete(kind)) return known.values();
    const all = [...known.values()].sort((a, b) => a.seq - b.seq);
    known.clear();
    for (const record of all) known.set(record.name, record);
    return all;
  }
}
