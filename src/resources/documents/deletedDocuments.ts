import * as vscode from 'vscode';
import type { Emitter } from '../../base/event';
import { documentPath, parseDocument } from '../../catalog/documents';
import { DOCUMENT_SCHEME } from '../../catalog/ids';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { Store, StoreChange } from '../../service/store';
import type { OpenFiles } from './openFiles';

/** Resources deleted in this window. VS Code marks their tabs. Restored resources are read again. */
export class DeletedDocuments {
  readonly #store: Pick<Store, 'find'>;
  readonly #files: OpenFiles;
  readonly #changed: Emitter<vscode.FileChangeEvent[]>;
  readonly #deleted = new Map<string, ResourceRef>();

  constructor(
    store: Pick<Store, 'find'>,
    files: OpenFiles,
    changed: Emitter<vscode.FileChangeEvent[]>,
  ) {
    this.#store = store;
    this.#files = files;
    this.#changed = changed;
  }

  has(ref: ResourceRef): boolean {
    return [...this.#deleted.values()].some((one) => isAtOrBelow(ref, one));
  }

  follow({ connection, ref: changed, removed = [], restored = [] }: StoreChange): void {
    // The complete connection is reloaded, such as after an emulator reset, so resources may exist again.
    if (!changed && removed.length === 0 && restored.length === 0) this.#forget(connection);
    for (const ref of removed) this.#deleted.set(refKey(ref), ref);
    this.#tell(removed, vscode.FileChangeType.Deleted);
    // Resources that were recreated manually or by another user, and have been listed since.
    const listed = [...this.#deleted.values()].filter((one) => this.#store.find(one));
    const back = [...restored, ...listed];
    if (back.length > 0) this.bringBack(back);
  }

  lose(uri: vscode.Uri, ref: ResourceRef): void {
    this.#files.forget(uri.path);
    // An outdated list would restore the resource immediately.
    if (!this.#store.find(ref)) this.#deleted.set(refKey(ref), ref);
    this.#changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  }

  bringBack(restored: readonly ResourceRef[]): void {
    for (const [key, ref] of this.#deleted) {
      if (restored.some((one) => isAtOrBelow(ref, one))) this.#deleted.delete(key);
    }
    this.#tell(restored, vscode.FileChangeType.Created);
    reopenFailed((uri) => isOfAny(uri, restored));
  }

  #forget(connection: string): void {
    for (const [key, ref] of this.#deleted) {
      if (ref.connection === connection) this.#deleted.delete(key);
    }
  }

  #tell(refs: readonly ResourceRef[], type: vscode.FileChangeType): void {
    const open = vscode.workspace.textDocuments.filter(({ uri }) => isOfAny(uri, refs));
    // Unsaved changes are compared with the content read earlier, so that content must stay.
    for (const { uri, isDirty } of open) if (!isDirty) this.#files.forget(uri.path);
    if (open.length > 0) this.#changed.fire(open.map(({ uri }) => ({ type, uri })));
  }
}

function isAtOrBelow(ref: ResourceRef, top: ResourceRef): boolean {
  const isThere = ref.connection === top.connection && ref.version === top.version;
  return isThere && `${ref.name}/`.startsWith(`${top.name}/`);
}

function isOfAny(uri: vscode.Uri, tops: readonly ResourceRef[]): boolean {
  if (uri.scheme !== DOCUMENT_SCHEME) return false;
  const ref = parseDocument(uri.path)?.ref;
  return ref !== undefined && tops.some((top) => isAtOrBelow(ref, top));
}

export function openDocument(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    ({ uri }) => uri.scheme === DOCUMENT_SCHEME && uri.path === path,
  );
}

export function isOpen(path: string): boolean {
  return openDocument(path) !== undefined;
}

export async function replaceTab(uri: vscode.Uri, ref: ResourceRef): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.path === uri.path);
  if (tabs.length === 0) return;
  const made = vscode.Uri.from({ scheme: DOCUMENT_SCHEME, path: documentPath(ref) });
  const viewColumn = tabs[0]?.group.viewColumn ?? vscode.ViewColumn.Active;
  await vscode.commands.executeCommand('vscode.open', made, { preview: false, viewColumn });
  await vscode.window.tabGroups.close(tabs);
}

function reopenFailed(isMeant: (uri: vscode.Uri) => boolean): void {
  for (const { activeTab, viewColumn } of vscode.window.tabGroups.all) {
    const uri = activeTab?.input instanceof vscode.TabInputText ? activeTab.input.uri : undefined;
    if (!uri || isOpen(uri.path) || !isMeant(uri)) continue;
    const options = { viewColumn, preserveFocus: true, preview: activeTab?.isPreview ?? false };
    void vscode.commands.executeCommand('vscode.open', uri, options);
  }
}
