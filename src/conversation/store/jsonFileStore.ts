import { VERSIONS } from '../../api/versions';
import { errorMessage } from '../../base/errors';
import type { FileStore } from '../../platform/files';
import type { Log } from '../../platform/log';
import { RecordFolder } from '../../platform/recordFolder';
import { object, oneOf, text } from '../../webview/shape';
import { DEFAULT_MODE, type PlaygroundSettings } from '../model/conversation';
import { promptOf } from '../model/promptFile';
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

/** Folder of the extension's storage with the user's presets, which are prompt files. */
export const PRESET_FOLDER = 'presets';

/** What new conversations start with. Only a preset also has a model and a mode. */
export type KeptStart = Pick<InitialState, 'settings' | 'version' | 'mode'> & {
  readonly model?: string;
};

const presetShape = object({}, { file: text(1000) });

/**
 * Saved settings for new conversations, or the preset that they start with. Stored in files, because every
 * window loads VS Code's global state and system instructions can be long.
 */
export class KeptSettings {
  readonly #records: RecordFolder<PlaygroundSettings>;
  readonly #chosen: RecordFolder<{ readonly file?: string }>;
  readonly #presets: Pick<FileStore, 'read'>;
  readonly #log: Log;
  #known: KeptStart = { settings: {} };
  #preset: string | undefined;

  /** @param presets the user's presets; those of a workspace can't be used, because others write them */
  constructor(files: FileStore, presets: Pick<FileStore, 'read'>, log: Log) {
    const label = 'playground:';
    this.#presets = presets;
    this.#log = log;
    this.#records = new RecordFolder(files, log, {
      label,
      parse: (value) => settingsShape.parse(value),
    });
    this.#chosen = new RecordFolder(files, log, {
      label,
      parse: (value) => presetShape.parse(value),
    });
  }

  get known(): PlaygroundSettings {
    return this.#known.settings;
  }

  /** File name of the preset that new conversations start with. */
  get preset(): string | undefined {
    return this.#preset;
  }

  /** Loads the settings, including changes by other windows; empty if none are saved. */
  async load(): Promise<KeptStart> {
    this.#preset = (await this.#chosen.read('newPreset'))?.file;
    this.#known =
      this.#preset === undefined
        ? { settings: (await this.#records.read('keptSettings')) ?? {} }
        : await this.#readPreset(this.#preset);
    return this.#known;
  }

  async keep(settings: PlaygroundSettings): Promise<void> {
    await this.#choose(undefined);
    this.#known = { settings };
    await this.#records.tryWrite('keptSettings', settings);
  }

  /** Sets the preset for new conversations, by its file name. Without one, the saved settings apply. */
  async keepPreset(file: string | undefined): Promise<void> {
    await this.#choose(file);
    await this.load();
  }

  async #choose(file: string | undefined): Promise<void> {
    if (file === undefined && this.#preset === undefined) return;
    this.#preset = file;
    await this.#chosen.tryWrite('newPreset', file === undefined ? {} : { file });
  }

  async #readPreset(file: string): Promise<KeptStart> {
    try {
      const { settings, model, mode, ...rest } = promptOf(
        JSON.parse((await this.#presets.read(file)) ?? ''),
      );
      const version = VERSIONS.find((one) => one === rest.version);
      return { settings, model, mode: mode ?? DEFAULT_MODE, ...(version && { version }) };
    } catch (error) {
      this.#log.warn(`playground: preset ${file}: ${errorMessage(error)}`);
      return { settings: {} };
    }
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
