import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { AppError, errorCode } from '../base/errors';
import { MOCKS_FOLDER, MOCKS_SUFFIX, OLD_MOCKS_SUFFIX } from '../base/mockFiles';
import { requirePlainFile, writeBelow } from '../platform/safeFiles';
import type { FolderTexts } from './environmentFile';
import type { AnswerFiles, AnswerProblem } from './folderAnswers';
import type { Folder } from './terminalSwitches';

/** Includes files with the pre-1.0 name, so that the emulator can ask to rename them. */
const PATTERN = `${MOCKS_FOLDER}/*{${MOCKS_SUFFIX},${OLD_MOCKS_SUFFIX}}`;

/** Includes the folder: when it is renamed or deleted, VS Code reports no changes of its files. */
const WATCHED = `{${MOCKS_FOLDER},${MOCKS_FOLDER}/*${MOCKS_SUFFIX},${MOCKS_FOLDER}/*${OLD_MOCKS_SUFFIX}}`;

export const windowAnswerFiles: AnswerFiles = {
  async find(folder) {
    const uri = vscode.Uri.parse(folder, true);
    if (uri.scheme !== 'file') return [];
    const found = await vscode.workspace.findFiles(new vscode.RelativePattern(uri, PATTERN), null);
    return found.map(({ fsPath }) => fsPath).toSorted();
  },

  watch(folder, onChange) {
    const store = new DisposableStore();
    const uri = vscode.Uri.parse(folder, true);
    if (uri.scheme !== 'file') return store;
    const watcher = store.add(
      vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uri, WATCHED)),
    );
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
      store.add(event(onChange));
    }
    return store;
  },

  onDidEdit(listener): Disposable {
    const tell = ({ uri }: vscode.TextDocument): void => {
      if (uri.scheme === 'file' && uri.path.endsWith(MOCKS_SUFFIX)) listener(uri.fsPath);
    };
    const store = new DisposableStore();
    store.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) tell(document);
      }),
    );
    store.add(vscode.workspace.onDidCloseTextDocument(tell));
    return store;
  },

  unsaved(file) {
    const { fsPath } = vscode.Uri.file(file);
    const open = vscode.workspace.textDocuments.find(
      ({ uri, isDirty, isClosed }) =>
        isDirty && !isClosed && uri.scheme === 'file' && uri.fsPath === fsPath,
    );
    return open?.getText();
  },

  addressOf: (file) => vscode.Uri.file(file).toString(),
};

export async function openProblem({ file, line, column }: AnswerProblem): Promise<void> {
  const at = new vscode.Position(line - 1, column - 1);
  const selection = new vscode.Range(at, at);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection, preview: false });
}

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
