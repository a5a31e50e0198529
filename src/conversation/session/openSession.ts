import { errorMessage } from '../../base/errors';
import { isUnused } from '../store/conversationStore';
import type { Session } from './session';

/** A conversation that a tab of this window has: a playground's, or that of a column of a comparison. */
export interface OpenSession {
  readonly session: Session;
  readonly isColumn: boolean;
  /** Brings its tab to the front. */
  reveal(): void;
  /** Takes it away; resolves once all of it is written, and nothing of it will be any more. */
  close(): Promise<void>;
}

/** Tells which conversation a session has: now, whenever it is another one, and when what is answered is called. */
export function watchConversation(
  session: Pick<Session, 'conversation' | 'onDidEmit'>,
  tell: (conversation: string) => void,
): () => void {
  let { id } = session.conversation;
  const tellAgain = (): void => {
    tell(id);
    if (session.conversation.id === id) return;
    ({ id } = session.conversation);
    tell(id);
  };
  // Ends with the session.
  session.onDidEmit(() => {
    if (session.conversation.id !== id) tellAgain();
  });
  tell(id);
  return tellAgain;
}

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
