import * as vscode from 'vscode';
import type { RecordingFiles } from './removeUnused';

/** The recordings of a folder of this machine. */
export function recordingFiles(path: string): RecordingFiles {
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
