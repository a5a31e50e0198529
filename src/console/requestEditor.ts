import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { distinct } from '../base/event';
import { commandId } from '../catalog/commands';
import { contextKey } from '../catalog/ids';
import { codeLens } from '../platform/textDocuments';
import { ProblemMarks, type TextProblem } from '../platform/diagnostics';
import type { Connections } from '../service/connection';
import { looksLikeRequest, requestLenses } from './requestDocument';

export interface OpenRequest {
  readonly uri: string;
  readonly text: string;
}

export interface RequestEditor {
  open(text: string): Promise<void>;
  active(): OpenRequest | undefined;
  mark(uri: string, problems: readonly TextProblem[]): void;
}

/** Request files in VS Code's editors, saved or not. */
export class VscodeRequestEditor implements RequestEditor, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #problems = this.#disposables.add(new ProblemMarks('generativeLanguage.request'));

  constructor() {
    const update = distinct(hasActiveRequest, setIsRequest);
    const updateFor = (document: vscode.TextDocument): void => {
      if (document === vscode.window.activeTextEditor?.document) update();
    };
    this.#disposables.add(vscode.window.onDidChangeActiveTextEditor(update));
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => updateFor(document)),
    );
    // VS Code reopens a document when its language changes.
    this.#disposables.add(vscode.workspace.onDidOpenTextDocument(updateFor));
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#problems.clear(uri)),
    );
    update();
  }

  async open(text: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: text });
    await vscode.window.showTextDocument(document);
  }

  active(): OpenRequest | undefined {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !isRequestDocument(document)) return undefined;
    return { uri: document.uri.toString(), text: document.getText() };
  }

  mark(uri: string, problems: readonly TextProblem[]): void {
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri);
    if (document) this.#problems.set(document, problems);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function hasActiveRequest(): boolean {
  const document = vscode.window.activeTextEditor?.document;
  return document !== undefined && isRequestDocument(document);
}

function setIsRequest(isRequest: boolean): void {
  void vscode.commands.executeCommand('setContext', contextKey('isRequest'), isRequest);
}

/** Checks only the start, because this runs on every change of every JSON document. */
function isRequestDocument(document: vscode.TextDocument): boolean {
  if (document.languageId !== 'json' && document.languageId !== 'jsonc') return false;
  const start = new vscode.Range(0, 0, Math.min(10, document.lineCount), 0);
  return looksLikeRequest(document.getText(start));
}

export class RequestCodeLenses implements vscode.CodeLensProvider, Disposable {
  readonly #connections: Connections;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(connections: Connections) {
    this.#connections = connections;
    this.#disposables.add(connections.onDidChange(() => this.#changed.fire()));
    this.#disposables.add(
      vscode.languages.registerCodeLensProvider(
        [{ language: 'json' }, { language: 'jsonc' }],
        this,
      ),
    );
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (!isRequestDocument(document)) return [];
    const lenses = requestLenses(this.#connections.active, process.platform === 'darwin');
    return lenses.map(({ command, ...lens }) => codeLens({ ...lens, command: commandId(command) }));
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
