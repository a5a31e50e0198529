import type { Clock } from '../../base/clock';
import type { JsonObject } from '../../api/schema/row';
import { updatedAt } from '../../catalog/resourceName';

interface OpenFile {
  readonly resource: JsonObject;
  readonly content: Uint8Array;
  /** In ms since 1970. Stays the same until the content changes. */
  readonly mtime: number;
  /** Monotonic time in ms. */
  readonly fetchedAt: number;
}

// Maximum time between VS Code's `stat` and `readFile`, in ms.
const MOMENT = 5000;

export class OpenFiles {
  readonly #clock: Clock;
  readonly #files = new Map<string, OpenFile>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  paths(): readonly string[] {
    return [...this.#files.keys()];
  }

  get(path: string): OpenFile | undefined {
    return this.#files.get(path);
  }

  /**
   * Returns the content of an open document, or recently fetched content. VS Code also reads files that no
   * editor opens, so older content may be outdated.
   */
  current(path: string, isOpen: boolean): OpenFile | undefined {
    const file = this.#files.get(path);
    const isFresh = file && this.#clock.monotonic() - file.fetchedAt < MOMENT;
    return isFresh || isOpen ? file : undefined;
  }

  /**
   * Saves read content. Uses the server's time if available, because VS Code compares it with restored
   * editors.
   */
  show(path: string, resource: JsonObject, text: string, time = 0): OpenFile {
    const content = new TextEncoder().encode(text);
    const before = this.#files.get(path);
    const isSame = before && Buffer.compare(before.content, content) === 0;
    const updated = time || Date.parse(updatedAt(resource)) || this.#clock.now();
    const mtime = isSame ? before.mtime : Math.max(updated, (before?.mtime ?? 0) + 1);
    const file = { resource, content, mtime, fetchedAt: this.#clock.monotonic() };
    this.#files.set(path, file);
    return file;
  }

  /** Saves the content that VS Code wrote and expects to read back. */
  wrote(path: string, content: Uint8Array): void {
    const before = this.#files.get(path);
    if (!before) return;
    this.#files.set(path, { ...before, content, mtime: before.mtime + 1 });
  }

  rebase(path: string, changed: JsonObject): void {
    const file = this.#files.get(path);
    if (!file) return;
    this.#files.set(path, { ...file, resource: { ...file.resource, ...changed } });
  }

  forget(path: string): void {
    this.#files.delete(path);
  }
}
