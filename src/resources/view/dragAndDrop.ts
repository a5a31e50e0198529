import * as vscode from 'vscode';
import { AppError } from '../../base/errors';
import { documentPath } from '../../catalog/documents';
import { commandId, DOCUMENT_SCHEME } from '../../catalog/ids';
import { kindRow } from '../../catalog/kinds';
import type { ResourceNode, TreeNode } from '../nodes';
import { ROWS_TYPE } from './rowsType';

const URI_LIST = 'text/uri-list';
/** What can be read as a file: an address of the web can't. */
const NOT_FILES = ['http', 'https', 'data', 'untitled', DOCUMENT_SCHEME];

/** Rows on their way: dropped on the editors they open, and in a text each becomes how prompts name it, or its name. */
export function dragRows(rows: readonly TreeNode[], transfer: vscode.DataTransfer): void {
  const resources = rows.filter((row) => row.node === 'resource');
  if (resources.length === 0) return;
  const uris = resources.map(documentOf);
  const texts = resources.map((row) => addressOf(row) ?? row.name);
  transfer.set(URI_LIST, new vscode.DataTransferItem(uris.join('\r\n')));
  transfer.set(ROWS_TYPE, new vscode.DataTransferItem(texts.join('\n')));
}

/** Uploads the files that were dropped on the tree, wherever on it. Throws where there is none that can be read. */
export async function dropFiles(transfer: vscode.DataTransfer): Promise<void> {
  // Back where they came from, they mean nothing.
  if (transfer.get(ROWS_TYPE)) return;
  const list = (await transfer.get(URI_LIST)?.asString()) ?? '';
  const targets = filesIn(list, transfer);
  const [first] = targets;
  if (!first) {
    throw new AppError('noFiles', vscode.l10n.t('What was dropped here are no files of yours.'), {
      hint: vscode.l10n.t('Drop files from the Explorer, or use Upload Files.'),
    });
  }
  await vscode.commands.executeCommand(commandId('uploadFiles'), first, targets);
}

function filesIn(list: string, transfer: vscode.DataTransfer): readonly vscode.Uri[] {
  const named = list
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => uriOf(line));
  // From the desktop there may be nothing else.
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
    // A line without a scheme names nothing.
    return [];
  }
}

// Nothing else than an address of the web: it is the service that says it, and VS Code opens what is dropped.
function addressOf({ kind, resource }: ResourceNode): string | undefined {
  const address = kindRow(kind).address?.(resource) ?? '';
  return /^https?:\/\/[^\s\p{Cc}]+$/u.test(address) ? address : undefined;
}

function documentOf(row: ResourceNode): string {
  return vscode.Uri.from({ scheme: DOCUMENT_SCHEME, path: documentPath(row) }).toString();
}
