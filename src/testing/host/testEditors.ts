import * as vscode from 'vscode';
import { Debouncer } from '../../base/async';
import { systemClock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { ProblemMarks, SOURCE } from '../../platform/diagnostics';
import { type ProblemMark, problemMarks } from '../problemMarks';
import { CaseLenses } from './caseLenses';
import type { TestingHost } from './context';
import type { PromptTests } from './createPromptTests';

/** Delay in ms after typing. */
const SOON = 400;

/**
 * Registers problem markers and CodeLenses, loaded with the first test file.
 * @param has whether a document is a test file
 */
export function createTestEditors(
  host: TestingHost,
  has: (document: vscode.TextDocument) => boolean,
  tests: PromptTests,
): Disposable {
  const disposables = new DisposableStore();
  disposables.add(new ProblemEditors(host, has));
  disposables.add(new CaseLenses(tests));
  return disposables;
}

class ProblemEditors implements Disposable {
  readonly #host: TestingHost;
  readonly #has: (document: vscode.TextDocument) => boolean;
  readonly #disposables = new DisposableStore();
  readonly #marks = this.#disposables.add(new ProblemMarks('generativeLanguage.promptTests'));
  readonly #checking = this.#disposables.add(
    new Debouncer(systemClock, SOON, () => void this.#checkAll()),
  );
  readonly #found = new Map<string, readonly ProblemMark[]>();
  readonly #shown = new Map<string, string>();
  #round = new AbortController();

  constructor(host: TestingHost, has: (document: vscode.TextDocument) => boolean) {
    this.#host = host;
    this.#has = has;
    const { workspace } = vscode;
    const soon = (): void => this.#checking.trigger();
    const soonIfOurs = (document: vscode.TextDocument): void => {
      if (has(document)) soon();
    };
    const events = [
      workspace.onDidOpenTextDocument(soonIfOurs),
      workspace.onDidChangeTextDocument(({ document }) => soonIfOurs(document)),
      workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const changed = new Set(uris.map((uri) => uri.toString()));
        for (const document of workspace.textDocuments) {
          if (changed.has(document.uri.toString())) this.#show(document);
        }
      }),
      // Covers missed events of referenced files.
      vscode.window.onDidChangeActiveTextEditor(soon),
      workspace.onDidSaveTextDocument(soonIfOurs),
      workspace.onDidCreateFiles(soon),
      workspace.onDidDeleteFiles(soon),
      workspace.onDidRenameFiles(soon),
    ];
    for (const event of events) this.#disposables.add(event);
    soon();
  }

  async #checkAll(): Promise<void> {
    this.#round.abort();
    this.#round = new AbortController();
    const { signal } = this.#round;
    const files = await this.#host.promptFiles();
    for (const document of vscode.workspace.textDocuments.filter(this.#has)) {
      const options = { files, signal };
      try {
        const found = await problemMarks(document.getText(), document.uri.toString(), options);
        if (document.isClosed || signal.aborted) continue;
        this.#found.set(document.uri.toString(), found);
        this.#show(document);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
    }
  }

  #show(document: vscode.TextDocument): void {
    const { uri } = document;
    const found = this.#found.get(uri.toString());
    if (!found) return;
    const others = vscode.languages.getDiagnostics(uri).filter(({ source }) => source !== SOURCE);
    const own = found.filter(({ offset, length }) => {
      const end = document.positionAt(offset + length);
      const range = new vscode.Range(document.positionAt(offset), end);
      return !others.some((other) => range.intersection(other.range));
    });
    const shown = JSON.stringify(own);
    // Setting equal diagnostics would fire a change event.
    if (this.#shown.get(uri.toString()) === shown) return;
    this.#shown.set(uri.toString(), shown);
    this.#marks.set(document, own);
  }

  #forget(uri: vscode.Uri): void {
    this.#marks.clear(uri);
    this.#found.delete(uri.toString());
    this.#shown.delete(uri.toString());
  }

  dispose(): void {
    this.#round.abort();
    this.#disposables.dispose();
  }
}
