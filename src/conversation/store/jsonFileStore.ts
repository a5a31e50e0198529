import { VERSIONS } from '../../api/versions';
import { errorMessage } from '../../base/errors';
import type { FileStore } from '../../platform/files';
import type { Log } from '../../platform/log';
import { object, oneOf, text } from '../../webview/shape';
import type { PlaygroundSettings } from '../model/conversation';
import { settingsShape } from '../model/settings';
import type { Beginning } from './transcript';

/** How a value stands in its file. `parse` throws where a text is none. */
interface FileFormat<T> {
  parse(text: string): T;
  format(value: T): string;
}

/** Something small in a file of its own. Losing it costs a few clicks, so failures are only logged. */
class JsonFileStore<T> {
  readonly #files: FileStore;
  readonly #log: Log;
  readonly #name: string;
  readonly #format: FileFormat<T>;

  constructor(files: FileStore, log: Log, name: string, format: FileFormat<T>) {
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

/** Who answered last. */
export type LastModel = Pick<Beginning, 'connection' | 'model' | 'version'>;

const lastModelShape = object(
  { connection: text(64), model: text(1000) },
  { version: oneOf(...VERSIONS) },
);

const lastModelFormat: FileFormat<LastModel> = {
  parse(source) {
    const { version, ...rest } = lastModelShape.parse(JSON.parse(source));
    return { ...rest, ...(version && { version }) };
  },
  format: ({ connection, model, version }) => JSON.stringify({ connection, model, version }),
};

/** The model that chatted last; a new playground begins with it. */
export class LastUsed extends JsonFileStore<LastModel> {
  constructor(files: FileStore, log: Log) {
    super(files, log, 'lastModel.json', lastModelFormat);
  }
}

const settingsFormat: FileFormat<PlaygroundSettings> = {
  parse: (source) => settingsShape.parse(JSON.parse(source)),
  format: (settings) => JSON.stringify(settings),
};

/**
 * The settings that the user wants new conversations to begin with: nothing of a conversation is in another one
 * unless it was kept here. In a file and not in VS Code's global state, which every window reads whole: a system
 * instruction can be long.
 */
export class KeptSettings {
  readonly #file: JsonFileStore<PlaygroundSettings>;
  #known: PlaygroundSettings = {};

  constructor(files: FileStore, log: Log) {
    this.#file = new JsonFileStore(files, log, 'keptSettings.json', settingsFormat);
  }

  /** What was kept as far as this window knows. */
  get known(): PlaygroundSettings {
    return this.#known;
  }

  /** What was kept, also by another window; empty where nothing was. */
  async load(): Promise<PlaygroundSettings> {
    this.#known = (await this.#file.load()) ?? {};
    return this.#known;
  }

  /** Keeps these instead; empty ones are none. */
  async keep(settings: PlaygroundSettings): Promise<void> {
    this.#known = settings;
    await this.#file.save(settings);
  }
}

/** The address of a folder; what is saved is that of a file in it. */
const folderFormat: FileFormat<string> = {
  parse: (text) => text.trim(),
  format: (file) => file.replace(/\/[^/]*$/, ''),
};

/** The folder that the user exported to or imported from last. In a file, as all that is kept of the playground. */
export class LastFolder extends JsonFileStore<string> {
  constructor(files: FileStore, log: Log) {
    super(files, log, 'exportFolder.txt', folderFormat);
  }
}
