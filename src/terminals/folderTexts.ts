import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError, errorCode } from '../base/errors';
import { requirePlainFile, writeBelow } from '../platform/safeFiles';
import type { FolderTexts } from './environmentFile';
import type { Folder } from './terminalSwitches';

/** Text files of a folder in any file system. Never follows links. */
export function folderTexts({ uri }: Folder): FolderTexts {
  const folder = vscode.Uri.parse(uri, true);
  const addressOf = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
  return {
    async read(name) {
      const address = addressOf(name);
      try {
        if (address.scheme === 'file') await requirePlainFile(address.fsPath);
        return new TextDecoder().decode(await vscode.workspace.fs.readFile(address));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async write(name, text) {
      const address = addressOf(name);
      if (address.scheme !== 'file') {
        await vscode.workspace.fs.writeFile(address, new TextEncoder().encode(text));
        return;
      }
      if (writeBelow(folder.fsPath, address.fsPath, text)) {
        const message = l10n.t('Couldn’t write to {0}. It’s a link or not a regular file.', name);
        throw new AppError('badPlace', message, {
          hint: l10n.t('Remove it, then try again.'),
        });
      }
    },
    async open(name) {
      await vscode.window.showTextDocument(addressOf(name), { preview: false });
    },
    addressOf: (name) => addressOf(name).toString(),
  };
}

function isMissing(error: unknown): boolean {
  if (error instanceof vscode.FileSystemError) return error.code === 'FileNotFound';
  return errorCode(error) === 'ENOENT';
}
