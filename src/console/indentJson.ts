import { tryParse } from '../api/json';

const INDENT = '  ';
// Characters of a result: brackets within brackets could make it as large as the square of the text.
const MOST = 48 * 1024 * 1024;
// What a number or a word ends at.
const MARK = /[\s{}[\],:"]/g;

/**
 * A JSON text with two spaces per level and nothing else changed: the order of the names, the digits of the
 * numbers and the escapes stay as they came. Undefined where it is no JSON, or becomes too large.
 *
 * @param start what all lines but the first begin with.
 */
export function indentJson(text: string, start = ''): string | undefined {
  if (tryParse(text) === undefined) return undefined;
  const parts: string[] = [];
  let length = 0;
  let line = `\n${start}`;
  let isOpening = false;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  for (const token of tokens(text)) {
    const isClosing = token === '}' || token === ']';
    // An empty object or list stays on its line.
    if (isOpening && !isClosing) add((line += INDENT));
    if (isClosing && !isOpening) add((line = line.slice(0, -INDENT.length)));
    isOpening = token === '{' || token === '[';
    add(token === ':' ? ': ' : token);
    if (token === ',') add(line);
    if (length > MOST) return undefined;
  }
  return parts.join('');
}

/** The marks, strings, numbers and words of a text that is known to be JSON. */
function* tokens(text: string): Generator<string, void, undefined> {
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    if (/\s/.test(character)) {
      at += 1;
      continue;
    }
    const end = endOf(text, at, character);
    yield text.slice(at, end);
    at = end;
  }
}

function endOf(text: string, start: number, first: string): number {
  if (first === '"') return endOfString(text, start);
  if ('{}[],:'.includes(first)) return start + 1;
  MARK.lastIndex = start;
  return MARK.exec(text)?.index ?? text.length;
}

// By search and not by an expression: an image is one string of many megabytes.
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (text[first - 1] === '\\') first -= 1;
    if ((at - first) % 2 === 0) return at + 1;
  }
  return text.length;
}
