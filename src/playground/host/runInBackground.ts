import { AppError } from '../../base/errors';
import { askToKeep } from './interaction/keeping';
import type { Session } from './session';

/** Sends a message whose answer comes in the background; asks first where the service is to keep nothing so far. */
export async function runInBackground(session: Session, text: string): Promise<void> {
  const { l10n } = session.services;
  session.refuseWhileStreaming();
  const why = l10n.t('Interactions go on in the background only where the service keeps them.');
  if (!(await askToKeep(session, why))) {
    throw new AppError('notKept', l10n.t('Nothing was sent: the service is not to keep it.'));
  }
  await session.send(text, undefined, true);
}
