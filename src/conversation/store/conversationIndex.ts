import * as l10n from '@vscode/l10n';
import { errorMessage } from '../../base/errors';
import type { FileStore } from '../../platform/files';
import type { PickItem, Prompts } from '../../platform/prompts';
import { MAX_COLUMNS, MIN_COLUMNS } from '../model/protocol';
import {
  type ColumnOf,
  type Conversation,
  DEFAULT_MODE,
  type Failure,
  type PlaygroundMode,
  type Turn,
} from '../model/conversation';
import { conversationFileName, isConversationId, parseConversation } from './conversationFile';
import type { ConversationStore, OpenedConversation } from './conversationStore';
import { type InitialState, newConversation, withInterruptionsReported } from './transcript';

const MAX_CONCURRENT = 16;
const FILE = /^[^.]+(\.corrupt-\w+)?\.json$/;

interface IndexedFile {
  readonly stamp: string | undefined;
  /** Undefined for an empty conversation. */
  readonly entry: ConversationEntry | undefined;
}

/** Index of the conversations in a folder. Reads only files that have changed. */
export class ConversationIndex {
  readonly #files: FileStore;
  readonly #openOnes: () => readonly Conversation[];
  #known = new Map<string, IndexedFile>();
  #last: Promise<void> = Promise.resolve();

  /** @param openOnes returns the open conversations, which are newer than their files. */
  constructor(files: FileStore, openOnes: () => readonly Conversation[] = () => []) {
    this.#files = files;
    this.#openOnes = openOnes;
  }

  /** Entries, latest first and unreadable ones last. Entries of unchanged files keep their identity. */
  entries(): readonly ConversationEntry[] {
    const open = new Map(this.#openOnes().map((one) => [conversationFileName(one.id), one]));
    const entries = [...this.#known].flatMap(([name, { entry }]) => {
      const one = open.get(name);
      if (!one) return entry ?? [];
      return one.turns.length === 0 ? [] : entryOf(one);
    });
    return entries.sort((a, b) => compare(b.updateTime, a.updateTime) || compare(a.id, b.id));
  }

  rows(): readonly ConversationEntry[] {
    return rowsOf(this.entries());
  }

  /** Returns the row with a conversation; undefined if unknown. */
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

  /**
   * Updates the index for the folder or one conversation. Rejects if the folder can't be listed.
   */
  refresh(only?: string): Promise<void> {
    const work = this.#last.then(() => this.#refresh(only));
    this.#last = work.catch(() => undefined);
    return work;
  }

