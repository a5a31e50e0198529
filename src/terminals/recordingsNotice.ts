import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Prompts } from '../platform/prompts';
import { REMOVE, type RecordingFiles, chooseNote, removeUnused } from './recordingNotes';
import type { Note } from './sessionModes';

/**
 * Shows a notification with buttons for results and folder, if available.
 * @param place path of the folder and whether it exists.
 */
export async function notifyRecordings(
  prompts: Pick<Prompts, 'notify' | 'pick' | 'pickMany'>,
  level: 'info' | 'warning',
  message: string,
  { path, isThere }: RecordingsFolder,
  notes: readonly Note[] = [],
): Promise<void> {
  const [list, show] = [l10n.t('Show List'), l10n.t('Show Recordings')];
  const actions = [...(notes.length > 0 ? [list] : []), ...(isThere ? [show] : [])];
  const chosen = await prompts.notify(level, message, ...actions);
  if (chosen === show) await showRecordings(path);
  if (chosen === list) await listRecordings(prompts, message, path, notes);
}

/**
 * Lists results, opens the chosen one and removes unused ones.
 * @param title a sentence.
 * @param path the recordings folder.
 */
export async function listRecordings(
  prompts: Pick<Prompts, 'notify' | 'pick' | 'pickMany'>,
  title: string,
  path: string,
  notes: readonly Note[],
): Promise<void> {
  const file = await chooseNote(prompts, title.replace(/\.$/, ''), notes);
  if (file === REMOVE) {
    const unused = notes.flatMap(({ what, text }) => (what === 'notRequested' ? [text] : []));
    await removeUnused(prompts, unused, recordingFiles(path));
  } else if (file !== undefined) await openRecording(path, file);
}

async function openRecording(path: string, file: string): Promise<void> {
  const place = vscode.Uri.joinPath(vscode.Uri.file(path), file);
  await vscode.commands.executeCommand('vscode.open', place);
}

/** Shows the recordings folder in the Explorer, or in the system's file manager if outside the workspace. */
export async function showRecordings(path: string): Promise<void> {
  const place = vscode.Uri.file(path);
  const isInside = vscode.workspace.getWorkspaceFolder(place) !== undefined;
  const command = isInside ? 'revealInExplorer' : 'revealFileInOS';
  await vscode.commands.executeCommand(command, place);
}

export interface RecordingsFolder {
  readonly path: string;
  readonly isThere: boolean;
}

export async function recordingsFolder(path: string): Promise<RecordingsFolder> {
  try {
    await vscode.workspace.fs.stat(vscode.Uri.file(path));
    return { path, isThere: true };
  } catch {
    return { path, isThere: false };
  }
}

function recordingFiles(path: string): RecordingFiles {
  const addressOf = (file: string): vscode.Uri => vscode.Uri.joinPath(vscode.Uri.file(path), file);
  return {
    async read(file) {
      try {
        return await vscode.workspace.fs.readFile(addressOf(file));
      } catch (error) {
        if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
          return undefined;
        }
        throw error;
      }
    },
    async remove(file) {
      try {
        await vscode.workspace.fs.delete(addressOf(file), { useTrash: true });
      } catch {
        // Not every file system has a trash.
        await vscode.workspace.fs.delete(addressOf(file));
      }
    },
    async write(file, content) {
      await vscode.workspace.fs.writeFile(addressOf(file), content);
    },
  };
}
