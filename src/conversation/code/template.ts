import { visibleJson } from '../../base/json';

/** A piece of code: undefined, false, and empty text remove a line that has nothing else. */
type Piece = string | false | undefined;

/** Stands for a piece; private use, so no template has it. */
const MARK = '\ue000';

/**
 * Returns a piece of code from a template that is indented like the code around it. The lines of a piece are
 * indented like the line that it is in.
 */
export function code(template: TemplateStringsArray, ...pieces: readonly Piece[]): string {
  const marked = template.join(MARK).replace(/^\n/, '').replace(/\n *$/, '');
  const indents = marked.split('\n').flatMap((line) => (/\S/.test(line) ? [indentOf(line)] : []));
  const common = Math.min(...indents);
  let at = 0;
  return marked
    .split('\n')
    .flatMap((line) => {
      const here = line.slice(common);
      const used = here.split(MARK).length - 1;
      const values = pieces.slice(at, (at += used));
      if (used > 0 && here.replaceAll(MARK, '').trim() === '' && !values.some(isText)) return [];
      const indent = ' '.repeat(indentOf(here));
      let index = 0;
      return [
        here.replaceAll(MARK, () => {
          const value = values[index++];
          return isText(value) ? value.replace(/\n(?=.)/g, `\n${indent}`) : '';
        }),
      ];
    })
    .join('\n');
}

function isText(piece: Piece): piece is string {
  return piece !== undefined && piece !== false && piece !== '';
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Joins the parts of a file with an empty line between them. */
export function sections(...parts: readonly Piece[]): string {
  return `${parts.filter(isText).join('\n\n')}\n`;
}

/** Maximum length of a list or object on one line, without its indentation. */
const MAX_LINE_LENGTH = 64;

interface Brackets {
  readonly open: string;
  readonly close: string;
  readonly indent: string;
  /** Between the brackets and items on one line. */
  readonly space?: string;
  /** Whether each item has its own line, however short. */
  readonly isLong?: boolean;
  /** Whether the closing bracket is on the line of the last item, without a comma. */
  readonly isTight?: boolean;
}

/** Returns items in brackets, on one line if they are short. */
export function bracketed(
  items: readonly string[],
  { open, close, indent, space = '', isLong = false, isTight = false }: Brackets,
): string {
  const line = `${open}${space}${items.join(', ')}${space}${close}`;
  if (items.length === 0) return `${open}${close}`;
  if (!isLong && line.length <= MAX_LINE_LENGTH && !line.includes('\n')) return line;
  const lines = items.map((item) => `${indent}${item.replace(/\n(?=.)/g, `\n${indent}`)}`);
  return `${open}\n${lines.join(',\n')}${isTight ? '' : ',\n'}${close}`;
}

/** A string literal of JavaScript, TypeScript, and Java. */
export function string(text: string): string {
  return visibleJson(JSON.stringify(text));
}

/** A string literal of Python and Go, which keep the two halves of a JSON escape beyond U+FFFF apart. */
export function wholeString(text: string): string {
  return wholeEscapes(string(text));
}

/** Escapes a character beyond U+FFFF as one, as in Python and Go. */
export function wholeEscapes(json: string): string {
  return json.replace(
    /(?<=(?:^|[^\\])(?:\\\\)*)\\u(d[89ab]..)\\u(d[c-f]..)/gi,
    (_, high: string, low: string) => {
      const point = String.fromCharCode(parseInt(high, 16), parseInt(low, 16)).codePointAt(0) ?? 0;
      return `\\U${point.toString(16).padStart(8, '0')}`;
    },
  );
}
