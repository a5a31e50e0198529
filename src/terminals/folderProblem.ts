import * as l10n from '@vscode/l10n';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Why recordings can't be kept in a typed place, as a sentence: a file is there. Undefined where a folder is there or can
 * be made; what can't be looked at is left to the emulator.
 * @param project path of the folder that the place is typed from.
 */
export function folderProblem(project: string, typed: string): string | undefined {
  try {
    const found = statSync(resolve(project, typed.trim()), { throwIfNoEntry: false });
    return found && !found.isDirectory() ? l10n.t('“{0}” is no folder.', typed.trim()) : undefined;
  } catch {
    return undefined;
  }
}
