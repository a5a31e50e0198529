import { Throttle } from '../../base/async';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { FileStore } from '../../platform/files';
import type { Log } from '../../platform/log';
import { RecordFolder } from '../../platform/recordFolder';
import type { Conversation } from '../model/conversation';
import {
  conversationFileName,
  formatConversation,
  isConversationId,
  newId,
  parseConversation,
  readConversation,
} from './conversationFile';

export type Loaded =
  | {
      readonly kind: 'found';
      readonly conversation: Conversation;
      readonly stamp: string | undefined;
    }
  | { readonly kind: 'absent' }
  /** It could not be understood: the file is there under another name, as it was. */
  | { readonly kind: 'corrupt' };

export interface StoreOptions {
  readonly files: FileStore;
  readonly clock: Clock;
  readonly copyTitle: (title: string) => string;
  /** A conversation was written, or taken away. */
  readonly onDidWrite?: (id: string) => void;
  readonly log: Pick<Log, 'warn'>;
}

/** The conversations of this machine: a file each, under their ids. */
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
        throw new Error('The file holds another conversation.');
      },
    });
  }

  /**
   * Reads a conversation. A file that is not one is put aside, never deleted. Throws when the file is
   * there and can't be read, or can't be put aside: then nothing was changed.
   */
  async load(id: string): Promise<Loaded> {
    if (!isConversationId(id)) return { kind: 'absent' };
    const stamp = await this.#options.files.stamp(conversationFileName(id));
    const loaded = await this.#records.load(id);
    return loaded.kind === 'found' ? { kind: 'found', conversation: loaded.record, stamp } : loaded;
  }

  /** Takes the file of a conversation away that is unused; one that another window uses stays. */
  async removeUnused(id: string): Promise<void> {
    const loaded = await this.load(id);
    if (loaded.kind !== 'found' || !isUnused(loaded.conversation)) return;
    await this.#records.remove(id);
    this.#options.onDidWrite?.(id);
  }

  /** A writer for one conversation, from where it was read. */
  writer(events: WriterEvents, known?: Extract<Loaded, { kind: 'found' }>): ConversationWriter {
    return new ConversationWriter({
      ...this.#options,
      events,
      ...(known && { known: { revision: known.conversation.revision, stamp: known.stamp } }),
    });
  }
}

/** Least time between two writes of a conversation that changes all the time, in milliseconds. */
export const WRITE_INTERVAL = 1000;
/** A conversation that takes long to write is written less often, so that writing stays a side matter. */
const REST_PER_WRITE = 20;

interface WriterEvents {
  /** Another writer was ahead: ours went on under a new id and title, and both are on disk. */
  onForked(copy: { readonly id: string; readonly title: string }): void;
  /** The last write failed; undefined once one succeeded again. */
  onFailed(error: unknown): void;
  onWritten(): void;
}

export interface WriterOptions {
  readonly files: FileStore;
  readonly clock: Clock;
  readonly events: WriterEvents;
  /** Makes the title of a copy. */
  readonly copyTitle: (title: string) => string;
  /** It is on disk, under this id. */
  readonly onDidWrite?: (id: string) => void;
  /** What was read from disk; absent for a conversation that is not there yet. */
  readonly known?: { readonly revision: number; readonly stamp: string | undefined };
}

/**
 * Writes one conversation: one write at a time, at most one a second unless flushed, the newest state
 * last. Before each write it looks whether another writer (a second window) came in between; the moment
 * between that look and the rename is not guarded, for two windows don't answer within the same
 * millisecond.
 */
export class ConversationWriter implements Disposable {
  readonly #options: WriterOptions;
  readonly #writes: Throttle;
  #revision: number;
  /** Of the file as we read or wrote it last. */
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
   * Tells that there is something new; `latest` is asked for it when it is written, within a second or
   * with the next `flush`.
   */
  save(latest: () => Conversation): void {
    this.#pending = latest;
    this.#writes.trigger(Math.max(0, this.#nextWrite - this.#options.clock.monotonic()));
  }

  /** Resolves when what was saved last is on disk, or could not be put there (`onFailed` tells). */
  flush(): Promise<void> {
    this.#writes.cancel();
    // What comes while this is written waits for its turn too.
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
      // Something newer may have come meanwhile; if not, this is tried again with the next save.
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
    // The session may have saved a state from before it heard of the copy.
    const own = this.#fork && conversation.id !== id ? this.#fork : {};
    const name = conversationFileName(id);
    const next = this.#revision + 1;
    await files.write(name, formatConversation({ ...conversation, ...own, revision: next }));
    this.#revision = next;
    this.#stamp = await files.stamp(name);
    this.#options.onDidWrite?.(id);
  }

  /** Whether someone else wrote what is on disk after we read or wrote it last. */
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
      // Not ours and not readable: never written over.
      return true;
    }
  }
}

/**
 * Whether nothing was said in a conversation, or nothing besides what the prompt file says that it was opened from.
 * Its file is there for its tab, should the window be loaded anew.
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
