import { VERSIONS } from '../../api/versions';
import type { FileStore } from '../../platform/files';
import type { Log } from '../../platform/log';
import { oneOf, object, text } from '../../webview/shape';
import { settingsShape } from '../settings';
import type { PlaygroundSettings } from '../conversation';
import { KeptFile, type KeptFormat } from './keptFile';
import type { Beginning } from './transcript';

/** Who answered last. */
export type LastModel = Pick<Beginning, 'connection' | 'model' | 'version'>;

const shape = object({ connection: text(64), model: text(1000) }, { version: oneOf(...VERSIONS) });

const format: KeptFormat<LastModel> = {
  parse(source) {
    const { version, ...rest } = shape.parse(JSON.parse(source));
    return { ...rest, ...(version && { version }) };
  },
  format: ({ connection, model, version }) => JSON.stringify({ connection, model, version }),
};

/** The model that chatted last; a new playground begins with it. */
export class LastUsed extends KeptFile<LastModel> {
  constructor(files: FileStore, log: Log) {
    super(files, log, 'lastModel.json', format);
  }
}

const settingsFormat: KeptFormat<PlaygroundSettings> = {
  parse: (source) => settingsShape.parse(JSON.parse(source)),
  format: (settings) => JSON.stringify(settings),
};

/**
 * The settings that the user wants new conversations to begin with: nothing of a conversation is in another one
 * unless it was kept here. In a file and not in VS Code's global state, which every window reads whole: a system
 * instruction can be long.
 */
export class KeptSettings {
  readonly #file: KeptFile<PlaygroundSettings>;
  #known: PlaygroundSettings = {};

  constructor(files: FileStore, log: Log) {
    this.#file = new KeptFile(files, log, 'keptSettings.json', settingsFormat);
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
