import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { distinct } from '../base/event';
import { contextKey } from '../catalog/ids';
import type { Connections } from '../service/connection';
import { looksLikeRequest } from './requestDocument';

/** Checks only the start, because this runs on every change of every JSON document. */
export function isRequestDocument(document: vscode.TextDocument): boolean {
  if (document.languageId !== 'json' && document.languageId !== 'jsonc') return false;
  const start = new vscode.Range(0, 0, Math.min(10, document.lineCount), 0);
  return looksLikeRequest(document.getText(start));
}

/** Follows whether the active document is a request, for keys and menus. */
export function followActiveRequest(): Disposable {
  const disposables = new DisposableStore();
  const update = distinct(hasActiveRequest, setIsRequest);
  const updateFor = (document: vscode.TextDocument): void => {
    if (document === vscode.window.activeTextEditor?.document) update();
  };
  disposables.add(vscode.window.onDidChangeActiveTextEditor(update));
  disposables.add(vscode.workspace.onDidChangeTextDocument(({ document }) => updateFor(document)));
  // VS Code reopens a document when its language changes.
  disposables.add(vscode.workspace.onDidOpenTextDocument(updateFor));
  update();
  return disposables;
}

function hasActiveRequest(): boolean {
  const document = vscode.window.activeTextEditor?.document;
  return document !== undefined && isRequestDocument(document);
}

function setIsRequest(isRequest: boolean): void {
  void vscode.commands.executeCommand('setContext', contextKey('isRequest'), isRequest);
}

/** Registers the code lenses of requests. */
export function registerRequestLenses(
  { onDidChange }: Pick<Connections, 'onDidChange'>,
  lenses: () => Promise<vscode.CodeLens[]>,
): Disposable {
  const disposables = new DisposableStore();
  const changed = disposables.add(new vscode.EventEmitter<void>());
  disposables.add(onDidChange(() => changed.fire()));
  disposables.add(
    vscode.languages.registerCodeLensProvider([{ language: 'json' }, { language: 'jsonc' }], {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: async (document) => (isRequestDocument(document) ? await lenses() : []),
    }),
  );
  return disposables;
}
