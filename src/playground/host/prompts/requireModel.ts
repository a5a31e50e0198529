import { ServiceError } from '../../../api/errors';
import { abortable } from '../../../base/async';
import { CancelledError } from '../../../base/errors';
import { plainText } from '../../../platform/plainText';
import type { Pickers } from '../pickers';
import type { SessionServices } from '../services';
import type { Session } from '../session';
import type { PromptParts } from './promptParts';

/**
 * Asks which model is to answer where the connection does not have the one of the prompt. What else goes wrong with
 * that look-up, the answer tells. Throws `CancelledError` where the user wants none.
 */
export async function requireModel(
  session: Session,
  { models, connections }: Pick<SessionServices, 'models' | 'connections'>,
  pickers: Pickers,
  { prompts, l10n }: Pick<PromptParts, 'prompts' | 'l10n'>,
  signal?: AbortSignal,
): Promise<void> {
  const { connection, version, model } = session.target;
  if (connection === undefined) return;
  try {
    await abortable(models.find(connection, version, model, signal), signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (!isMissing(error)) return;
    const choose = l10n.t('Choose Model…');
    const place = connections.find(connection)?.name ?? connection;
    const chosen = await prompts.confirm(
      l10n.t('{0} has no model {1}.', plainText(place), plainText(model)),
      {
        detail: l10n.t('Another one can answer this time; the file stays as it is.'),
        actions: [choose],
      },
    );
    if (chosen !== choose || !(await pickers.model(session))) throw new CancelledError();
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.reason === 'modelNotFound' || error.reason === 'notFound')
  );
}
