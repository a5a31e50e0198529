import type { FileTarget } from '../base/fileTarget';

/** A line of a .gitignore. */
interface IgnoreRule {
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  /** Of a pattern without a slash, which fits at any depth, one. */
  readonly parts: readonly NamePattern[];
  readonly isAnywhere: boolean;
}

/** A name, or `**` for any number of them, in the pieces that each stand for a letter or for any number of them. */
type NamePattern = readonly string[];

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
  const rules = new Map<string, Promise<readonly IgnoreRule[]>>();
  const folders = new Map<string, Promise<boolean>>();

  const rulesOf = (folder: readonly string[]): Promise<readonly IgnoreRule[]> => {
    const path = folder.join('/');
    const known = rules.get(path);
    if (known) return known;
    const target = { ...root, path: path === '' ? root.path : `${start}/${path}` };
    const read = readRules(target).then((text = '') => text.split(/\r?\n/).flatMap(parseRule));
    rules.set(path, read);
    return read;
  };

  /** Nothing below an ignored folder can be taken back, so that the folders above decide first. */
  const isFolderIgnored = (folder: readonly string[]): Promise<boolean> => {
    if (folder.length === 0) return Promise.resolve(false);
    const path = folder.join('/');
    const known = folders.get(path);
    if (known) return known;
    const found = isFolderIgnored(folder.slice(0, -1)).then(
      async (isAbove) => isAbove || (await isNamed(folder, true)),
    );
    folders.set(path, found);
    return found;
  };

  /** The last line that fits counts, that of the nearest file first. */
  const isNamed = async (path: readonly string[], isFolder: boolean): Promise<boolean> => {
    for (let depth = path.length - 1; depth >= 0; depth -= 1) {
      const lines = await rulesOf(path.slice(0, depth));
      const last = lines.findLast((rule) => fits(rule, path.slice(depth), isFolder));
      if (last) return !last.isNegated;
    }
    return false;
  };

  const found = new Set<FileTarget>();
  for (const target of targets) {
    if (!target.path.startsWith(`${start}/`)) continue;
    const path = target.path.slice(start.length + 1).split('/');
    const isIgnored = (await isFolderIgnored(path.slice(0, -1))) || (await isNamed(path, false));
    if (isIgnored) found.add(target);
  }
  return found;
}

function parseRule(line: string): readonly IgnoreRule[] {
  // Spaces at the end do not count unless a backslash stands before them.
  const trimmed = line.replace(/^\ufeff/, '').replace(/(?<!\\) +$/, '');
  if (trimmed === '' || trimmed.startsWith('#')) return [];
  const isNegated = trimmed.startsWith('!');
  const pattern = isNegated ? trimmed.slice(1) : trimmed;
  const isForFolders = pattern.endsWith('/');
  const path = pattern.replace(/\/+$/, '');
  const parts = path
    .replace(/^\//, '')
    .split('/')
    .map((part) => part.match(/^\*\*$|\\.|\[!?\]?[^\]]*\]|./gsu) ?? []);
  if (path === '') return [];
  return [{ isNegated, isForFolders, parts, isAnywhere: !path.includes('/') }];
}

function fits(rule: IgnoreRule, path: readonly string[], isFolder: boolean): boolean {
  const { parts, isAnywhere, isForFolders } = rule;
  if (isForFolders && !isFolder) return false;
  const names = isAnywhere ? path.slice(-1) : path;
  // `a/**` is all that is in `a`, and not `a`.
  if (isAnyFolders(parts.at(-1)) && names.length < parts.length) return false;
  return matches(names, parts, isAnyFolders, isNameLike);
}

function isAnyFolders(pattern: NamePattern = []): boolean {
  return pattern.length === 1 && pattern[0] === '**';
}

function isNameLike(pattern: NamePattern, name: string): boolean {
  return matches(Array.from(name), pattern, (token) => token === '*', isLetterLike);
}

function isLetterLike(token: string, letter: string): boolean {
  if (token === '?') return true;
  if (token.startsWith('\\')) return token.slice(1) === letter;
  if (token.length < 3 || !token.startsWith('[')) return token === letter;
  const isNegated = /^\[[!^]/.test(token);
  const inside = Array.from(token.slice(isNegated ? 2 : 1, -1));
  const isAmong = inside.some((one, at) => {
    const end = inside[at + 1] === '-' ? inside[at + 2] : undefined;
    return end === undefined ? one === letter : one <= letter && letter <= end;
  });
  return isAmong !== isNegated;
}

/**
 * Whether all items fit a pattern whose stars stand for any number of them. Only the last star is tried again,
 * so that no pattern takes more than the product of both lengths.
 */
function matches<P>(
  items: readonly string[],
  pattern: readonly P[],
  isStar: (part: P) => boolean,
  isLike: (part: P, item: string) => boolean,
): boolean {
  let at = 0;
  let next = 0;
  let star: number | undefined;
  let from = 0;
  while (at < items.length) {
    const part = pattern[next];
    if (part !== undefined && isStar(part)) {
      star = next;
      from = at;
      next += 1;
    } else if (part !== undefined && isLike(part, items[at] ?? '')) {
      at += 1;
      next += 1;
    } else if (star !== undefined) {
      from += 1;
      at = from;
      next = star + 1;
    } else return false;
  }
  return pattern.slice(next).every(isStar);
}
