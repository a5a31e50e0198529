import type { Clock } from '../../base/clock';
import type { JsonObject } from '../../api/schema/row';
import { updatedAt } from '../../catalog/resourceName';

/** A resource as it was read, and as a file. */
export interface OpenFile {
  /** What a change is measured against. */
  readonly resource: JsonObject;
  readonly content: Uint8Array;
  /** Milliseconds since 1970; the same until the content changes. */
  readonly mtime: number;
  /** Monotonic milliseconds. */
  readonly fetchedAt: number;
}

// Milliseconds that VS Code has from the facts of a file to its content.
const MOMENT = 5000;

/** What the documents of this window were read as, by path. */
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
   * What an editor shows, or was fetched a moment ago. VS Code and others also look files up that nobody
   * opens: what they saw then is not what somebody sees who opens it later.
   */
  current(path: string, isOpen: boolean): OpenFile | undefined {
    const file = this.#files.get(path);
    const isFresh = file && this.#clock.monotonic() - file.fetchedAt < MOMENT;
    return isFresh || isOpen ? file : undefined;
  }

  /**
   * Notes what was read. Its time is that of the service where it tells one: VS Code compares it with that of an
   * editor which it has kept over a restart.
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

  /** Notes what VS Code has written: that is what it will find, until something else is shown. */
  wrote(path: string, content: Uint8Array): void {
    const before = this.#files.get(path);
    if (!before) return;
    this.#files.set(path, { ...before, content, mtime: before.mtime + 1 });
  }

  /** Notes what the service has now of some fields, while the file stays as it was written. */
  rebase(path: string, changed: JsonObject): void {
    const file = this.#files.get(path);
    if (!file) return;
    this.#files.set(path, { ...file, resource: { ...file.resource, ...changed } });
  }

  /** It is read anew the next time. */
  forget(path: string): void {
    this.#files.delete(path);
  }
}
