import { errorMessage } from '../../../base/errors';
import type { FileStore } from '../../../platform/files';
import type { Log } from '../../../platform/log';

const FILE = 'exportFolder.txt';

/**
 * The folder that the user exported to or imported from last. In a file, as all that is kept of the playground. Losing
 * it costs a few clicks, so failures are only logged.
 */
export class LastFolder {
  readonly #files: FileStore;
  readonly #log: Log;

  constructor(files: FileStore, log: Log) {
    this.#files = files;
    this.#log = log;
  }

  /** Its address. */
  async load(): Promise<string | undefined> {
    try {
      return (await this.#files.read(FILE))?.trim();
    } catch (error) {
      this.#log.warn(`playground: ${FILE} could not be read: ${errorMessage(error)}`);
      return undefined;
    }
  }

  /** Takes the address of a file in it. */
  async save(file: string): Promise<void> {
    try {
      await this.#files.write(FILE, `${file.replace(/\/[^/]*$/, '')}\n`);
    } catch (error) {
      this.#log.warn(`playground: ${FILE} could not be written: ${errorMessage(error)}`);
    }
  }
}
