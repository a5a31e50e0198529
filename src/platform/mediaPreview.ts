import { createHash } from 'node:crypto';
import * as vscode from 'vscode';

/** Where what was opened is kept for its tab, on this machine. */
const FOLDER = 'media';
/** Milliseconds after which what was opened is deleted, when something else is opened. */
const KEPT = 24 * 60 * 60 * 1000;

/** Pictures, sound or a film, as a file that VS Code's preview knows by its ending. */
export interface PreviewedMedia {
  /** What the file begins with: a word of this extension's own. */
  readonly word: 'answer' | 'voice';
  readonly extension: string;
  readonly bytes: Uint8Array;
}

/**
 * Opens content in VS Code's preview of its type, from a copy that goes after a day.
 * @param now milliseconds since 1970.
 */
export async function previewMedia(
  { word, extension, bytes }: PreviewedMedia,
  storage: vscode.Uri,
  now: number,
): Promise<void> {
  const folder = vscode.Uri.joinPath(storage, FOLDER);
  await vscode.workspace.fs.createDirectory(folder);
  await deleteOld(folder, now);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const file = vscode.Uri.joinPath(folder, `${word}-${hash}.${extension}`);
  await vscode.workspace.fs.writeFile(file, bytes);
  await vscode.commands.executeCommand('vscode.open', file, { preview: false });
}

async function deleteOld(folder: vscode.Uri, now: number): Promise<void> {
  for (const [name] of await vscode.workspace.fs.readDirectory(folder)) {
    const file = vscode.Uri.joinPath(folder, name);
    try {
      const { mtime } = await vscode.workspace.fs.stat(file);
      if (now - mtime > KEPT) await vscode.workspace.fs.delete(file);
    } catch (error) {
      // Another window has just deleted it.
      if (!(error instanceof vscode.FileSystemError && error.code === 'FileNotFound')) throw error;
    }
  }
}
