import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { MOCKS_FOLDER, MOCKS_SUFFIX, OLD_MOCKS_SUFFIX } from '../base/mockFiles';
import type { AnswerFiles, AnswerProblem } from './folderAnswers';

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
