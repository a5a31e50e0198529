import { errorMessage } from '../../base/errors';
import type { FileStore } from '../../platform/files';
import type { Log } from '../../platform/log';

/** How a value stands in its file. `parse` throws where a text is none. */
export interface KeptFormat<T> {
  parse(text: string): T;
  format(value: T): string;
}

/** Something small in a file of its own. Losing it costs a few clicks, so failures are only logged. */
export class KeptFile<T> {
  readonly #files: FileStore;
  readonly #log: Log;
  readonly #name: string;
  readonly #format: KeptFormat<T>;

  constructor(files: FileStore, log: Log, name: string, format: KeptFormat<T>) {
    this.#files = files;
    this.#log = log;
    this.#name = name;
    this.#format = format;
  }

  /** What was saved last; undefined where nothing was, or it can't be read. */
  async load(): Promise<T | undefined> {
    try {
      const text = await this.#files.read(this.#name);
      return text === undefined ? undefined : this.#format.parse(text);
    } catch (error) {
      this.#log.warn(`playground: ${this.#name} could not be read: ${errorMessage(error)}`);
      return undefined;
    }
  }

  async save(value: T): Promise<void> {
    try {
      await this.#files.write(this.#name, `${this.#format.format(value)}\n`);
    } catch (error) {
      this.#log.warn(`playground: ${this.#name} could not be written: ${errorMessage(error)}`);
    }
  }
}
