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
