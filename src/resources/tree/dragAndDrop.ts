import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import { documentPath, entryPath } from '../../catalog/documents';
import { commandId } from '../../catalog/commands';
import { DOCUMENT_SCHEME, FILES_SCHEME } from '../../catalog/ids';
import { kindRow } from '../../catalog/kinds';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import { nameInRequests } from '../../catalog/resourceName';
import { plainText } from '../../platform/plainText';
import type { Prompts } from '../../platform/prompts';
import { entryRef, pathIn } from '../../service/environmentFiles';
import type { ResourcesContext } from '../context';
import { type ResourceNode, ROWS_TYPE, type TreeNode } from './nodes';

const URI_LIST = 'text/uri-list';
const NOT_FILES = ['http', 'https', 'data', 'untitled', DOCUMENT_SCHEME];

/**
 * Adds dragged rows to a transfer. Rows open if dropped on the editor area. In text, they insert prompt
 * references or names.
 */
export function dragRows(rows: readonly TreeNode[], transfer: vscode.DataTransfer): void {
  const resources = rows.filter((row) => row.node === 'resource');
  if (resources.length === 0) return;
  const uris = resources.map(documentOf);
  const texts = resources.map((row) => addressOf(row) ?? nameInRequests(row));
  transfer.set(URI_LIST, new vscode.DataTransferItem(uris.join('\r\n')));
  transfer.set(ROWS_TYPE, new vscode.DataTransferItem(texts.join('\n')));
}

/** Handles a drop on the tree and reports errors, which VS Code would only log. */
export async function dropOn(
  row: TreeNode | undefined,
  transfer: vscode.DataTransfer,
  context: ResourcesContext,
): Promise<void> {
  const { prompts, report, uploads } = context;
  const parts: DropDeps = {
    prompts,
    importFrom: async (document, file) => {
      const { importDropped } = await import('../chunks/importChunks');
      await importDropped(context, document, file);
    },
    uploadInto: async (folder, files) => await uploads.uploadInto(folder, files),
  };
  await dropFiles(row, transfer, parts).catch((error: unknown) => report('resources', error));
}

export interface DropDeps {
  readonly prompts: Pick<Prompts, 'notify'>;
  importFrom(document: ResourceRef, file: FileTarget): Promise<void>;
  uploadInto(folder: ResourceRef, targets: readonly FileTarget[]): Promise<void>;
}

/**
 * Uploads files dropped on Files or environments, and imports files dropped on documents. Shows a hint
 * elsewhere. Throws if no file is readable.
 */
export async function dropFiles(
  row: TreeNode | undefined,
  transfer: vscode.DataTransfer,
  parts: DropDeps,
): Promise<void> {
  if (transfer.get(ROWS_TYPE)) return;
  const list = (await transfer.get(URI_LIST)?.asString()) ?? '';
  const targets = filesIn(list, transfer);
  const [first] = targets;
  if (!first) {
    throw new AppError('noFiles', l10n.t('Only files from this machine can be dropped here.'), {
      hint: l10n.t('Drop files from the Explorer or from the desktop.'),
    });
  }
  const folder = row && folderOf(row);
  if (folder) {
    await parts.uploadInto(folder, targets);
    return;
  }
  if (row?.kind === 'file') {
    await upload(targets);
    return;
  }
  // A chunk, or the collection row, counts as its document.
  const isDocument = row?.kind === 'chunk' || (row?.kind === 'document' && !row.collection);
  if (!isDocument) {
    await refuse(row, targets, parts);
    return;
  }
  if (targets.length > 1) {
    throw new AppError(
      'severalFiles',
      l10n.t('Chunks can be created from only one file at a time.'),
      {
        hint: l10n.t('Drop the files on the document one at a time.'),
      },
    );
  }
  await parts.importFrom(row, first);
}

function folderOf(row: TreeNode): ResourceRef | undefined {
  if (row.kind === 'environment') return row.collection ? undefined : row;
  if (row.kind !== 'environmentFile') return undefined;
  const isFolder = row.node === 'resource' && kindRow(row.kind).isFolder?.(row.resource) === true;
  const { name } = row.collection || isFolder ? row : collectionRef(row);
  return entryRef(row, pathIn({ ...row, name }));
}

async function upload(targets: readonly vscode.Uri[]): Promise<void> {
  await vscode.commands.executeCommand(commandId('uploadFiles'), targets[0], targets);
}

async function refuse(
  row: TreeNode | undefined,
  targets: readonly vscode.Uri[],
  { prompts }: DropDeps,
): Promise<void> {
  const what = row
    ? l10n.t('Nothing was uploaded because “{0}” doesn’t accept files.', labelOf(row))
    : l10n.t('Nothing was uploaded because the files weren’t dropped on an item.');
  const how = l10n.t(
    'To upload files, drop them on Files or an environment. To create chunks, drop one file on a document.',
  );
  const button = targets.length === 1 ? l10n.t('Upload File') : l10n.t('Upload Files');
  const chosen = await prompts.notify('warning', `${what} ${how}`, button);
  if (chosen === button) await upload(targets);
}

function labelOf(row: TreeNode): string {
  const kind = kindRow(row.kind);
  if (row.node === 'resource') return plainText(kind.label(row.resource));
  return l10n.t(kind.title.message, ...kind.title.args);
}

function filesIn(list: string, transfer: vscode.DataTransfer): readonly vscode.Uri[] {
  const named = list
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => uriOf(line));
  // Drops from the desktop may have only file items.
  const dropped = [...transfer].flatMap(([, item]) => item.asFile()?.uri ?? []);
  const files = new Map(
    [...named, ...dropped]
      .filter(({ scheme }) => !NOT_FILES.includes(scheme))
      .map((uri) => [uri.toString(), uri]),
  );
  return [...files.values()];
}

function uriOf(line: string): readonly vscode.Uri[] {
  try {
    return [vscode.Uri.parse(line, true)];
  } catch {
    return [];
  }
}

// Web URLs only, because the value comes from the API and VS Code opens dropped URIs.
function addressOf({ kind, resource }: ResourceNode): string | undefined {
  const address = kindRow(kind).address?.(resource) ?? '';
  return /^https?:\/\/[^\s\p{Cc}]+$/u.test(address) ? address : undefined;
}

function documentOf(row: ResourceNode): string {
  const isFile = kindRow(row.kind).isOpenedAsFile === true;
  const scheme = isFile ? FILES_SCHEME : DOCUMENT_SCHEME;
  return vscode.Uri.from({ scheme, path: isFile ? entryPath(row) : documentPath(row) }).toString();
}
