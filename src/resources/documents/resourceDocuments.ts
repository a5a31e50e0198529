import * as vscode from 'vscode';
import { lazy } from '../../base/async';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/event';
import { DOCUMENT_SCHEME } from '../../catalog/ids';
import type { ResourceRef } from '../../catalog/ref';
import { registerLazyFiles } from '../../platform/host';
import type { DocumentFiles, DocumentDeps } from './documentFiles';

export class ResourceDocuments implements vscode.CodeLensProvider, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<vscode.FileChangeEvent[]>());
  readonly #files: () => Promise<DocumentFiles>;
  readonly onDidChangeFile = this.#changed.event;
  readonly #deletedOrBack = this.#disposables.add(new Emitter<void>());
  readonly onDidChangeCodeLenses = this.#deletedOrBack.event;

  constructor(parts: DocumentDeps) {
    this.#files = lazy(async () => {
      const { DocumentFiles } = await import('./documentFiles');
      return this.#disposables.add(new DocumentFiles(parts, this.#changed));
    });
  }

  register(): void {
    this.#disposables.add(
      this.onDidChangeFile((events) => {
        const isOther = events.some(({ type }) => type !== vscode.FileChangeType.Changed);
        if (isOther) this.#deletedOrBack.fire();
      }),
    );
    const { languages } = vscode;
    this.#disposables.add(registerLazyFiles(DOCUMENT_SCHEME, this.onDidChangeFile, this.#files));
    this.#disposables.add(languages.registerCodeLensProvider({ scheme: DOCUMENT_SCHEME }, this));
  }

  /** Shows whether a document is editable. VS Code can't show a read-only reason per file. */
  async provideCodeLenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const files = await this.#files();
    const { documentLenses } = await import('./documentFiles');
    return documentLenses(uri, (ref) => files.deleted.has(ref));
  }

  /** Fetches open documents again: of one resource, or all. True if there was one; throws the first error. */
  async refresh(target?: ResourceRef): Promise<boolean> {
    const isOpen = vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === DOCUMENT_SCHEME);
    return isOpen && (await (await this.#files()).refresh(target));
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
