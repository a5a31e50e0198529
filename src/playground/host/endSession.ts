import { errorMessage } from '../../base/errors';
import { isUnused } from './isUnused';
import type { Session } from './session';

/**
 * Closes a session whose tab is gone for good: one that nobody used leaves no file. Resolves to whether everything
 * else is on disk.
 */
export async function endSession(session: Session): Promise<boolean> {
  const isSaved = await session.close();
  // The file of one that was used is not even read: it may be large, or damaged since, which only its next tab tells.
  if (!isSaved || !isUnused(session.conversation)) return isSaved;
  const { conversations, log } = session.services;
  try {
    await conversations.removeUnused(session.conversation.id);
  } catch (error) {
    log.warn(`playground: the file of an unused conversation stays: ${errorMessage(error)}`);
  }
  return true;
}
