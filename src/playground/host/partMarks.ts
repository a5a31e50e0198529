import * as vscode from 'vscode';
import { Debouncer } from '../../base/async';
import { systemClock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { isPartFile } from '../../catalog/documentSchemas';
import { PART_SCHEME } from '../../catalog/ids';
import { ProblemMarks } from '../../platform/diagnostics';
import { parsePartPath } from '../../conversation/request/partContent';
import { partProblems } from './schemaPlaces';

/** Milliseconds after a key. */
const PAUSE_MS = 400;

/** Marks what the service refuses in parts of settings while they are written. */
export class PartMarks implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #marks = this.#disposables.add(new ProblemMarks('generativeLanguage.part'));
  readonly #checking = this.#disposables.add(
    new Debouncer(systemClock, PAUSE_MS, () => {
      for (const document of vscode.workspace.textDocuments) this.#check(document);
    }),
  );

  constructor() {
    const { workspace } = vscode;
    const checkSoon = ({ uri }: vscode.TextDocument): void => {
      if (uri.scheme === PART_SCHEME) this.#checking.trigger();
    };
    this.#disposables.add(workspace.onDidOpenTextDocument(checkSoon));
    this.#disposables.add(workspace.onDidChangeTextDocument(({ document }) => checkSoon(document)));
    this.#disposables.add(workspace.onDidCloseTextDocument(({ uri }) => this.#marks.clear(uri)));
    this.#checking.trigger();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #check(document: vscode.TextDocument): void {
    if (document.uri.scheme !== PART_SCHEME) return;
    const { name = '' } = parsePartPath(document.uri.path) ?? {};
    if (!isPartFile(name)) return;
    this.#marks.set(document, partProblems(document.getText(), name));
  }
}
