import type { Conversation } from '../../conversation';
import type { HandlerParts } from '../handlerParts';

/** Changes the turns so that it can be taken back. `text` says what was done, as a sentence. */
export function changeTurns(
  { session }: Pick<HandlerParts, 'session'>,
  change: (conversation: Conversation) => Conversation,
  text: string,
): void {
  session.refuseWhileStreaming();
  const before = session.conversation.turns;
  const after = change(session.conversation).turns;
  if (after === before) return;
  session.undo.note({ before, after, text });
  session.change((conversation) => ({ ...conversation, turns: after }));
}
