import { CancelledError } from '../../../base/errors';
import type { Conversation, ModelTurn } from '../../conversation';
import { ConversationStore } from '../conversationStore';
import { LastUsed } from '../lastUsed';
import type { SessionServices } from '../services';
import { Session } from '../session';
import { NOWHERE } from './nowhere';

/** A session without a panel and without a file. What it is asked with is nobody's last choice. */
export function headlessSession(conversation: Conversation, services: SessionServices): Session {
  const { clock, log } = services;
  const conversations = new ConversationStore({
    files: NOWHERE,
    clock,
    copyTitle: (title) => title,
  });
  const lastUsed = new LastUsed(NOWHERE, log);
  return new Session({ conversation }, { ...services, conversations, lastUsed });
}

/**
 * Asks for the answer to a conversation as it stands, and waits for its end, that of calls answered by themselves
 * too. `onText` is told whenever it has grown. Throws `CancelledError` when the signal aborts.
 */
export async function answerOf(
  session: Session,
  signal: AbortSignal,
  onText: (turn: ModelTurn) => void,
): Promise<ModelTurn> {
  const stop = (): void => session.stop();
  signal.addEventListener('abort', stop, { once: true });
  const ended = Promise.withResolvers<undefined>();
  const subscription = session.onDidEmit(({ name }) => {
    const last = session.state.turns.at(-1);
    if (last?.role === 'model') onText(last);
    if (name !== 'state' || session.isStreaming) return;
    // Calls of functions are answered right after; then it goes on.
    setImmediate(() => {
      if (!session.isStreaming) ended.resolve(undefined);
    });
  });
  try {
    signal.throwIfAborted();
    await session.ask({ kind: 'new' });
    await ended.promise;
    if (signal.aborted) throw new CancelledError();
    const last = session.conversation.turns.at(-1);
    if (last?.role !== 'model') throw new Error('There is no answer.');
    return last;
  } finally {
    subscription.dispose();
    signal.removeEventListener('abort', stop);
  }
}
