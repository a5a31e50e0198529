import { AppError, errorMessage } from '../base/errors';
import type { ConnectionTarget } from '../catalog/ref';
import { chooseConnection, type ChooseConnectionParts } from './chooseConnection';
import { deleteSecrets, tellWhatIsLeft, type DeleteSecretsParts } from './deleteSecrets';
import { deletionText } from './deletionText';

export type RemoveConnectionParts = ChooseConnectionParts & DeleteSecretsParts;

/** Removes a connection of the user with its secrets, after a question. */
export async function removeConnection(
  parts: RemoveConnectionParts,
  target?: ConnectionTarget,
): Promise<void> {
  const { prompts, l10n, connections } = parts;
  const chosen = await chooseConnection(parts, target, l10n.t('Remove Connection'));
  if (!chosen) return;
  const remove = l10n.t('Remove');
  const answer = await prompts.confirm(l10n.t('Remove the connection “{0}”?', chosen.name), {
    detail: await deletionText(parts, chosen),
    actions: [remove],
  });
  if (answer !== remove) return;
  // The secrets first: nothing of them may stay behind when the connection is gone.
  const { storageError, ...deletion } = await deleteSecrets(parts, chosen);
  tellWhatIsLeft(parts, chosen, deletion);
  if (storageError !== undefined) {
    const anyway = l10n.t('Remove Anyway');
    const detail = storageError instanceof AppError ? (storageError.hint ?? '') : '';
    const message = errorMessage(storageError);
    if ((await prompts.confirm(message, { detail, actions: [anyway] })) !== anyway) return;
  }
  await connections.remove(chosen.id);
}
