import { throwIfAborted } from '../../base/async';
import type { FileTarget } from '../../base/fileTarget';
import { matcher } from './glob';

/** What lies in a folder. */
export interface FolderEntry {
  readonly name: string;
  /** False for a link to a folder: it could lead back to where the walk came from, or anywhere. */
  readonly isFolder: boolean;
}

export interface FolderPatterns {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** What is below a folder. */
export interface Walked {
  readonly files: readonly FileTarget[];
  /** Folders that a pattern left out with all that is in them: their paths from where the walk began. */
  readonly leftOut: readonly string[];
}

/**
 * The files below a folder that match the patterns, in the order of their names. Folders that are left out are
 * not read; one that can't be read is in the result itself, in place of what is in it.
 * @param entriesOf reads one folder. What it throws for the first one is thrown.
 */
export async function walkFolder(
  folder: FileTarget,
  { include, exclude }: FolderPatterns,
  entriesOf: (folder: FileTarget) => Promise<readonly FolderEntry[]>,
  signal: AbortSignal,
): Promise<Walked> {
  const isIncluded = matcher(include);
  const isExcluded = matcher(exclude);
  const found: FileTarget[] = [];
  const leftOut: string[] = [];
  const walk = async (
    at: FileTarget,
    entries: readonly FolderEntry[],
    above: string,
  ): Promise<void> => {
    const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name, isFolder } of sorted) {
      throwIfAborted(signal);
      const below = above + name;
      if (isExcluded(below)) {
        if (isFolder) leftOut.push(`${below}/`);
        continue;
      }
      const target = { ...at, path: `${at.path.replace(/\/$/, '')}/${name}` };
      if (!isFolder) {
        if (isIncluded(below)) found.push(target);
        continue;
      }
      const inside = await entriesOf(target).catch(() => undefined);
      if (inside) await walk(target, inside, `${below}/`);
      // What is said of it when it is looked at is why.
      else found.push(target);
    }
  };
  throwIfAborted(signal);
  await walk(folder, await entriesOf(folder), '');
  return { files: found, leftOut };
}
