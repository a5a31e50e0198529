import { readdir } from 'node:fs/promises';
import type { FolderEntry } from '../plan/walkFolder';

/** What lies in a folder of this machine. Links are no folders, wherever they lead. Throws what node:fs throws. */
export async function localEntries(path: string): Promise<readonly FolderEntry[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
}
