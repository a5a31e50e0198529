import * as vscode from 'vscode';
import { lazy } from '../base/async';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { LiveText, TextDocuments } from './textDocuments';
import type { VscodeTextDocuments } from './vscodeTextDocuments';

/** Texts as documents of a scheme of their own. What keeps them loads with the first that is shown. */
export class LazyTextDocuments implements TextDocuments, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #load: () => Promise<VscodeTextDocuments>;

  constructor(scheme: string) {
    const changed = this.#disposables.add(new vscode.EventEmitter<vscode.Uri>());
    let loaded: VscodeTextDocuments | undefined;
    this.#load = lazy(async () => {
      const { VscodeTextDocuments } = await import('./vscodeTextDocuments');
      loaded = this.#disposables.add(new VscodeTextDocuments(scheme, (uri) => changed.fire(uri)));
      return loaded;
    });
    this.#disposables.add(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: changed.event,
        // Gone as after a restart of the window, which keeps the editor and not what it showed.
        provideTextDocumentContent: (uri) =>
          loaded?.textOf(uri) ?? vscode.l10n.t('This text is gone. Run it again.'),
      }),
    );
  }

  async show(text: LiveText, options?: { readonly beside?: boolean }): Promise<void> {
    await (await this.#load()).show(text, options);
  }

  async compare(left: LiveText, right: LiveText, title: string): Promise<void> {
    await (await this.#load()).compare(left, right, title);
  }

  async compareWith(left: LiveText, document: string, title: string): Promise<void> {
    await (await this.#load()).compareWith(left, document, title);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
