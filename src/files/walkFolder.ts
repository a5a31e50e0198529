import picomatch from 'picomatch';
import { throwIfAborted } from '../base/async';
import type { FileTarget } from '../base/fileTarget';

export interface FolderEntry {
  readonly name: string;
  /** False for a link to a folder, which could create a cycle. */
  readonly isFolder: boolean;
}

export interface FolderPatterns {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface FolderContents {
  readonly files: readonly FileTarget[];
  readonly leftOut: readonly string[];
}

/**
 * Lists matching files below a folder, sorted by name. Skips excluded folders and returns unreadable folders
 * themselves. Throws if `entriesOf` fails for the start folder.
 */
export async function walkFolder(
  folder: FileTarget,
  { include, exclude }: FolderPatterns,
  entriesOf: (folder: FileTarget) => Promise<readonly FolderEntry[]>,
  signal: AbortSignal,
): Promise<FolderContents> {
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
      // A later inspection reports why the folder is unreadable.
      else found.push(target);
    }
  };
  throwIfAborted(signal);
  await walk(folder, await entriesOf(folder), '');
  return { files: found, leftOut };
}

/**
 * Returns a matcher for VS Code globs. As in VS Code's search, a pattern without a slash matches at
 * any depth, and a folder match includes the folder's content.
 */
export function matcher(patterns: readonly string[]): (path: string) => boolean {
  const test = picomatch(patterns.flatMap(formsOf), OPTIONS);
  return (path) => test(path);
}

/** Disables what VS Code globs lack. Paths have slashes on every OS. */
const OPTIONS = { dot: true, nonegate: true, posix: true, windows: false } as const;

function formsOf(pattern: string): readonly string[] {
  const slashed = pattern
    .trim()
    .replaceAll('\\', '/')
    .replace(/\/+$/, '')
    // VS Code globs have no groups.
    .replaceAll(/[()|+]/g, String.raw`\$&`);
  const isAnywhere = !slashed.includes('/');
  // Without a trailing `/**`, the folder itself matches and isn't read.
  const folder = slashed.replace(/^\.?\//, '').replace(/(\/\*\*)+$/, '') || '**';
  const form = isAnywhere ? `**/${folder}` : folder;
  return [form, `${form}/**`];
}
