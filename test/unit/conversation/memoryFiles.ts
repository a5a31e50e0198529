import type { FileStore } from '../../../src/platform/files';

/** Files in memory: everything is done within promises, so that a fake clock can pace it. */
export class MemoryFiles implements FileStore {
  readonly files = new Map<string, string>();
  /** Names in the order in which they were written. */
  readonly writes: string[] = [];
  /** Thrown by the next write. */
  failNext: Error | undefined;
  /** Thrown by every write while it is there. */
  failAll: Error | undefined;
  #stamps = new Map<string, string>();

  async read(name: string): Promise<string | undefined> {
    return this.files.get(name);
  }

  async write(name: string, text: string): Promise<void> {
    this.writes.push(name);
    const error = this.failNext ?? this.failAll;
    this.failNext = undefined;
    if (error) throw error;
    this.files.set(name, text);
    this.#stamps.set(name, String(this.writes.length));
  }

  async rename(from: string, to: string): Promise<void> {
    const text = this.files.get(from);
    if (text === undefined) throw new Error(`${from} is not there`);
    this.files.delete(from);
    this.files.set(to, text);
  }

  async remove(name: string): Promise<boolean> {
    return this.files.delete(name);
  }

  async stamp(name: string): Promise<string | undefined> {
    return this.files.has(name) ? (this.#stamps.get(name) ?? 'foreign') : undefined;
  }

  async list(): Promise<readonly string[]> {
    return [...this.files.keys()];
  }
}
