import { VERSIONS } from '../../api/versions';
import { Throttle } from '../../base/async';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { errorMessage } from '../../base/errors';
import type { FileStore } from '../../platform/files';
import type { Log } from '../../platform/log';
import { RecordFolder } from '../../platform/recordFolder';
import { object, oneOf, text } from '../../webview/shape';
import {
  type Conversation,
  DEFAULT_MODE,
  type Failure,
  type PlaygroundSettings,
} from '../model/conversation';
import { promptOf } from '../model/promptFile';
import { settingsShape } from '../model/settings';
import {
  conversationFileName,
  formatConversation,
  isConversationId,
  newId,
  parseConversation,
  readConversation,
} from './conversationFile';
import type { InitialState } from './transcript';

export type LoadedConversation =
  | {
      readonly kind: 'found';
      readonly conversation: Conversation;
      readonly stamp: string | undefined;
    }
  | { readonly kind: 'absent' }
  /** The file was unreadable and has been renamed. */
  | { readonly kind: 'corrupt' };

interface StoreOptions {
  readonly files: FileStore;
  readonly clock: Clock;
  readonly copyTitle: (title: string) => string;
  readonly onDidWrite?: (id: string) => void;
  readonly log: Pick<Log, 'warn'>;
}

/** The conversations on this machine, one file per ID. */
export class ConversationStore {
  readonly #options: StoreOptions;
  readonly #records: RecordFolder<Conversation>;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#records = new RecordFolder(options.files, options.log, {
      label: 'playground: the conversation',
      parse(value, id) {
        const conversation = readConversation(value);
        if (conversation.id === id) return conversation;
        throw new Error('The file contains another conversation.');
      },
    });
  }

  /**
   * Loads a conversation. Renames an invalid file and never deletes it. Throws without changes if
   * the file can't be read or renamed.
   */
  async load(id: string): Promise<LoadedConversation> {
    if (!isConversationId(id)) return { kind: 'absent' };
    const stamp = await this.#options.files.stamp(conversationFileName(id));
    const loaded = await this.#records.load(id);
    return loaded.kind === 'found' ? { kind: 'found', conversation: loaded.record, stamp } : loaded;
  }

  /** Deletes the file of an unused conversation unless another window uses it. */
  async removeUnused(id: string): Promise<void> {
    const loaded = await this.load(id);
    if (loaded.kind !== 'found' || !isUnused(loaded.conversation)) return;
    await this.#records.remove(id);
    this.#options.onDidWrite?.(id);
  }

  writer(
    events: WriterEvents,
    known?: Extract<LoadedConversation, { kind: 'found' }>,
  ): ConversationWriter {
    return new ConversationWriter({
      ...this.#options,
      events,
      ...(known && { known: { revision: known.conversation.revision, stamp: known.stamp } }),
    });
  }
}

/** Minimum time between two writes of a conversation, in ms. */
const WRITE_INTERVAL = 1000;
/** Pause after a write as a multiple of its duration, so that slow writes are less frequent. */
const REST_PER_WRITE = 20;

interface WriterEvents {
  /** Called if another writer was first and this conversation was saved as a copy with a new ID and title. */
  onForked(copy: { readonly id: string; readonly title: string }): void;
  /** Called when a write fails, and with undefined after the next success. */
  onFailed(error: unknown): void;
  onWritten(): void;
}

interface WriterOptions {
  readonly files: FileStore;
  readonly clock: Clock;
  readonly events: WriterEvents;
  readonly copyTitle: (title: string) => string;
  readonly onDidWrite?: (id: string) => void;
  /** The loaded revision; absent for a new conversation. */
  readonly known?: { readonly revision: number; readonly stamp: string | undefined };
}

/**
 * Writes a conversation at most once per second, unless flushed. Detects writes of other windows by
 * their stamp; the time between check and rename isn't protected.
 */
export class ConversationWriter implements Disposable {
  readonly #options: WriterOptions;
  readonly #writes: Throttle;
  #revision: number;
  #stamp: string | undefined;
  #fork: { readonly id: string; readonly title: string } | undefined;
  #pending: (() => Conversation) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #nextWrite = -Infinity;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#writes = new Throttle(options.clock, WRITE_INTERVAL, () => void this.flush());
    this.#revision = options.known?.revision ?? 0;
    this.#stamp = options.known?.stamp;
  }

  /**
   * Schedules a write. `latest` returns the state at the time of the write, within a second or at
   * `flush`.
   */
  save(latest: () => Conversation): void {
    this.#pending = latest;
    this.#writes.trigger(Math.max(0, this.#nextWrite - this.#options.clock.monotonic()));
  }

  /** Resolves when the last state is saved or the write has failed (see `onFailed`). */
  flush(): Promise<void> {
    this.#writes.cancel();
    // Changes during this write also wait for the interval.
    this.#nextWrite = this.#options.clock.monotonic() + WRITE_INTERVAL;
    this.#writing = this.#writing.then(() => this.#writePending());
    return this.#writing;
  }

  dispose(): void {
    void this.flush();
  }

  async #writePending(): Promise<void> {
    const latest = this.#pending;
    if (!latest) return;
    this.#pending = undefined;
    const { clock, events } = this.#options;
    const started = clock.monotonic();
    try {
      await this.#write(latest());
      events.onWritten();
    } catch (error) {
      // Retry with the next save unless a newer state is pending.
      this.#pending ??= latest;
      events.onFailed(error);
    }
    const took = clock.monotonic() - started;
    this.#nextWrite = clock.monotonic() + Math.max(WRITE_INTERVAL, took * REST_PER_WRITE);
  }

  async #write(conversation: Conversation): Promise<void> {
    const { files, events, copyTitle } = this.#options;
    let id = this.#fork?.id ?? conversation.id;
    if (await this.#isOvertaken(id)) {
      id = newId();
      this.#fork = { id, title: copyTitle(conversation.title) };
      this.#revision = 0;
      events.onForked(this.#fork);
    }
    // The session may still use the ID from before it was copied.
    const own = this.#fork && conversation.id !== id ? this.#fork : {};
    const name = conversationFileName(id);
    const next = this.#revision + 1;
    await files.write(name, formatConversation({ ...conversation, ...own, revision: next }));
    this.#revision = next;
    this.#stamp = await files.stamp(name);
    this.#options.onDidWrite?.(id);
  }

  async #isOvertaken(id: string): Promise<boolean> {
    const { files } = this.#options;
    const name = conversationFileName(id);
    const stamp = await files.stamp(name);
    if (stamp === undefined || stamp === this.#stamp) return false;
    const text = await files.read(name);
    if (text === undefined) return false;
    try {
      return parseConversation(text).revision >= this.#revision;
    } catch {
      // An unreadable file isn't ours, so it's never overwritten.
      return true;
    }
  }
}

/**
 * Whether a conversation has no messages except those of its prompt file. The file of an unused conversation
 * only restores the tab after a reload.
 */
export function isUnused({
  turns,
  promptFile,
  named,
  createTime,
  updateTime,
}: Conversation): boolean {
  if (turns.length === 0) return true;
  return promptFile !== undefined && !named && updateTime === createTime;
}

export interface OpenedConversation {
  readonly conversation: Conversation;
  readonly known?: Extract<LoadedConversation, { kind: 'found' }>;
  readonly notice?: Failure;
}

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
type KeptStart = Pick<InitialState, 'settings' | 'version' | 'mode'> & {
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
