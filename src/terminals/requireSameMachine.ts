import * as l10n from '@vscode/l10n';
import { AppError } from '../base/errors';
import type { Folder } from './terminalSwitches';

/** URI prefix of folders on a machine other than the extension's. */
const REMOTE = 'vscode-remote:';

/**
 * Throws `AppError` (`otherMachine`) if a folder's apps run on another machine or in a container, which
 * can't reach the emulator's loopback address.
 */
export function requireSameMachine({ uri, name }: Folder): void {
  if (!uri.startsWith(REMOTE)) return;
  throw new AppError(
    'otherMachine',
    l10n.t(
      'Apps in “{0}” run on another machine or in a container. They can’t reach the emulator because this extension runs on your local machine.',
      name,
    ),
    { hint: l10n.t('Install the extension there, too.') },
  );
}
