import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { commandId } from '../catalog/ids';
import { codeLens } from '../platform/documentTexts';
import type { Connections } from '../service/connection';
import { requestLenses } from './requestLenses';
import { isRequestDocument } from './vscodeRequestEditor';

/** What can be done with a request, above its first line. */
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
    const lenses = requestLenses(
      this.#connections.active,
      process.platform === 'darwin',
      vscode.l10n,
    );
    return lenses.map(({ command, ...lens }) => codeLens({ ...lens, command: commandId(command) }));
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
