import * as vscode from 'vscode';
import { lazy } from '../../base/async';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/event';
import { DOCUMENT_SCHEME } from '../../catalog/ids';
import type { ResourceRef } from '../../catalog/ref';
import { unavailable } from '../../platform/textDocuments';
import type { DocumentFiles, DocumentDeps } from './documentFiles';

/** Resources as files that can be edited where the service can change them. What they need loads with the first one. */
export class ResourceDocuments
  implements vscode.FileSystemProvider, vscode.CodeLensProvider, Disposable
{
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

  /** Lets VS Code open and save them. */
  register(): void {
    const options = { isCaseSensitive: true };
    this.#disposables.add(
      this.onDidChangeFile((events) => {
        const isOther = events.some(({ type }) => type !== vscode.FileChangeType.Changed);
        if (isOther) this.#deletedOrBack.fire();
      }),
    );
    const { workspace, languages } = vscode;
    this.#disposables.add(workspace.registerFileSystemProvider(DOCUMENT_SCHEME, this, options));
    this.#disposables.add(languages.registerCodeLensProvider({ scheme: DOCUMENT_SCHEME }, this));
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return await (await this.#files()).stat(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return await (await this.#files()).read(uri);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await (await this.#files()).write(uri, content);
  }

  /** Whether a document can be changed, above its first line: VS Code has no place for a reason of one file. */
  async provideCodeLenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const files = await this.#files();
    const { documentLenses } = await import('./documentFiles');
    return documentLenses(uri, (ref) => files.deleted.has(ref));
  }

  /** Fetches the open documents anew: one resource's, or all. True when there was one; throws the first failure. */
  async refresh(target?: ResourceRef): Promise<boolean> {
    const isOpen = vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === DOCUMENT_SCHEME);
    return isOpen && (await (await this.#files()).refresh(target));
  }

  watch(): vscode.Disposable {
    // The service does not tell of changes; `refresh` finds them.
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  /** VS Code begins with the folders where it saves what it no longer finds. */
  createDirectory(): never {
    throw unavailable(
      vscode.l10n.t(
        'What this document shows was deleted. “Restore Deleted…” brings it back; then this can be saved.',
      ),
    );
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
