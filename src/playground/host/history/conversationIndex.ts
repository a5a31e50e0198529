import { errorMessage } from '../../../base/errors';
import type { FileStore } from '../../../platform/files';
import type { Conversation } from '../../conversation';
import { conversationFileName, parseConversation } from '../conversationFile';
import {
  conversationsOf,
  entryOf,
  rowsOf,
  unreadableEntry,
  type ConversationEntry,
} from './conversationEntry';

/** How many files are read at a time. */
const AT_ONCE = 16;
/** Conversations, and those that were put aside because they could not be read. */
const FILE = /^[^.]+(\.corrupt-\w+)?\.json$/;

interface Known {
  readonly stamp: string | undefined;
  /** Undefined where nothing was said in it. */
  readonly entry: ConversationEntry | undefined;
}

/** What is known of the conversations in a folder. A file is read again only when it is another one. */
export class ConversationIndex {
  readonly #files: FileStore;
  readonly #openOnes: () => readonly Conversation[];
  #known = new Map<string, Known>();
  #last: Promise<void> = Promise.resolve();

  /** `openOnes` are those that are open: what is in memory of them is newer than their files. */
  constructor(files: FileStore, openOnes: () => readonly Conversation[] = () => []) {
    this.#files = files;
    this.#openOnes = openOnes;
  }

  /** The latest first, and at the end what can't be read. An entry stays the same object until its file changes. */
  entries(): readonly ConversationEntry[] {
    const open = new Map(this.#openOnes().map((one) => [conversationFileName(one.id), one]));
    const entries = [...this.#known].flatMap(([name, { entry }]) => {
      const one = open.get(name);
      if (!one) return entry ?? [];
      return one.turns.length === 0 ? [] : entryOf(one);
    });
    return entries.sort((a, b) => compare(b.updateTime, a.updateTime) || compare(a.id, b.id));
  }

  /** The same as a list shows them: a comparison is one. */
  rows(): readonly ConversationEntry[] {
    return rowsOf(this.entries());
  }

  /** The row that a conversation is in; undefined where it is not known. */
  row(id: string): ConversationEntry | undefined {
    const entry = this.find(id);
    if (!entry?.comparison) return entry;
    return this.rows().find((row) => conversationsOf(row).some((one) => one.id === id));
  }

  find(id: string): ConversationEntry | undefined {
    const known = this.#known.get(conversationFileName(id));
    const one = known && this.#openOnes().find((open) => open.id === id);
    return one && one.turns.length > 0 ? entryOf(one) : known?.entry;
  }

  /** Looks what changed in the folder, or with one conversation. Rejects where the folder can't be listed. */
  refresh(only?: string): Promise<void> {
    const work = this.#last.then(() => this.#refresh(only));
    this.#last = work.catch(() => undefined);
    return work;
  }

  async #refresh(only: string | undefined): Promise<void> {
    const isOne = only !== undefined;
    const names = isOne ? [conversationFileName(only)] : await this.#files.list();
    const wanted = names.filter((name) => FILE.test(name));
    const found = isOne ? new Map(this.#known) : new Map<string, Known>();
    if (isOne) found.delete(conversationFileName(only));
    const open = new Set(this.#openOnes().map(({ id }) => conversationFileName(id)));
    for (let start = 0; start < wanted.length; start += AT_ONCE) {
      const some = wanted.slice(start, start + AT_ONCE);
      const looks = some.map(
        async (name) => [name, await this.#look(name, open.has(name))] as const,
      );
      for (const [name, known] of await Promise.all(looks)) if (known) found.set(name, known);
    }
    this.#known = found;
  }

  async #look(name: string, isOpen: boolean): Promise<Known | undefined> {
    const former = this.#known.get(name);
    try {
      const stamp = await this.#files.stamp(name);
      // Another window may have taken it away.
      if (stamp === undefined) return undefined;
      // Not read while its panel writes it again and again.
      if (isOpen) return { stamp: undefined, entry: undefined };
      if (former?.stamp === stamp) return former;
      const text = await this.#files.read(name);
      return text === undefined ? undefined : { stamp, entry: read(name, text) };
    } catch (error) {
      return { stamp: undefined, entry: unreadableEntry(stem(name), errorMessage(error)) };
    }
  }
}

function read(name: string, text: string): ConversationEntry | undefined {
  const conversation = parseConversation(text);
  if (conversationFileName(conversation.id) !== name) {
    throw new Error(`it holds the conversation ${conversation.id}`);
  }
  return conversation.turns.length === 0 ? undefined : entryOf(conversation);
}

function stem(name: string): string {
  return name.replace(/\.json$/, '');
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
