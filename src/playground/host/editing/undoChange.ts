import { AppError } from '../../../base/errors';
import type { HandlerParts } from '../handlerParts';

/** Takes the last change of the turns back, or makes it again. Throws `AppError` where that can't be. */
export async function undoChange({ session, l10n }: HandlerParts, redo: boolean): Promise<void> {
  session.refuseWhileStreaming();
  const { turns: now } = session.conversation;
  const turns = redo ? session.undo.redo(now) : session.undo.undo(now);
  if (!turns) throw new AppError('noUndo', l10n.t('There is nothing left to undo.'));
  session.change((conversation) => ({ ...conversation, turns }));
}
