import ignore, { type Ignore } from 'ignore';
import type { FileTarget } from '../base/fileTarget';

/** A folder as it really is, and what is asked about in it. */
export type Folders = ReadonlyMap<string, readonly FileTarget[]>;

/** How often git is asked about the same file. */
const MOST_ASKS = 3;

/**
 * Those of the files that git ignores. It is asked again about files that a `.gitignore` names and its answer lacks:
 * VS Code's git extension does not read what the program printed last when the program ends before (seen on a busy
 * machine), and what it forgets may be a file with secrets. Files that git tracks although they are named stay out.
 * @param ask undefined where git can't be asked.
 * @param named what `ignoredByFiles` found.
 */
export async function ignoredByGit(
  ask: (folders: Folders) => Promise<ReadonlySet<FileTarget> | undefined>,
  folders: Folders,
  named: ReadonlySet<FileTarget>,
): Promise<ReadonlySet<FileTarget> | undefined> {
  const ignored = new Set<FileTarget>();
  let doubtful = folders;
  for (let asks = 0; asks < MOST_ASKS && doubtful.size > 0; asks += 1) {
    const answer = await ask(doubtful);
    if (!answer) return undefined;
    for (const target of answer) ignored.add(target);
    doubtful = new Map(
      [...doubtful]
        .map(([folder, inside]) => {
          return [folder, inside.filter((file) => named.has(file) && !ignored.has(file))] as const;
        })
        .filter(([, inside]) => inside.length > 0),
    );
  }
  return ignored;
}

/**
 * Those of the files that a `.gitignore` names, in their folder or above it up to `root`: as git reads these
 * files, for folders that are in no repository, where git can't be asked (gitignore(5)).
 * @param readRules the text of a folder's `.gitignore`; undefined where there is none.
 */
export async function ignoredByFiles(
  root: FileTarget,
  targets: readonly FileTarget[],
  readRules: (folder: FileTarget) => Promise<string | undefined>,
): Promise<ReadonlySet<FileTarget>> {
  const start = root.path.replace(/\/$/, '');
  const known = new Map<string, Promise<Ignore>>();

  /** The rules of a folder after those above it: the last one that fits counts, so that the nearest file decides. */
  const rulesOf = (folder: readonly string[]): Promise<Ignore> => {
    const path = folder.join('/');
    const found = known.get(path) ?? readAfterThoseAbove(folder, path);
    known.set(path, found);
    return found;
  };

  const readAfterThoseAbove = async (folder: readonly string[], path: string): Promise<Ignore> => {
    const above =
      folder.length === 0 ? ignore({ ignoreCase: false }) : await rulesOf(folder.slice(0, -1));
    const text = await readRules({ ...root, path: path === '' ? root.path : `${start}/${path}` });
    if (text === undefined) return above;
    return ignore({ ignoreCase: false }).add(above).add(rulesFromRoot(text, folder));
  };

  const found = new Set<FileTarget>();
  for (const target of targets) {
    if (!target.path.startsWith(`${start}/`)) continue;
    const path = target.path.slice(start.length + 1);
    const rules = await rulesOf(path.split('/').slice(0, -1));
    if (rules.ignores(path)) found.add(target);
  }
  return found;
}

/** The lines of a folder's `.gitignore` as they would stand in that of the root. */
function rulesFromRoot(text: string, folder: readonly string[]): readonly string[] {
  const prefix = folder
    .map((name) => `/${name.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`)}`)
    .join('');
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      // Spaces at the end do not count unless a backslash stands before them.
      const trimmed = line.replace(/(?<!\\) +$/, '');
      const mark = trimmed.startsWith('!') ? '!' : '';
      const pattern = trimmed.slice(mark.length);
      if (pattern === '' || trimmed.startsWith('#')) return [];
      const isAnywhere = !pattern.replace(/\/$/, '').includes('/');
      const parts = [...(isAnywhere ? ['**'] : []), ...pattern.replace(/^\/+/, '').split('/')];
      return [`${mark}${prefix}/${parts.join('/')}`];
    });
}
