import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ANSWER_SCHEME } from '../../../src/catalog/ids';
import type { RequestText } from '../../unit/console/running';

/** An answer as its document shows it. */
export interface ShownAnswer {
  /** The comments on top. */
  readonly about: readonly string[];
  /** The rest. */
  readonly body: string;
}

/** The request document that the user looks at; undefined where it is none. */
export function activeRequest(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.uri.scheme === 'untitled' ? document : undefined;
}

export function parseRequest(document: vscode.TextDocument): RequestText {
  assert.equal(document.languageId, 'json');
  return JSON.parse(document.getText()) as RequestText;
}

/** The newest answer that is shown, once it has ended: a document is updated after its text has changed. */
export async function shownAnswer(): Promise<ShownAnswer> {
  const [document, ...others] = answerEditors();
  assert.ok(document, 'No answer is shown.');
  assert.deepEqual(others, []);
  while (/· Receiving…|^\/\/ Sending…/.test(document.lineAt(0).text)) {
    const changes = vscode.workspace.onDidChangeTextDocument;
    await happened(changes, (change) => change.document === document);
  }
  const lines = document.getText().split('\n');
  const about = lines.filter((line) => line.startsWith('// ')).map((line) => line.slice(3));
  const body = lines.filter((line) => !line.startsWith('// ')).join('\n');
  return { about, body: body.trim() };
}

/** Puts another text in the place of a document's. */
export async function rewrite(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/**
 * Closes every editor. Unsaved ones are emptied first: VS Code asks for no other, and such tests can't answer.
 * Not between two requests, as the next one gets the same name, and at times what was kept for that name.
 */
export async function closeEditors(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled)) {
    await rewrite(document, '');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

function answerEditors(): readonly vscode.TextDocument[] {
  return vscode.window.visibleTextEditors
    .map(({ document }) => document)
    .filter(({ uri }) => uri.scheme === ANSWER_SCHEME);
}

function happened<T>(event: vscode.Event<T>, isIt: (value: T) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const subscription = event((value) => {
      if (!isIt(value)) return;
      subscription.dispose();
      resolve();
    });
  });
}
