import ignore, { type Ignore } from 'ignore';
import type { FileTarget } from '../base/fileTarget';

export type Folders = ReadonlyMap<string, readonly FileTarget[]>;

/** Maximum number of Git queries for the same file. */
const MAX_QUERIES = 3;

/**
 * Returns the files that Git ignores. VS Code's Git extension may lose the end of Git's output, so
 * files in `named` (from `ignoredByFiles`) are checked again: they may hold secrets.
 */
export async function ignoredByGit(
  ask: (folders: Folders) => Promise<ReadonlySet<FileTarget> | undefined>,
  folders: Folders,
  named: ReadonlySet<FileTarget>,
): Promise<ReadonlySet<FileTarget> | undefined> {
  const ignored = new Set<FileTarget>();
  let doubtful = folders;
  for (let asks = 0; asks < MAX_QUERIES && doubtful.size > 0; asks += 1) {
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
 * Returns files ignored by a `.gitignore` up to `root`, as in gitignore(5), for folders without a
 * repository. `readRules` returns undefined if there is no `.gitignore`.
 */
export async function ignoredByFiles(
  root: FileTarget,
  targets: readonly FileTarget[],
  readRules: (folder: FileTarget) => Promise<string | undefined>,
): Promise<ReadonlySet<FileTarget>> {
  const start = root.path.replace(/\/$/, '');
  const known = new Map<string, Promise<Ignore>>();

  /** The last matching rule wins, so a folder's rules follow those of its parents. */
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

function rulesFromRoot(text: string, folder: readonly string[]): readonly string[] {
  const prefix = folder
    .map((name) => `/${name.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`)}`)
    .join('');
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      // Git ignores trailing spaces unless escaped with a backslash.
      const trimmed = line.replace(/(?<!\\) +$/, '');
      const mark = trimmed.startsWith('!') ? '!' : '';
      const pattern = trimmed.slice(mark.length);
      if (pattern === '' || trimmed.startsWith('#')) return [];
      const isAnywhere = !pattern.replace(/\/$/, '').includes('/');
      const parts = [...(isAnywhere ? ['**'] : []), ...pattern.replace(/^\/+/, '').split('/')];
      return [`${mark}${prefix}/${parts.join('/')}`];
    });
}
