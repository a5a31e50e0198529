import * as vscode from 'vscode';
import { createHash } from 'node:crypto';
import { vscodeLocalFiles } from '../../platform/localFiles';
import type { Prompts } from '../../platform/prompts';
import type { AnswerFile } from './panelDeps';

/** Where what was opened is kept for its tab, on this machine. */
const FOLDER = 'media';
/** Milliseconds after which what was opened is deleted, when something else is opened. */
const KEPT = 24 * 60 * 60 * 1000;

/** Writes content of a message where the user wants it. */
export async function saveFile(
  { name, extension, bytes }: AnswerFile,
  prompts: Pick<Prompts, 'notify'>,
): Promise<void> {
  const { l10n } = vscode;
  const target = await vscodeLocalFiles.saveAs({
    title: l10n.t('Save Content of the Message'),
    name,
    filter: { name: extension.toUpperCase(), extensions: [extension] },
  });
  if (!target) return;
  await target.write(oneOf(bytes));
  // Not waited for: it stays until somebody takes it away.
  void prompts.notify('info', l10n.t('Saved to {0}.', target.path));
}

/** Opens content of a message in VS Code's preview of its type, from a copy that goes after a day. */
export async function openFile(
  { extension, bytes }: AnswerFile,
  storage: vscode.Uri,
  now: number,
): Promise<void> {
  const folder = vscode.Uri.joinPath(storage, FOLDER);
  await vscode.workspace.fs.createDirectory(folder);
  await deleteOld(folder, now);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const file = vscode.Uri.joinPath(folder, `answer-${hash}.${extension}`);
  await vscode.workspace.fs.writeFile(file, bytes);
  await vscode.commands.executeCommand('vscode.open', file, { preview: false });
}

async function deleteOld(folder: vscode.Uri, now: number): Promise<void> {
  for (const [name] of await vscode.workspace.fs.readDirectory(folder)) {
    const file = vscode.Uri.joinPath(folder, name);
    const { mtime } = await vscode.workspace.fs.stat(file);
    if (now - mtime > KEPT) await vscode.workspace.fs.delete(file);
  }
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
