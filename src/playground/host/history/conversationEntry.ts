import { FEWEST_COLUMNS, MOST_COLUMNS } from '../../compare';
import {
  type ColumnOf,
  type Conversation,
  DEFAULT_MODE,
  type PlaygroundMode,
  type Turn,
} from '../../conversation';

/** What a list says of a conversation without opening it. */
export interface ConversationEntry {
  /** Of one whose file can't be read, the name of the file without its ending. */
  readonly id: string;
  readonly title: string;
  /** RFC 3339, as the next. */
  readonly createTime: string;
  readonly updateTime: string;
  readonly messages: number;
  /** Resource name; empty until one is chosen. */
  readonly model: string;
  /** Id of a connection. */
  readonly connection: string;
  readonly mode: PlaygroundMode;
  /** How the first message with a text begins. */
  readonly firstWords: string;
  /** Why its file can't be read; then of the rest only the id is known. */
  readonly unreadable?: string;
  /** The comparison that it is a column of. */
  readonly comparison?: ColumnOf;
  /** Of a row that stands for a comparison: its conversations from left to right, of which it is the first. */
  readonly columns?: readonly ConversationEntry[];
}

/** Longest beginning of a conversation that is shown, in UTF-16 units. */
const FIRST_WORDS = 200;

/** What a list says of a conversation. */
export function entryOf(conversation: Conversation): ConversationEntry {
  const { id, title, createTime, updateTime, turns, model, connection, mode, comparison } =
    conversation;
  const messages = turns.length;
  const firstWords = wordsOf(turns);
  return {
    ...{ id, title, createTime, updateTime, messages, model, connection, firstWords },
    mode: mode ?? DEFAULT_MODE,
    ...(comparison && { comparison }),
  };
}

/** The conversations behind a row: all columns of a comparison, or one alone. */
export function conversationsOf(row: ConversationEntry): readonly ConversationEntry[] {
  return row.columns ?? [row];
}

/**
 * The rows of a list: the columns of a comparison are one, at the place of the latest of them. A second conversation
 * for the same column, such as a copy that another window made, is a row of its own, and so is what is left alone.
 *
 * @param entries the latest first
 */
export function rowsOf(entries: readonly ConversationEntry[]): readonly ConversationEntry[] {
  const found = new Map<string, Map<number, ConversationEntry>>();
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
      .slice(0, MOST_COLUMNS)
      .map(([, entry]) => entry);
    const [first] = columns;
    const latest = entries.find((entry) => columns.includes(entry));
    if (!first || !latest || columns.length < FEWEST_COLUMNS) continue;
    for (const entry of columns) rows.set(entry, undefined);
    rows.set(latest, { ...first, updateTime: latest.updateTime, columns });
  }
  return entries.flatMap((entry) => (rows.has(entry) ? (rows.get(entry) ?? []) : entry));
}

/** What a list says of a file that is no conversation; `id` is its name without the ending. */
export function unreadableEntry(id: string, reason: string): ConversationEntry {
  return {
    ...{ id, title: id, createTime: '', updateTime: '', messages: 0, model: '', connection: '' },
    ...{ mode: DEFAULT_MODE, firstWords: '', unreadable: reason },
  };
}

function wordsOf(turns: readonly Turn[]): string {
  for (const { role, content } of turns) {
    if (role !== 'user') continue;
    const text = content.parts?.find((part) => part.text?.trim())?.text;
    if (text === undefined) continue;
    const words = text.trim();
    if (words.length <= FIRST_WORDS) return words;
    // Half of a surrogate pair is no character.
    return `${words.slice(0, FIRST_WORDS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  }
  return '';
}
