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
  const tests = patterns.map(toRegExp);
  return (path) => tests.some((test) => test.test(path));
}

function toRegExp(pattern: string): RegExp {
  const slashed = pattern.trim().replaceAll('\\', '/').replace(/\/+$/, '');
  const isAnywhere = !slashed.includes('/');
  // What is in a folder goes with the folder, which then need not be read.
  const folder = slashed.replace(/^\.?\//, '').replace(/(\/\*\*)+$/, '') || '**';
  const source = toSource((isAnywhere ? `**/${folder}` : folder).replace(/(\*\*\/)+/g, '**/'));
  return new RegExp(`^${source}(?:/.*)?$`, 'su');
}

/** Longest first: `**` before `*`. A brace or bracket that is not closed stands for itself. */
const TOKEN = /(^|\/)\*\*(?=\/|$)\/?|\*+|\?|\[!?[^\]/]+\]|\{|\}|,|[^*?[\]{},/]+|./gsu;

function toSource(pattern: string): string {
  let depth = 0;
  const areBracesClosed = count(pattern, '{') === count(pattern, '}');
  return pattern.replace(TOKEN, (token: string) => {
    if (/^\/?\*\*\/?$/.test(token)) return starStar(token);
    if (token.startsWith('*')) return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.length > 2 && token.startsWith('[')) return toClass(token);
    if (areBracesClosed && token === '{') {
      depth += 1;
      return '(?:';
    }
    if (depth > 0 && token === '}') {
      depth -= 1;
      return ')';
    }
    if (depth > 0 && token === ',') return '|';
    return escaped(token);
  });
}

/** Any folders, also none: `a/**` is also all of `a`, `**` everything, and `a/**` + `/b` also `a/b`. */
function starStar(token: string): string {
  const isLast = !token.endsWith('/');
  if (isLast) return token.startsWith('/') ? '/.*' : '.*';
  return token.startsWith('/') ? '/(?:.*/)?' : '(?:.*/)?';
}

function toClass(token: string): string {
  const isNegated = token.startsWith('[!');
  const inside = token.slice(isNegated ? 2 : 1, -1).replaceAll(/[\\\][^]/g, String.raw`\$&`);
  try {
    const source = `[${isNegated ? '^/' : ''}${inside}]`;
    // A range from the end to the beginning is none.
    return new RegExp(source, 'su').source;
  } catch {
    return escaped(token);
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
