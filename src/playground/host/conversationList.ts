import type { FileStore } from '../../platform/files';
import { ConversationIndex } from './history/conversationIndex';
import type { ConversationEntry } from './history/conversationEntry';

/**
 * The conversations in a folder in which something was said, the latest first, a comparison as one. A file that can't be read is left out and told to
 * `onUnreadable`: whoever opens it learns more.
 */
export async function listConversations(
  files: FileStore,
  onUnreadable: (name: string, reason: string) => void,
): Promise<readonly ConversationEntry[]> {
  const index = new ConversationIndex(files);
  await index.refresh();
  const entries = index.rows();
  for (const { id, unreadable } of entries) {
    // What was put aside before was told then.
    if (unreadable !== undefined && !id.includes('.')) onUnreadable(`${id}.json`, unreadable);
  }
  return entries.filter(({ unreadable }) => unreadable === undefined);
}
