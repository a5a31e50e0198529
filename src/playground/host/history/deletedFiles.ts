import type { FileStore } from '../../../platform/files';
import {
  conversationFileName,
  newId,
  parseConversation,
  formatConversation,
} from '../conversationFile';

/** Deleted conversations can be had back for so long, in days and in milliseconds. */
export const KEPT_DAYS = 30;
const KEPT = KEPT_DAYS * 24 * 60 * 60 * 1000;

/** With when it was deleted, in milliseconds since 1970. */
const DELETED = /^(.+)\.deleted-(\d+)\.json$/;

/** Puts the file of a conversation aside. Answers its name there; rejects where that can't be. `now`: milliseconds since 1970. */
export async function putAside(files: FileStore, id: string, now: number): Promise<string> {
  const name = `${id}.deleted-${now}.json`;
  await files.rename(conversationFileName(id), name);
  return name;
}

/**
 * Puts it back under its name, or under another id where that has been taken since. Nothing happens where it is back already.
 */
export async function putBack(files: FileStore, name: string): Promise<void> {
  const id = DELETED.exec(name)?.[1];
  if (id === undefined || (await files.stamp(name)) === undefined) return;
  const target = conversationFileName(id);
  if ((await files.stamp(target)) === undefined) {
    await files.rename(name, target);
    return;
  }
  const copy = { ...parseConversation((await files.read(name)) ?? ''), id: newId() };
  await files.write(conversationFileName(copy.id), formatConversation(copy));
  await files.remove(name);
}

/** Takes away what was deleted long ago. `now` is in milliseconds since 1970. */
export async function sweepDeleted(files: FileStore, now: number): Promise<void> {
  for (const name of await files.list()) {
    const at = DELETED.exec(name)?.[2];
    if (at !== undefined && now - Number(at) > KEPT) await files.remove(name);
  }
}
