import type { Conversation, Turn } from '../../conversation';
import { USUAL_MODE, type PlaygroundMode } from '../../modes';

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
}

/** Longest beginning of a conversation that is shown, in UTF-16 units. */
const FIRST_WORDS = 200;

/** What a list says of a conversation. */
export function entryOf(conversation: Conversation): ConversationEntry {
  const { id, title, createTime, updateTime, turns, model, connection, mode } = conversation;
  const messages = turns.length;
  const firstWords = wordsOf(turns);
  return {
    ...{ id, title, createTime, updateTime, messages, model, connection, firstWords },
    mode: mode ?? USUAL_MODE,
  };
}

/** What a list says of a file that is no conversation; `id` is its name without the ending. */
export function unreadableEntry(id: string, reason: string): ConversationEntry {
  return {
    ...{ id, title: id, createTime: '', updateTime: '', messages: 0, model: '', connection: '' },
    ...{ mode: USUAL_MODE, firstWords: '', unreadable: reason },
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
