import picomatch from 'picomatch';
import { throwIfAborted } from '../base/async';
import type { FileTarget } from '../base/fileTarget';

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
      // Why it can't be read is reported when it is inspected.
      else found.push(target);
    }
  };
  throwIfAborted(signal);
  await walk(folder, await entriesOf(folder), '');
  return { files: found, leftOut };
}

/**
 * Tells whether a path, from the chosen folder and with slashes, matches one of the patterns of VS Code: `*`,
 * `?`, `**`, `{a,b}`, `[a-z]`. As in the view of its search, one without a slash matches at any depth, and what
 * matches a folder matches all that is in it.
 */
export function matcher(patterns: readonly string[]): (path: string) => boolean {
  const test = picomatch(patterns.flatMap(formsOf), OPTIONS);
  return (path) => test(path);
}

/** Only what VS Code has in its patterns, and a path is the same on every system. */
const OPTIONS = { dot: true, nonegate: true, posix: true, windows: false } as const;

/** A pattern as it is for a file or folder, and for what is in the folder. */
function formsOf(pattern: string): readonly string[] {
  const slashed = pattern
    .trim()
    .replaceAll('\\', '/')
    .replace(/\/+$/, '')
    // VS Code has no groups.
    .replaceAll(/[()|+]/g, String.raw`\$&`);
  const isAnywhere = !slashed.includes('/');
  // A folder goes with what is in it, which then need not be read.
  const folder = slashed.replace(/^\.?\//, '').replace(/(\/\*\*)+$/, '') || '**';
  const form = isAnywhere ? `**/${folder}` : folder;
  return [form, `${form}/**`];
}
