import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { askToKeep, whyInBackground } from './keeping';
import type { Session } from './session';

/** Sends a message whose answer comes in the background; asks first where the service is to keep nothing so far. */
export async function runInBackground(session: Session, text: string): Promise<void> {
  session.refuseWhileStreaming();
  if (!(await askToKeep(session, whyInBackground()))) {
    throw new AppError('notKept', l10n.t('Nothing was sent: the service is not to keep it.'));
  }
  await session.send(text, undefined, true);
}
