import type { Clock } from '../../base/clock';
import { errorMessage } from '../../base/errors';
import type { Conversation } from '../conversation';
import { conversationFileName, isConversationId, parseConversation } from './conversationFile';
import { ConversationWriter, type WriterEvents } from './conversationWriter';
import { isUnused } from './isUnused';
import type { FileStore } from '../../platform/files';

export type Loaded =
  | {
      readonly kind: 'found';
      readonly conversation: Conversation;
      readonly stamp: string | undefined;
    }
  | { readonly kind: 'absent' }
  /** It could not be understood: the file is there under another name, as it was. */
  | { readonly kind: 'corrupt'; readonly keptAs: string; readonly reason: string };

export interface StoreOptions {
  readonly files: FileStore;
  readonly clock: Clock;
  readonly copyTitle: (title: string) => string;
  /** A conversation was written, or taken away. */
  readonly onDidWrite?: (id: string) => void;
}

/** The conversations of this machine: a file each, under their ids. */
export class ConversationStore {
  readonly #options: StoreOptions;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  /**
   * Reads a conversation. A file that is not one is put aside, never deleted. Throws when the file is
   * there and can't be read, or can't be put aside: then nothing was changed.
   */
  async load(id: string): Promise<Loaded> {
    if (!isConversationId(id)) return { kind: 'absent' };
    const { files, clock } = this.#options;
    const name = conversationFileName(id);
    const stamp = await files.stamp(name);
    const text = await files.read(name);
    if (text === undefined) return { kind: 'absent' };
    try {
      const conversation = parseConversation(text);
      if (conversation.id !== id) throw new Error(`the file of ${id} holds another conversation`);
      return { kind: 'found', conversation, stamp };
    } catch (error) {
      const keptAs = `${id}.corrupt-${compactTime(clock.now())}.json`;
      await files.rename(name, keptAs);
      return { kind: 'corrupt', keptAs, reason: errorMessage(error) };
    }
  }

  /** Takes the file of a conversation away that is unused; one that another window uses stays. */
  async removeUnused(id: string): Promise<void> {
    const loaded = await this.load(id);
    if (loaded.kind !== 'found' || !isUnused(loaded.conversation)) return;
    await this.#options.files.remove(conversationFileName(id));
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

/** Such as `20260131T235959123Z`: no colons, which Windows does not take in file names. */
function compactTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:.]/g, '');
}
