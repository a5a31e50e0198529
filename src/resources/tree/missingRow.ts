import * as vscode from 'vscode';
import { documentPath } from '../../catalog/documents';
import { canDo } from '../../catalog/kindOperations';
import { DOCUMENT_SCHEME } from '../../catalog/ids';
import type { ResourceRef } from '../../catalog/ref';
import type { Host } from '../../platform/host';
import type { Store } from '../../service/store';
import { notifyDeleted } from './deletedRow';
import type { LazyTree } from './lazyTree';

export interface MissingRowDeps {
  readonly host: Pick<Host, 'prompts' | 'report'>;
  readonly tree: Pick<LazyTree, 'load'>;
  readonly store: Pick<Store, 'find' | 'remove'>;
}

export function isDocument({ kind, version, collection }: ResourceRef): boolean {
  return !collection && canDo(kind, 'get', version);
}

export function documentUri(target: ResourceRef): vscode.Uri {
  return vscode.Uri.from({ scheme: DOCUMENT_SCHEME, path: documentPath(target) });
}

/**
 * Whether a document's resource was deleted, in which case VS Code would offer to create the file. The
 * document reuses the data that this call reads.
 */
export async function isMissing(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return false;
  } catch (error) {
    return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
  }
}

/**
 * Reports that a row's resource was deleted elsewhere. Not awaited, because notifications wait for the user.
 */
export function showMissing({ host, tree, store }: MissingRowDeps, target: ResourceRef): void {
  const { prompts, report } = host;
  const refresh = async (collection: ResourceRef): Promise<unknown> =>
    (await tree.load()).model.refresh(collection);
  notifyDeleted({ prompts, store, refresh }, target).catch((error: unknown) =>
    report('resources', error),
  );
}
