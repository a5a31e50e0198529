import { errorMessage } from '../../base/errors';
import { conversationFileName, parseConversation } from './conversationFile';
import type { FileStore } from '../../platform/files';

/** What a list says of a conversation without opening it. */
export interface ConversationEntry {
  readonly id: string;
  readonly title: string;
  /** RFC 3339. */
  readonly updateTime: string;
  readonly messages: number;
  readonly model: string;
}

/** How many files are read at a time. */
const AT_ONCE = 16;
const FILE = /^[^.]+\.json$/;

/**
 * The conversations in a folder in which something was said, the latest first. A file that can't be read is left out and told to
 * `onUnreadable`: whoever opens it learns more.
 */
export async function listConversations(
  files: FileStore,
  onUnreadable: (name: string, reason: string) => void,
): Promise<readonly ConversationEntry[]> {
  const names = (await files.list()).filter((name) => FILE.test(name));
  const entries: ConversationEntry[] = [];
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const some = names.slice(start, start + AT_ONCE).map(async (name) => {
      try {
        return await readEntry(files, name);
      } catch (error) {
        onUnreadable(name, errorMessage(error));
        return [];
      }
    });
    entries.push(...(await Promise.all(some)).flat());
  }
  return entries.sort((a, b) => (a.updateTime < b.updateTime ? 1 : -1));
}

async function readEntry(files: FileStore, name: string): Promise<readonly ConversationEntry[]> {
  const text = await files.read(name);
  // Another window may have taken it away meanwhile.
  if (text === undefined) return [];
  const { id, title, updateTime, turns, model } = parseConversation(text);
  if (conversationFileName(id) !== name) throw new Error(`it holds the conversation ${id}`);
  if (turns.length === 0) return [];
  return [{ id, title, updateTime, messages: turns.length, model }];
}
