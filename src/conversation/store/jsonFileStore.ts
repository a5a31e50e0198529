import { VERSIONS } from '../../api/versions';
import { errorMessage } from '../../base/errors';
import type { FileStore } from '../../platform/files';
import type { Log } from '../../platform/log';
import { RecordFolder } from '../../platform/recordFolder';
import { object, oneOf, text } from '../../webview/shape';
import type { PlaygroundSettings } from '../model/conversation';
import { settingsShape } from '../model/settings';
import type { InitialState } from './transcript';

type LastModel = Pick<InitialState, 'connection' | 'model' | 'version'>;

const lastModelShape = object(
  { connection: text(64), model: text(1000) },
  { version: oneOf(...VERSIONS) },
);

/** The last used chat model, used for new playgrounds. Losing the file isn't critical. */
export class LastUsed {
  readonly #records: RecordFolder<LastModel>;

  constructor(files: FileStore, log: Log) {
    this.#records = new RecordFolder(files, log, {
      label: 'playground:',
      parse: (value) => lastModelShape.parse(value),
    });
  }

  load(): Promise<LastModel | undefined> {
    return this.#records.read('lastModel');
  }

  save(model: LastModel): Promise<void> {
    return this.#records.tryWrite('lastModel', model);
  }
}

/**
 * Saved settings for new conversations. Stored in a file, because every window loads VS Code's global state
 * and system instructions can be long.
 */
export class KeptSettings {
  readonly #records: RecordFolder<PlaygroundSettings>;
  #known: PlaygroundSettings = {};

  constructor(files: FileStore, log: Log) {
    this.#records = new RecordFolder(files, log, {
      label: 'playground:',
      parse: (value) => settingsShape.parse(value),
    });
  }

  get known(): PlaygroundSettings {
    return this.#known;
  }

  /** Loads the settings, including changes by other windows; empty if none are saved. */
  async load(): Promise<PlaygroundSettings> {
    this.#known = (await this.#records.read('keptSettings')) ?? {};
    return this.#known;
  }

  async keep(settings: PlaygroundSettings): Promise<void> {
    this.#known = settings;
    await this.#records.tryWrite('keptSettings', settings);
  }
}

const FOLDER_FILE = 'exportFolder.txt';

/** URI of the last folder used for export or import, as plain text. */
export class LastFolder {
  readonly #files: FileStore;
  readonly #log: Log;

  constructor(files: FileStore, log: Log) {
    this.#files = files;
    this.#log = log;
  }

  async load(): Promise<string | undefined> {
    return (await this.#files.read(FOLDER_FILE).catch(this.#warn))?.trim();
  }

  async save(file: string): Promise<void> {
    const folder = file.replace(/\/[^/]*$/, '');
    await this.#files.write(FOLDER_FILE, `${folder}\n`).catch(this.#warn);
  }

  readonly #warn = (error: unknown): undefined => {
    this.#log.warn(`playground: ${FOLDER_FILE}: ${errorMessage(error)}`);
  };
}
