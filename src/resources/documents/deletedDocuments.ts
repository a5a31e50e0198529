import * as vscode from 'vscode';
import type { Emitter } from '../../base/event';
import { parseDocument } from '../../catalog/documents';
import { DOCUMENT_SCHEME } from '../../catalog/ids';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { Store, StoreChange } from '../../service/store';
import { reopenFailed } from './documentTabs';
import type { OpenFiles } from './openFiles';

/**
 * What was deleted in this window, for the documents that show it. VS Code marks their tabs and keeps what they show;
 * what is there again is read anew.
 */
export class DeletedDocuments {
  readonly #store: Pick<Store, 'find'>;
  readonly #files: OpenFiles;
  readonly #changed: Emitter<vscode.FileChangeEvent[]>;
  /** By key. */
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

  /** Whether a resource, or what it is below, was deleted and is not there again. */
  has(ref: ResourceRef): boolean {
    return [...this.#deleted.values()].some((one) => isAtOrBelow(ref, one));
  }

  /** Notes what the store tells. */
  follow({ removed = [], restored = [] }: StoreChange): void {
    for (const ref of removed) this.#deleted.set(refKey(ref), ref);
    this.#tell(removed, vscode.FileChangeType.Deleted);
    // Made again under its name by hand, or by somebody else, and listed since.
    const listed = [...this.#deleted.values()].filter((one) => this.#store.find(one));
    const back = [...restored, ...listed];
    if (back.length > 0) this.bringBack(back);
  }

  /** The service does not have what a document shows. */
  lose(uri: vscode.Uri, ref: ResourceRef): void {
    this.#files.forget(uri.path);
    // A list of before would bring it back at once.
    if (!this.#store.find(ref)) this.#deleted.set(refKey(ref), ref);
    this.#changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  }

  /** Lets all that is shown of resources be read anew, also where a tab could only say that it was not there. */
  bringBack(restored: readonly ResourceRef[]): void {
    for (const [key, ref] of this.#deleted) {
      if (restored.some((one) => isAtOrBelow(ref, one))) this.#deleted.delete(key);
    }
    this.#tell(restored, vscode.FileChangeType.Created);
    reopenFailed((uri) => isOfAny(uri, restored));
  }

  #tell(refs: readonly ResourceRef[], type: vscode.FileChangeType): void {
    const open = vscode.workspace.textDocuments.filter(({ uri }) => isOfAny(uri, refs));
    // What is edited is measured against what was read, and stays what it is.
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
