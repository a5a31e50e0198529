import { tryParse } from '../base/json';

const TOKENS = /"[^"\\]*(?:\\[^][^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

// What is deeper is spaces for the most part: they would grow with the square of it.
const DEEPEST = 100;

/**
 * JSON on lines of its own, as it stands there: numbers, escapes and the order of names stay, which parsing
 * would change. Undefined where it is no JSON, or too deep to read.
 */
export function prettyJson(text: string): string | undefined {
  if (tryParse(text) === undefined) return undefined;
  const parts: string[] = [];
  let depth = 0;
  let before = '';
  for (const [token] of text.matchAll(TOKENS)) {
    const closes = token === '}' || token === ']';
    const opened = before === '{' || before === '[';
    if (closes) depth -= 1;
    const breaks = opened ? !closes : closes || before === ',';
    if (breaks) parts.push('\n', '  '.repeat(depth));
    parts.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') depth += 1;
    if (depth > DEEPEST) return undefined;
    before = token;
  }
  return parts.join('');
}
