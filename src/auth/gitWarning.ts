import { errorMessage } from '../base/errors';
import type { PickedFile } from '../platform/system';
import type { AuthParts } from './parts';

/** Warns where git would commit a file that holds a secret. Nobody waits for it. */
export function warnOfCommit(
  { git, prompts, l10n, log }: Pick<AuthParts, 'git' | 'prompts' | 'l10n' | 'log'>,
  { uri, path }: PickedFile,
): void {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  git
    .riskOf(uri)
    .then(async (risk) => {
      if (risk.kind === 'none') return;
      const what =
        risk.kind === 'yes'
          ? l10n.t('Git does not ignore “{0}” and would commit it with the client secret.', name)
          : l10n.t(
              'If git does not ignore “{0}”, it would commit it with the client secret.',
              name,
            );
      const how = l10n.t(
        'Add the line {0} to .gitignore, or move the file: it is not read again.',
        risk.ignoreLine,
      );
      await prompts.notify('warning', `${what} ${how}`);
    })
    .catch((error: unknown) => log.warn(`auth: ${errorMessage(error)}`));
}
