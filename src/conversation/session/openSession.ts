import { errorMessage } from '../../base/errors';
import { isUnused } from '../store/conversationStore';
import type { Session } from './session';

/** A conversation in a tab of this window: a playground or a comparison column. */
export interface OpenSession {
  readonly session: Session;
  readonly isColumn: boolean;
  reveal(): void;
  /** Closes the tab; resolves when everything is saved. */
  close(): Promise<void>;
}

/** Reports the conversation immediately and on each change, until the returned function is called. */
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
  session.onDidEmit(() => {
    if (session.conversation.id !== id) tellAgain();
  });
  tell(id);
  return tellAgain;
}

/**
 * Closes a session after its tab was closed, and removes the file of an unused conversation.
 * Resolves to whether everything is saved.
 */
export async function endSession(session: Session): Promise<boolean> {
  const isSaved = await session.close();
  // Don't read the file of a used conversation, which may be large.
  if (!isSaved || !isUnused(session.conversation)) return isSaved;
  const { conversations, log } = session.services;
  try {
    await conversations.removeUnused(session.conversation.id);
  } catch (error) {
    log.warn(`playground: couldn’t delete an unused conversation: ${errorMessage(error)}`);
  }
  return true;
}
