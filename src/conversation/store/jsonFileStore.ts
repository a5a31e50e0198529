import { VERSIONS } from '../../api/versions';
import { errorMessage } from '../../base/errors';
import type { FileStore } from '../../platform/files';
import type { Log } from '../../platform/log';
import { RecordFolder } from '../../platform/recordFolder';
import { object, oneOf, text } from '../../webview/shape';
import type { PlaygroundSettings } from '../model/conversation';
import { settingsShape } from '../model/settings';
import type { Beginning } from './transcript';

/** Who answered last. */
export type LastModel = Pick<Beginning, 'connection' | 'model' | 'version'>;

const lastModelShape = object(
  { connection: text(64), model: text(1000) },
  { version: oneOf(...VERSIONS) },
);

/** The model that chatted last; a new playground begins with it. Losing it costs a few clicks. */
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
 * The settings that the user wants new conversations to begin with: nothing of a conversation is in another one
 * unless it was kept here. In a file and not in VS Code's global state, which every window reads whole: a system
 * instruction can be long.
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

  /** What was kept as far as this window knows. */
  get known(): PlaygroundSettings {
    return this.#known;
  }

  /** What was kept, also by another window; empty where nothing was. */
  async load(): Promise<PlaygroundSettings> {
    this.#known = (await this.#records.read('keptSettings')) ?? {};
    return this.#known;
  }

  /** Keeps these instead; empty ones are none. */
  async keep(settings: PlaygroundSettings): Promise<void> {
    this.#known = settings;
    await this.#records.tryWrite('keptSettings', settings);
  }
}

const FOLDER_FILE = 'exportFolder.txt';

/** The address of the folder that the user exported to or imported from last: a line of text. */
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

  /** @param file the address of a file in it. */
  async save(file: string): Promise<void> {
    const folder = file.replace(/\/[^/]*$/, '');
    await this.#files.write(FOLDER_FILE, `${folder}\n`).catch(this.#warn);
  }

  readonly #warn = (error: unknown): undefined => {
    this.#log.warn(`playground: ${FOLDER_FILE}: ${errorMessage(error)}`);
  };
}
