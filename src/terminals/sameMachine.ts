import * as l10n from '@vscode/l10n';
import { AppError } from '../base/errors';
import type { Folder } from './terminalSwitches';

/** What VS Code addresses folders by that are on another machine than the extension: beside them, they are `file`. */
const REMOTE = 'vscode-remote:';

/**
 * Throws `AppError` (`otherMachine`) where the programs of a folder run on another machine, or in a container: the emulator
 * runs beside the extension, and is not to be found by its address there.
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
