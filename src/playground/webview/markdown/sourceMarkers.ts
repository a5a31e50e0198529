import { closesFence, type Fence, openFence } from './blocks';

export interface Support {
  /** End of the supported text, in UTF-16 units. */
  readonly end: number;
  /** 1-based source numbers. */
  readonly numbers: readonly number[];
}

type Range = readonly [from: number, to: number];

// Formulas, code, links, images, URLs, entities, and escapes. Length is limited: input is untrusted.
const WHOLE =
  /\$\$[^$]{1,5000}\$\$|\\\[(?:(?!\\\[)[^]){1,5000}?\\\]|\\\((?:(?!\\\()[^]){1,2000}?\\\)|\$[^\s$`][^$`\n]{0,500}(?<!\s)\$(?![\w$])|(?<!`)(`+)(?!`)(?:(?!\n\s*\n)[^]){1,1000}?(?<!`)\1(?!`)|!?\[[^\]\n]{0,500}\](?:\([^()\n]{0,2000}(?:\([^()\n]{0,500}\)[^()\n]{0,2000})?\)|\[[^\]\n]{0,500}\])|<[^<>\s]{1,2000}>|https?:\/\/[^\s<>"`|{}\\^]+|&#?\w{1,32};|\\[^\s\w]/gi;
// Block markers and rules that a source marker must not split.
const MARKUP = /^[\s>]*(?:[-+*]|\d{1,9}[.)]|#{1,6})?$|^[\s|:=_*>-]+$/;
const ROW = /^[\s>]*\|.*\|\s*$/;
const CLOSING = /^[*_~]+(?![*_~])(?=[\s\p{P}]|$)/u;

/**
 * Inserts source markers after the supported text, but never inside code, links, or other syntax. Removes
 * marker characters of the text itself.
 */
export function withMarkers(text: string, supports: readonly Support[]): string {
  const blocks = codeBlocks(text);
  const whole = [...withoutBlocks(text, blocks).matchAll(WHOLE)].map(
    ({ index, 0: found }): Range => [index, index + found.length],
  );
  const numbers = new Map<number, Set<number>>();
  for (const support of supports) {
    const at = placeOf(text, support.end, blocks, whole);
    if (at <= 0) continue;
    const known = numbers.get(at) ?? new Set();
    for (const number of support.numbers) known.add(number);
    numbers.set(at, known);
  }
  // A marker next to a URL would become part of the URL.
  const addresses = new Set(
    whole.filter(([from]) => /^http/i.test(text.slice(from, from + 4))).map(([, to]) => to),
  );
  const ends = new Set(blocks.map(([, to]) => to));
  let result = '';
  let from = 0;
  for (const [at, found] of [...numbers].sort(([a], [b]) => a - b)) {
    const markers = [...found].sort((a, b) => a - b).map(markerOf);
    const before = text.slice(from, at);
    from = at;
    result += unmarked(before);
    if (ends.has(at)) result += `\n${markers.join('')}\n\n`;
    else result += (addresses.has(at) ? '\u200a' : '') + markers.join('');
  }
  return result + unmarked(text.slice(from));
}

/** Returns the position of a marker. 0 if there is none. */
function placeOf(
  text: string,
  end: number,
  blocks: readonly Range[],
  whole: readonly Range[],
): number {
  const block = blocks.find(([from, to]) => from < end && end <= to);
  if (block) return Number.isFinite(block[1]) ? block[1] : 0;
  let at = beforeSpace(text, end);
  const inside = whole.find(([from, to]) => from < at && at < to);
  if (inside) at = inside[1];
  at = beforeMarkup(text, at);
  if (blocks.some(([from, to]) => from < at && at <= to)) return at;
  const row = rowEnd(text, at);
  if (row !== undefined) return row;
  return at + (CLOSING.exec(text.slice(at, at + 8))?.[0].length ?? 0);
}

function beforeSpace(text: string, end: number): number {
  let at = Math.min(end, text.length);
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at--;
  return at;
}

function beforeMarkup(text: string, end: number): number {
  let at = end;
  while (at > 0) {
    const start = text.lastIndexOf('\n', at - 1) + 1;
    if (!MARKUP.test(text.slice(start, at))) break;
    at = beforeSpace(text, start);
  }
  return at;
}

/** Text after the last cell of a table row isn't rendered. */
function rowEnd(text: string, at: number): number | undefined {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const newline = text.indexOf('\n', at);
  const row = text.slice(start, newline === -1 ? text.length : newline);
  if (!ROW.test(row)) return undefined;
  const last = start + row.lastIndexOf('|');
  return at > last ? beforeSpace(text, last) : undefined;
}

function codeBlocks(text: string): readonly Range[] {
  const blocks: Range[] = [];
  let fence: (Fence & { readonly from: number }) | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const inner = line.replace(/^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)?/, '');
    if (!fence) {
      const opened = openFence(inner);
      if (opened) fence = { ...opened, from: at };
    } else if (closesFence(inner, fence)) {
      blocks.push([fence.from, at + line.length]);
      fence = undefined;
    }
    at += line.length + 1;
  }
  if (fence) blocks.push([fence.from, Infinity]);
  return blocks;
}

/** Replaces code blocks with line breaks, so that no match is in or across code. */
function withoutBlocks(text: string, blocks: readonly Range[]): string {
  let result = '';
  let at = 0;
  for (const [from, to] of blocks) {
    const end = Math.min(to, text.length);
    result += text.slice(at, from) + '\n'.repeat(end - from);
    at = end;
  }
  return result + text.slice(at);
}

/** Marker delimiters. Punctuation, so that adjacent emphasis keeps working. */
const OPEN = '\u2e28';
const CLOSE = '\u2e29';
const MARKER = /\u2e28(\d{1,4})\u2e29/;

function markerOf(number: number): string {
  return OPEN + String(number) + CLOSE;
}

function unmarked(text: string): string {
  return text.replaceAll(OPEN, '((').replaceAll(CLOSE, '))');
}

export function splitAtMarkers(text: string): readonly (string | number)[] {
  return text.split(MARKER).map((piece, index) => (index % 2 === 0 ? piece : Number(piece)));
}

export function withoutMarkers(text: string): string {
  return splitAtMarkers(text)
    .filter((piece) => typeof piece === 'string')
    .join('');
}
