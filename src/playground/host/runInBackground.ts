import { AppError } from '../../base/errors';
import { askToKeep, whyInBackground } from './interaction/keeping';
import type { Session } from './session';

/** Sends a message whose answer comes in the background; asks first where the service is to keep nothing so far. */
export async function runInBackground(session: Session, text: string): Promise<void> {
  const { l10n } = session.services;
  session.refuseWhileStreaming();
  if (!(await askToKeep(session, whyInBackground(l10n)))) {
    throw new AppError('notKept', l10n.t('Nothing was sent: the service is not to keep it.'));
  }
  await session.send(text, undefined, true);
}
