import createParser, { type MarkdownIt, type StateBlock, type StateInline } from 'markdown-it';
import definitionLists from 'markdown-it-deflist';
import { MAX_FORMULA_LENGTH } from './blocks';

/** Math token types: `content` is TeX, `markup` is the opening delimiter. */
export const INLINE_MATH = 'math_inline';
export const BLOCK_MATH = 'math_block';

interface Delimiters {
  readonly open: string;
  readonly close: string;
  readonly isDisplay: boolean;
}

const DELIMITERS: readonly Delimiters[] = [
  { open: '$$', close: '$$', isDisplay: true },
  { open: '\\[', close: '\\]', isDisplay: true },
  { open: '\\(', close: '\\)', isDisplay: false },
  { open: '$', close: '$', isDisplay: false },
];

/** Maximum length of an inline formula, in UTF-16 units. */
const MAX_INLINE_LENGTH = 2000;

/** Adds math rules to a parser. Invalid formulas stay Markdown. */
function addMath(parser: MarkdownIt): void {
  // Runs before backslash escapes, and before `-`, `+`, or `=` become a list or heading.
  parser.inline.ruler.before('escape', INLINE_MATH, inlineMath);
  parser.block.ruler.before('table', BLOCK_MATH, blockMath, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}

export function isDisplayed(markup: string): boolean {
  return DELIMITERS.some(({ open, isDisplay }) => isDisplay && open === markup);
}

export function mathSource(tex: string, markup: string): string {
  return markup + tex + (DELIMITERS.find(({ open }) => open === markup)?.close ?? '');
}

function inlineMath(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const found = delimitersAt(src, pos);
  if (!found) return keepsBackslash(state, silent);
  const from = pos + found.open.length;
  const end = closeOf(src, from, Math.min(posMax, from + MAX_INLINE_LENGTH), found.close);
  if (end === undefined) return keepsBackslash(state, silent);
  const tex = src.slice(from, end);
  const after = end + found.close.length;
  const isFormula =
    found.open === '$'
      ? isDollarFormula(src, pos, end)
      : // `\[text\](url)` escapes a link.
        !(found.open === '\\[' && /[([:]/.test(src.charAt(after)));
  if (!isFormula || tex.trim() === '' || isAcrossMarkdown(tex)) return false;
  if (!silent) {
    const token = state.push(INLINE_MATH, '', 0);
    token.content = tex;
    token.markup = found.open;
  }
  state.pos = after;
  return true;
}

function delimitersAt(src: string, pos: number): Delimiters | undefined {
  const first = src.charAt(pos);
  if (first !== '$' && first !== '\\') return undefined;
  return DELIMITERS.find(({ open }) => src.startsWith(open, pos));
}

/** Returns the end of TeX, ignoring delimiters in braces and escaped characters. */
function closeOf(src: string, from: number, limit: number, close: string): number | undefined {
  if (!src.includes(close, from)) return undefined;
  let depth = 0;
  for (let at = from; at < limit; at++) {
    const character = src.charAt(at);
    if (character === '\\') {
      if (depth <= 0 && src.startsWith(close, at)) return at;
      at++;
    } else if (character === '{') depth++;
    else if (character === '}') depth--;
    else if (character === '$' && depth <= 0) {
      // Another dollar sign inside means it isn't TeX.
      return src.startsWith(close, at) ? at : undefined;
    }
  }
  return undefined;
}

/**
 * Whether an unpaired TeX bracket keeps its backslash, as during streaming, unless the backslash prevents a
 * link, task box, or list number.
 */
function keepsBackslash(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charAt(pos) !== '\\') return false;
  const isBracket = /[()[]/.test(src.charAt(pos + 1));
  const isEscape =
    /^\[[^\]\n]{0,500}\]/.test(src.slice(pos + 1, pos + 504)) ||
    /\d\\\)/.test(src.slice(pos - 1, pos + 2));
  if (!isBracket || isEscape) return false;
  if (!silent) state.pending += src.slice(pos, pos + 2);
  state.pos += 2;
  return true;
}

function isAcrossMarkdown(tex: string): boolean {
  return tex.includes('`') || tex.includes('](');
}

const PRICE = /^[\d.,]+\s?(?:[kKmMbB]n?\b)?[^\\^_{}=<>+]*[\p{L}]{2}[^\\^_{}=<>+]*$/u;

/**
 * Whether text between two dollars is a formula: no inner spaces at the ends, not next to a word or dollar
 * (`US$5`, `$10`, `${a}${b}`), and not between two prices.
 */
function isDollarFormula(src: string, open: number, close: number): boolean {
  const before = src.charAt(open - 1);
  const after = src.charAt(close + 1);
  const tex = src.slice(open + 1, close);
  const isJoined = /[\p{L}\p{N}$\\]/u.test(before) || /[\p{L}\p{N}${]/u.test(after);
  // Allows suffixes: the $n$th of $k$s.
  if (isJoined && !/^(?:st|nd|rd|th|s)\b/.test(src.slice(close + 1, close + 4))) return false;
  return !/^\s|\s$/.test(tex) && !PRICE.test(tex);
}

function blockMath(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const { src } = state;
  const start = lineStart(state, startLine);
  const isCode = (state.sCount[startLine] ?? 0) - state.blkIndent >= 4;
  const found = isCode ? undefined : delimitersAt(src, start);
  if (!found?.isDisplay || !src.includes(found.close, start + 2)) return false;
  const lines: string[] = [];
  let length = 0;
  for (let line = startLine; line < endLine && length <= MAX_FORMULA_LENGTH; line++) {
    const isInside = (state.sCount[line] ?? 0) >= state.blkIndent || state.isEmpty(line);
    if (line > startLine && !isInside) return false;
    const from = line === startLine ? start + found.open.length : lineStart(state, line);
    const text = src.slice(from, state.eMarks[line]);
    const end = endOf(text, found.close);
    if (end === undefined) {
      lines.push(text);
      length += text.length;
      continue;
    }
    const tex = [...lines, text.slice(0, end)].join('\n');
    // Text after the formula makes it part of a paragraph.
    if (text.slice(end + found.close.length).trim() !== '' || tex.trim() === '') return false;
    if (silent) return true;
    const token = state.push(BLOCK_MATH, '', 0);
    token.block = true;
    token.content = tex;
    token.markup = found.open;
    token.map = [startLine, line + 1];
    state.line = line + 1;
    return true;
  }
  return false;
}

function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** Returns the closing position of a displayed formula. Ignores braces, which may span lines. */
function endOf(text: string, close: string): number | undefined {
  if (text.length > MAX_FORMULA_LENGTH) return undefined;
  for (let at = text.indexOf('\\'), end = text.indexOf(close); end !== -1;) {
    if (at === -1 || at >= end) return end;
    // `\\]` is a TeX line break followed by a bracket.
    if (end < at + 2) end = text.indexOf(close, at + 2);
    at = text.indexOf('\\', at + 2);
  }
  return undefined;
}

export type Author = 'model' | 'user';

const parsers = new Map<Author, MarkdownIt>();

/** Returns the parser for model or user text. User text keeps line breaks and backslashes. */
export function parserFor(author: Author): MarkdownIt {
  let parser = parsers.get(author);
  if (!parser) {
    parser = newParser();
    if (author === 'user') {
      parser.inline.ruler.at('escape', shownEscape);
      parser.disable('lheading');
    }
    parsers.set(author, parser);
  }
  return parser;
}

function newParser(): MarkdownIt {
  const parser = createParser({ html: false, linkify: true, breaks: true, maxNesting: 40 });
  // `safeLink` validates and escapes every link instead.
  parser.validateLink = () => true;
  parser.normalizeLink = (href) => href;
  // Requires a scheme: packages and decorators also look like `a@b.test`.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true });
  endAddressesBeforeEmphasis(parser);
  addMath(parser);
  addDefinitionLists(parser);
  return parser;
}

/** Definition lists with colons only: `~ 5 MB` often means "about". */
function addDefinitionLists(parser: MarkdownIt): void {
  parser.use(definitionLists);
  const { ruler } = parser.block;
  // The paragraph rule is last, so the new rule is the one before.
  const rule = ruler.getRules('').at(-2);
  if (!rule) return;
  const withColons = (state: StateBlock, start: number, end: number, silent: boolean): boolean => {
    const below = state.isEmpty(start + 1) ? start + 2 : start + 1;
    const line = silent ? start : below;
    const at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    return state.src.charAt(at) === ':' && rule(state, start, end, silent);
  };
  ruler.at('deflist', withColons, { alt: ['paragraph', 'reference', 'blockquote'] });
}

/**
 * `_https://a.test_` is an emphasized URL (as on GitHub), but linkify-it includes the underscore in the URL.
 */
function endAddressesBeforeEmphasis({ linkify }: MarkdownIt): void {
  const matchAtStart = linkify.matchAtStart.bind(linkify);
  linkify.matchAtStart = (text) => {
    const found = matchAtStart(text);
    if (found) found.url = found.url.replace(/_+$/, '');
    return found;
  };
}

function shownEscape(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (!/^\\[!-/:-@[-`{-~]/.test(src.slice(pos, pos + 2))) return false;
  if (!silent) state.pending += src.slice(pos, pos + 2);
  state.pos += 2;
  return true;
}