  async #refresh(only: string | undefined): Promise<void> {
    const isOne = only !== undefined;
    const names = isOne ? [conversationFileName(only)] : await this.#files.list();
    const wanted = names.filter((name) => FILE.test(name));
    const found = isOne ? new Map(this.#known) : new Map<string, IndexedFile>();
    if (isOne) found.delete(conversationFileName(only));
    const open = new Set(this.#openOnes().map(({ id }) => conversationFileName(id)));
    for (let start = 0; start < wanted.length; start += MAX_CONCURRENT) {
      const some = wanted.slice(start, start + MAX_CONCURRENT);
      const looks = some.map(
        async (name) => [name, await this.#look(name, open.has(name))] as const,
      );
      for (const [name, known] of await Promise.all(looks)) if (known) found.set(name, known);
    }
    this.#known = found;
  }

  async #look(name: string, isOpen: boolean): Promise<IndexedFile | undefined> {
    const former = this.#known.get(name);
    try {
      const stamp = await this.#files.stamp(name);
      if (stamp === undefined) return undefined;
      // Don't read files of open conversations, which change often.
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
    throw new Error(`it contains the conversation ${conversation.id}`);
  }
  return conversation.turns.length === 0 ? undefined : entryOf(conversation);
}

function stem(name: string): string {
  return name.replace(/\.json$/, '');
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

export interface ConversationEntry {
  /** Conversation ID, or the file name without extension if unreadable. */
  readonly id: string;
  readonly title: string;
  /** RFC 3339, like `updateTime`. */
  readonly createTime: string;
  readonly updateTime: string;
  readonly messages: number;
  /** Resource name; empty until a model is selected. */
  readonly model: string;
  readonly connection: string;
  readonly mode: PlaygroundMode;
  readonly firstWords: string;
  /** Why the file can't be read; other fields are then placeholders. */
  readonly unreadable?: string;
  readonly comparison?: ColumnOf;
  /** Conversations of a comparison from left to right; the first one is this entry. */
  readonly columns?: readonly ConversationEntry[];
}

const PREVIEW_LENGTH = 200;

function entryOf(conversation: Conversation): ConversationEntry {
  const { id, title, createTime, updateTime, turns, model, connection, mode, comparison } =
    conversation;
  const messages = turns.length;
  const firstWords = wordsOf(turns);
  return {
    id,
    title,
    createTime,
    updateTime,
    messages,
    model,
    connection,
    firstWords,
    mode: mode ?? DEFAULT_MODE,
    ...(comparison && { comparison }),
  };
}

export function conversationsOf(row: ConversationEntry): readonly ConversationEntry[] {
  return row.columns ?? [row];
}

/**
 * Groups the columns of a comparison into one row at the position of the latest one. Copies of a column and
 * single columns get their own rows.
 * @param entries latest first
 */
function rowsOf(entries: readonly ConversationEntry[]): readonly ConversationEntry[] {
  const found = new Map<string, Map<number, ConversationEntry>>();
  const places = new Map(entries.map((entry, place) => [entry, place]));
  const placeOf = (entry: ConversationEntry): number => places.get(entry) ?? Infinity;
  for (const entry of entries) {
    if (!entry.comparison) continue;
    const { id, column } = entry.comparison;
    const columns = found.get(id) ?? new Map<number, ConversationEntry>();
    found.set(id, columns);
    if (!columns.has(column)) columns.set(column, entry);
  }
  const rows = new Map<ConversationEntry, ConversationEntry | undefined>();
  for (const byColumn of found.values()) {
    const columns = [...byColumn]
      .sort(([a], [b]) => a - b)
      .slice(0, MAX_COLUMNS)
      .map(([, entry]) => entry);
    const [first] = columns;
    const [latest] = [...columns].sort((a, b) => placeOf(a) - placeOf(b));
    if (!first || !latest || columns.length < MIN_COLUMNS) continue;
    for (const entry of columns) rows.set(entry, undefined);
    rows.set(latest, { ...first, updateTime: latest.updateTime, columns });
  }
  return entries.flatMap((entry) => (rows.has(entry) ? (rows.get(entry) ?? []) : entry));
}

export function unreadableEntry(id: string, reason: string): ConversationEntry {
  return {
    id,
    title: id,
    createTime: '',
    updateTime: '',
    messages: 0,
    model: '',
    connection: '',
    mode: DEFAULT_MODE,
    firstWords: '',
    unreadable: reason,
  };
}

function wordsOf(turns: readonly Turn[]): string {
  for (const { role, content } of turns) {
    if (role !== 'user') continue;
    const text = content.parts?.find((part) => part.text?.trim())?.text;
    if (text === undefined) continue;
    const words = text.trim();
    if (words.length <= PREVIEW_LENGTH) return words;
    return `${words.slice(0, PREVIEW_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  }
  return '';
}

/**
 * Opens a conversation, or a new one with a notice if the conversation is missing or unreadable. Never
 * rejects, because the panel would stay empty.
 */
export async function openConversation(
  store: ConversationStore,
  id: string | undefined,
  beginning: InitialState,
  now: number,
): Promise<OpenedConversation> {
  if (id === undefined || !isConversationId(id)) {
    return { conversation: newConversation(beginning, now) };
  }
  try {
    const loaded = await store.load(id);
    switch (loaded.kind) {
      case 'found':
        return {
          conversation: withInterruptionsReported(loaded.conversation),
          known: loaded,
        };
      case 'absent':
        // Nothing has been written yet; the panel stores its draft under this ID.
        return { conversation: newConversation(beginning, now, id) };
      case 'corrupt':
        return {
          conversation: newConversation(beginning, now),
          notice: damagedNotice(),
        };
    }
  } catch (error) {
    return {
      conversation: newConversation(beginning, now),
      notice: {
        message: l10n.t('Couldn’t open the file of this conversation: {0}.', errorMessage(error)),
        hint: l10n.t('The file was left unchanged. This is a new conversation.'),
        fixes: ['showLog'],
      },
    };
  }
}

/** Opens the remaining conversations of a comparison; undefined if fewer than two exist. */
export async function openColumns(
  store: Pick<ConversationStore, 'load'>,
  ids: readonly string[],
): Promise<readonly OpenedConversation[] | undefined> {
  const loaded = await Promise.all(ids.map((id) => store.load(id)));
  const opened = loaded.flatMap((known): readonly OpenedConversation[] => {
    if (known.kind !== 'found') return [];
    return [{ conversation: withInterruptionsReported(known.conversation), known }];
  });
  return opened.length < MIN_COLUMNS ? undefined : opened;
}

function damagedNotice(): Failure {
  return {
    message: l10n.t('The file of this conversation is damaged.'),
    hint: l10n.t('The file was saved under another name. This is a new conversation.'),
    fixes: ['showLog'],
  };
}

/** Shows a list of conversations; undefined if dismissed. */
export async function pickConversation(
  prompts: Prompts,
  entries: Promise<readonly ConversationEntry[]>,
  locale: string,
): Promise<string | undefined> {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const items = entries.then((all) => all.map((entry) => itemOf(entry, time)));
  if ((await items).length === 0) {
    await prompts.notify('info', l10n.t('There are no conversations on this machine yet.'));
    return undefined;
  }
  return await prompts.pick(
    {
      title: l10n.t('Open Conversation'),
      placeholder: l10n.t('Select a conversation (newest first)'),
    },
    items,
  );
}

function itemOf(
  { id, title, updateTime, messages, model, columns }: ConversationEntry,
  time: Intl.DateTimeFormat,
): PickItem<string> {
  const date = new Date(updateTime);
  const when = Number.isNaN(date.getTime()) ? '' : time.format(date);
  const count = messages === 1 ? l10n.t('1 message') : l10n.t('{0} messages', messages);
  const models = columns ? l10n.t('Comparison · {0} models', columns.length) : model;
  const parts = [when, count, models];
  return { label: title, detail: parts.filter(Boolean).join(' · '), value: id };
}

/**
 * Lists non-empty conversations, latest first, with each comparison as one. Calls `onUnreadable`
 * for unreadable files.
 */
export async function listConversations(
  files: FileStore,
  onUnreadable: (name: string, reason: string) => void,
): Promise<readonly ConversationEntry[]> {
  const index = new ConversationIndex(files);
  await index.refresh();
  const entries = index.rows();
  for (const { id, unreadable } of entries) {
    if (unreadable !== undefined && !id.includes('.')) onUnreadable(`${id}.json`, unreadable);
  }
  return entries.filter(({ unreadable }) => unreadable === undefined);
}
