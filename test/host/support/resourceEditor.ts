import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Opens the document at a path, in an editor. */
export async function open(path: string): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.from({ scheme: 'genlang', path });
  // VS Code keeps what extensions open for minutes after its editor was closed.
  await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
  const document = vscode.window.activeTextEditor?.document;
  assert.equal(document?.uri.path, path);
  return document;
}

/** Puts another text in the place of a document's. */
export async function replace(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Saves as a user does; rejects where it was not saved, which VS Code only tells by what is left to save. */
export async function save(document: vscode.TextDocument): Promise<void> {
  const isSaved = await document.save();
  if (!isSaved || document.isDirty) throw new Error('Couldn’t save It.');
}

/** Saves, and says why where it was not saved. */
export async function saved(document: vscode.TextDocument): Promise<void> {
  const isSaved = await document.save();
  assert.ok(
    isSaved,
    `It was not saved: ${problemsIn(document)
      .map(({ message }) => message)
      .join()}`,
  );
}

/** Resolves once a document shows another version than one before. */
export async function shown(document: vscode.TextDocument, before: number): Promise<void> {
  while (document.version <= before) {
    await new Promise<void>((resolve) => {
      const subscription = vscode.workspace.onDidChangeTextDocument((change) => {
        if (change.document !== document) return;
        subscription.dispose();
        resolve();
      });
    });
  }
}

/** What this extension marks in a document. */
export function problemsIn(document: vscode.TextDocument): readonly vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === 'Gemini API');
}

/** Resolves once nothing is marked in a document. */
export async function unmarked(document: vscode.TextDocument): Promise<void> {
  while (problemsIn(document).length > 0) {
    await new Promise<void>((resolve) => {
      const subscription = vscode.languages.onDidChangeDiagnostics(() => {
        subscription.dispose();
        resolve();
      });
    });
  }
}

/** The lines above a document. */
export async function lensesOf({ uri }: vscode.TextDocument): Promise<readonly string[]> {
  const command = 'vscode.executeCodeLensProvider';
  const lenses = await vscode.commands.executeCommand<readonly vscode.CodeLens[]>(command, uri, 9);
  return lenses.flatMap(({ command: shownAs }) => shownAs?.title ?? []);
}

/** Closes every editor, with what is not saved in them, and waits until VS Code has forgotten their documents. */
export async function closeAll(): Promise<void> {
  while (vscode.window.tabGroups.activeTabGroup.activeTab) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  while (vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === 'genlang')) {
    await new Promise<void>((resolve) => {
      const subscription = vscode.workspace.onDidCloseTextDocument(() => {
        subscription.dispose();
        resolve();
      });
    });
  }
}
