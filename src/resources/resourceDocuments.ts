import * as vscode from 'vscode';
import { SingleFlight } from '../base/async';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import { Emitter } from '../base/event';
import { DOCUMENT_SCHEME } from '../catalog/ids';
import { refKey, type ResourceRef } from '../catalog/ref';
import type { Store } from '../service/store';

interface Rendered {
  readonly content: Uint8Array;
  /** Milliseconds since 1970; the same until the content changes. */
  readonly mtime: number;
  /** Monotonic milliseconds. */
  readonly fetchedAt: number;
}

// Milliseconds that VS Code has from the facts of a file to its content.
const MOMENT = 5000;

/** Resources as read-only files: what the service answers, as JSON in the service's own order. */
export class ResourceDocuments implements vscode.FileSystemProvider, Disposable {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #rendered = new Map<string, Rendered>();
  readonly #flights = new SingleFlight<string, Rendered>();
  readonly #changed = new Emitter<vscode.FileChangeEvent[]>();
  readonly #subscriptions = new DisposableStore();
  readonly onDidChangeFile = this.#changed.event;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#subscriptions.add(this.#changed);
    this.#subscriptions.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        // The next time it is opened, it is asked for again.
        if (uri.scheme === DOCUMENT_SCHEME) this.#rendered.delete(uri.path);
      }),
    );
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { canDo } = await import('../catalog/kindOperations');
    const ref = await this.#refOf(uri);
    const { content, mtime } = this.#current(uri) ?? (await this.#read(uri, ref));
    const editable = canDo(ref.kind, 'patch', ref.version);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime,
      size: content.byteLength,
      ...(editable ? {} : { permissions: vscode.FilePermission.Readonly }),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const ref = await this.#refOf(uri);
    return (this.#current(uri) ?? (await this.#read(uri, ref))).content;
  }

  /**
   * Fetches the open documents anew: one resource's, or all. True when there was one. Throws what the first
   * failed with, once all were tried.
   */
  async refresh(target?: ResourceRef): Promise<boolean> {
    const { documentPath } = await import('../catalog/documents');
    const open = vscode.workspace.textDocuments
      .map(({ uri }) => uri)
      .filter(({ scheme }) => scheme === DOCUMENT_SCHEME);
    const uris = target ? open.filter(({ path }) => path === documentPath(target)) : open;
    const results = await Promise.allSettled(uris.map((uri) => this.#update(uri)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return uris.length > 0;
  }

  watch(): vscode.Disposable {
    // The service does not tell of changes; `refresh` finds them.
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #refOf(uri: vscode.Uri): Promise<ResourceRef> {
    const { parseDocumentPath } = await import('../catalog/documents');
    const ref = parseDocumentPath(uri.path);
    if (ref) return ref;
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  /**
   * What an editor shows, or was fetched a moment ago. VS Code and others also look files up that nobody
   * opens: what they saw then is not what somebody sees who opens it later.
   */
  #current({ path }: vscode.Uri): Rendered | undefined {
    const rendered = this.#rendered.get(path);
    if (!rendered || this.#clock.monotonic() - rendered.fetchedAt < MOMENT) return rendered;
    const isOpen = vscode.workspace.textDocuments.some(
      ({ uri }) => uri.scheme === DOCUMENT_SCHEME && uri.path === path,
    );
    return isOpen ? rendered : undefined;
  }

  /** Throws what VS Code expects of a file system. */
  async #read(uri: vscode.Uri, ref: ResourceRef): Promise<Rendered> {
    try {
      return await this.#fetch(uri, ref);
    } catch (error) {
      if (await isGone(error)) throw vscode.FileSystemError.FileNotFound(uri);
      if (CancelledError.is(error)) {
        throw vscode.FileSystemError.Unavailable(vscode.l10n.t('The request was interrupted.'));
      }
      const hint = error instanceof AppError ? error.hint : undefined;
      const text = [errorMessage(error), hint].filter(Boolean).join(' ');
      throw vscode.FileSystemError.Unavailable(text);
    }
  }

  async #update(uri: vscode.Uri): Promise<void> {
    const before = this.#rendered.get(uri.path);
    try {
      const { mtime } = await this.#fetch(uri, await this.#refOf(uri));
      if (mtime === before?.mtime) return;
      this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    } catch (error) {
      if (!(await isGone(error))) throw error;
      // VS Code marks the tab as deleted and keeps what it shows.
      this.#rendered.delete(uri.path);
      this.#changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
    }
  }

  async #fetch(uri: vscode.Uri, ref: ResourceRef): Promise<Rendered> {
    return await this.#flights.run(refKey(ref), async () => {
      const resource = await this.#store.get(ref);
      const text = `${JSON.stringify(resource, undefined, 2)}\n`;
      return this.#render(uri.path, new TextEncoder().encode(text));
    });
  }

  #render(path: string, content: Uint8Array): Rendered {
    const before = this.#rendered.get(path);
    const same = before && Buffer.compare(before.content, content) === 0;
    const mtime = same ? before.mtime : this.#clock.now();
    const now = { content, mtime, fetchedAt: this.#clock.monotonic() };
    this.#rendered.set(path, now);
    return now;
  }
}

/** The resource, or the connection to where it was, is no more. */
async function isGone(error: unknown): Promise<boolean> {
  const { ServiceError } = await import('../api/errors');
  const isUnknown = error instanceof AppError && error.reason === 'unknownConnection';
  return isUnknown || (error instanceof ServiceError && error.httpStatus === 404);
}
