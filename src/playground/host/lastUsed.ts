import type { Log } from '../../platform/log';
import { errorMessage } from '../../base/errors';
import { oneOf, object, text } from '../../webview/shape';
import { PLAYGROUND_MODES } from '../modes';
import { VERSIONS } from '../../api/versions';
import { settingsShape } from '../calls/settings';
import type { FileStore } from '../../platform/files';
import type { Beginning } from './transcript';

const FILE = 'playground.json';

const shape = object(
  { connection: text(64), model: text(1000), settings: settingsShape },
  { version: oneOf(...VERSIONS), mode: oneOf(...PLAYGROUND_MODES) },
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
      const { version, mode, ...rest } = shape.parse(JSON.parse(source));
      return { ...rest, ...(version && { version }), ...(mode && { mode }) };
    } catch (error) {
      this.#log.warn(`playground: ${FILE} could not be read: ${errorMessage(error)}`);
      return undefined;
    }
  }

  async save({ connection, model, version, mode, settings }: Beginning): Promise<void> {
    const beginning = { connection, model, version, mode, settings };
    try {
      await this.#files.write(FILE, `${JSON.stringify(beginning)}\n`);
    } catch (error) {
      this.#log.warn(`playground: ${FILE} could not be written: ${errorMessage(error)}`);
    }
  }
}
