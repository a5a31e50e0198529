import { AppError } from '../../../base/errors';
import type { SessionAccess } from '../sessionAccess';
import { lastAnswer, withoutLastAnswer } from '../transcript';

/** Drops the last answer and asks again; it comes back if the new try brings nothing, or by undo. */
export async function regenerate(session: SessionAccess): Promise<void> {
  const { l10n } = session.services;
  session.refuseWhileStreaming();
  const before = session.conversation;
  const last = lastAnswer(before);
  const { turns } = withoutLastAnswer(before);
  if (turns.length === 0) {
    throw new AppError('noMessage', l10n.t('There is no message to answer.'));
  }
  const text = l10n.t('1 message replaced by a new answer.');
  session.undo.note({ before: before.turns, after: turns, asked: true, text });
  session.change(withoutLastAnswer);
  await session.ask(last ? { kind: 'instead', of: last } : { kind: 'new' });
}
