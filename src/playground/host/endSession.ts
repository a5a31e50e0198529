import { errorMessage } from '../../base/errors';
import type { Session } from './session';

/**
 * Closes a session whose tab is gone for good: one that nobody used leaves no file. Resolves to whether everything
 * else is on disk.
 */
export async function endSession(session: Session): Promise<boolean> {
  const isSaved = await session.close();
  if (!isSaved) return false;
  const { conversations, log } = session.services;
  try {
    await conversations.removeUnused(session.conversation.id);
  } catch (error) {
    log.warn(`playground: the file of an unused conversation stays: ${errorMessage(error)}`);
  }
  return true;
}
