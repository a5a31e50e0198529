import type { Log } from '../../platform/log';
import { errorMessage } from '../../base/errors';
import { oneOf, object, text } from '../../webview/shape';
import { VERSIONS } from '../../api/versions';
import { settingsShape } from '../calls/settings';
import type { FileStore } from '../../platform/files';
import type { Beginning } from './transcript';

const FILE = 'playground.json';

const shape = object(
  { connection: text(64), model: text(1000), settings: settingsShape },
  { version: oneOf(...VERSIONS) },
);

/**
 * What the last message was sent with; a new playground begins with it. In a file and not in VS Code's
 * global state, which every window reads whole: a system instruction can be long. Losing it costs a
 * choice, so failures are only logged.
 */
export class LastUsed {
  readonly #files: FileStore;
  readonly #log: Log;

  constructor(files: FileStore, log: Log) {
    this.#files = files;
    this.#log = log;
  }

  async load(): Promise<Beginning | undefined> {
    try {
      const source = await this.#files.read(FILE);
      if (source === undefined) return undefined;
      const { version, ...rest } = shape.parse(JSON.parse(source));
      return { ...rest, ...(version && { version }) };
    } catch (error) {
      this.#log.warn(`playground: ${FILE} could not be read: ${errorMessage(error)}`);
      return undefined;
    }
  }

  async save({ connection, model, version, settings }: Beginning): Promise<void> {
    const beginning = { connection, model, version, settings };
    try {
      await this.#files.write(FILE, `${JSON.stringify(beginning)}\n`);
    } catch (error) {
      this.#log.warn(`playground: ${FILE} could not be written: ${errorMessage(error)}`);
    }
  }
}
