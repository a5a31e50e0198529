import { AppError } from '../base/errors';
import type { PickedFile } from '../platform/system';
import { warnOfCommit } from './gitWarning';
import { parseClientFile, type OAuthClient } from './oauth/clientFile';
import type { AuthParts } from './parts';

export type PickClientParts = Pick<
  AuthParts,
  'prompts' | 'system' | 'l10n' | 'log' | 'git' | 'run' | 'onSecret'
>;

/**
 * Asks for the file of an OAuth client until one is good. Undefined when dismissed, or when the user would
 * rather be shown how to get one. The file is read once and left as it is.
 */
export async function pickClient(parts: PickClientParts): Promise<OAuthClient | undefined> {
  const { system, l10n, onSecret } = parts;
  for (;;) {
    const file = await system.pickFile({
      title: l10n.t('Choose the file of your OAuth client'),
      label: l10n.t('Import'),
      filter: { name: 'JSON', extensions: ['json'] },
    });
    if (!file) {
      offerSetUp(parts);
      return undefined;
    }
    const client = await readClient(parts, file);
    if (client === 'again') continue;
    if (!client) return undefined;
    onSecret(client.secret);
    warnOfCommit(parts, file);
    return client;
  }
}

async function readClient(
  { prompts, l10n, run }: PickClientParts,
  { bytes }: PickedFile,
): Promise<OAuthClient | 'again' | undefined> {
  try {
    return parseClientFile(bytes, l10n);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [another, setUp] = [l10n.t('Choose Another File'), l10n.t('Set Up OAuth…')];
    const { message, hint = '' } = error as AppError;
    const answer = await prompts.confirm(message, { detail: hint, actions: [another, setUp] });
    if (answer === another) return 'again';
    if (answer === setUp) await run('setUpOAuth');
    return undefined;
  }
}

/** Who has no such file yet is not left alone with a dialog of files. */
function offerSetUp({ prompts, l10n, log, run }: PickClientParts): void {
  const setUp = l10n.t('Set Up OAuth…');
  const message = l10n.t('Signing in needs the file of an OAuth client of your own.');
  prompts
    .notify('info', message, setUp)
    .then(async (answer) => {
      if (answer === setUp) await run('setUpOAuth');
    })
    .catch((error: unknown) => log.error(`auth: ${String(error)}`));
}
