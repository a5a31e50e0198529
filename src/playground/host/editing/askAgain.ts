import { AppError } from '../../../base/errors';
import type { Conversation, ModelTurn, Turn } from '../../conversation';
import type { HandlerParts } from '../handlerParts';

/** What is asked again. */
export interface Again {
  /** Id of a message, or of an answer that is asked for anew. */
  readonly turn: string;
  /** Changes a message before it is asked again. */
  readonly edit?: (conversation: Conversation) => Conversation;
  /** Called before anything changes; answers whether to go on. */
  readonly prepare?: () => Promise<boolean>;
}

/** What is sent again, and the answer that a new one takes the place of. */
interface Cut {
  readonly kept: readonly Turn[];
  readonly answer: ModelTurn | undefined;
}

/**
 * Asks for an answer from a turn on: everything after it goes, and can be taken back. Answers whether it was
 * done.
 */
export async function askAgain(parts: HandlerParts, again: Again): Promise<boolean> {
  const { session, l10n } = parts;
  session.refuseWhileStreaming();
  const first = cutAt(session.conversation.turns, again.turn);
  if (!first) return false;
  if (!first.kept.some(({ role }) => role === 'user')) {
    throw new AppError('noMessage', l10n.t('There is no message to answer.'));
  }
  if (again.prepare && !(await again.prepare())) return false;
  // The world went on while the user thought.
  session.refuseWhileStreaming();
  const before = session.conversation.turns;
  if (!cutAt(before, again.turn)) return false;
  session.change((conversation) => {
    const edited = again.edit?.(conversation) ?? conversation;
    return { ...edited, turns: cutAt(edited.turns, again.turn)?.kept ?? edited.turns };
  });
  const after = session.conversation.turns;
  const answer = cutAt(before, again.turn)?.answer;
  const text = replacedText(parts, before.length - after.length);
  session.undo.note({ before, after, asked: true, text });
  await session.ask(answer ? { kind: 'instead', of: answer } : { kind: 'new' });
  return true;
}

function cutAt(turns: readonly Turn[], id: string): Cut | undefined {
  const at = turns.findIndex((turn) => turn.id === id);
  const turn = turns[at];
  if (!turn) return undefined;
  const end = turn.role === 'user' ? at + 1 : at;
  const next = turns[end];
  const answer = next?.role === 'model' ? next : undefined;
  return { kept: turns.slice(0, end), answer };
}

function replacedText({ l10n }: HandlerParts, count: number): string {
  if (count === 0) return l10n.t('Message changed, and asked again.');
  return count === 1
    ? l10n.t('1 message replaced by a new answer.')
    : l10n.t('{0} messages replaced by a new answer.', count);
}
