import { inflateSync } from 'node:zlib';
import type { Message } from '../../api/schema/infer';
import { StatusError } from '../status';

export interface Piece {
  readonly text: string;
  /** Page number from 1. Undefined if the text has no pages. */
  readonly page?: number;
}

/** Chunk sizes in words. */
export interface Cut {
  readonly size: number;
  readonly overlap: number;
}

// Not published; similar to the examples in the guide.
const SIZE = 200;
const OVERLAP = 20;

/** Maximum number of chunks per document. Longer text counts in full, but only its start is searchable. */
const MAX_CHUNKS = 2000;

const FORM_FEED = '\f';

/**
 * Returns the chunk sizes of a request. Throws 400 if the overlap leaves no new words; the error
 * message isn't published.
 * @param message type name for errors.
 */
export function cutOf(message: string, config: Message<'ChunkingConfig'> | undefined): Cut {
  const { maxTokensPerChunk = 0, maxOverlapTokens } = config?.whiteSpaceConfig ?? {};
  const size = maxTokensPerChunk === 0 ? SIZE : maxTokensPerChunk;
  const overlap = maxOverlapTokens ?? Math.min(OVERLAP, Math.floor(size / 2));
  if (overlap < size) return { size, overlap };
  const at = `${message}.chunking_config.white_space_config.max_overlap_tokens`;
  throw new StatusError(400, `* ${at}: must be less than max_tokens_per_chunk\n`);
}

export function cutText(text: string, { size, overlap }: Cut): readonly Piece[] {
  const words = wordsOf(text, MAX_CHUNKS * size);
  const hasPages = text.includes(FORM_FEED);
  const pieces: Piece[] = [];
  let page = 1;
  let counted = 0;
  for (let first = 0; first < words.length; first += size - overlap) {
    const last = Math.min(first + size, words.length) - 1;
    const [start, end] = [words[first]?.start ?? 0, words[last]?.end ?? 0];
    if (hasPages) page += countOf(FORM_FEED, text.slice(counted, start));
    counted = start;
    pieces.push({ text: text.slice(start, end), ...(hasPages && { page }) });
    if (last === words.length - 1 || pieces.length === MAX_CHUNKS) break;
  }
  return pieces;
}

export function cutPages(pages: readonly string[], cut: Cut): readonly Piece[] {
  return pages
    .flatMap((text, index) => cutText(text, cut).map((piece) => ({ ...piece, page: index + 1 })))
    .slice(0, MAX_CHUNKS);
}

interface Word {
  readonly start: number;
  readonly end: number;
}

function wordsOf(text: string, most: number): readonly Word[] {
  const words: Word[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    words.push({ start: index, end: index + word.length });
    if (words.length === most) break;
  }
  return words;
}

function countOf(sign: string, text: string): number {
  return text.split(sign).length - 1;
}

/** Maximum unpacked size of all content streams of a document, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

const MAX_HEADER_LENGTH = 4096;

/** Most fonts use this encoding. Custom encodings need the font and aren't supported. */
const WESTERN = new TextDecoder('windows-1252');

/**
 * Returns the text of each page of a PDF with plain or Flate streams in Western encodings. Empty for scanned
 * or encrypted documents and custom font encodings.
 */
export function pdfPages(content: Buffer): readonly string[] {
  const source = content.toString('latin1');
  if (!source.startsWith('%PDF-') || /\/Encrypt\b/.test(source)) return [];
  const pages: string[] = [];
  let left = MAX_BYTES;
  for (const { 0: mark, index } of source.matchAll(/(?<!end)stream\r?\n/g)) {
    const start = index + mark.length;
    const end = source.indexOf('endstream', start);
    if (end < 0) break;
    const before = source.slice(Math.max(0, index - MAX_HEADER_LENGTH), index);
    const head = before.slice(Math.max(0, before.lastIndexOf(' obj')));
    const bytes = unpacked(content.subarray(start, end), head, left);
    left -= bytes?.length ?? 0;
    const text = bytes ? textIn(bytes.toString('latin1')) : '';
    if (text !== '') pages.push(text);
  }
  return pages;
}

/**
 * Returns the bytes of a content stream. Undefined for images, fonts, tables and other compression.
 */
function unpacked(bytes: Buffer, head: string, most: number): Buffer | undefined {
  if (/\/(?:Subtype|Type|Length1|Predictor|FunctionType)\b/.test(head) || most <= 0)
    return undefined;
  const filters = /\/Filter\s*(?:\[([^\]]*)\]|(\/\w+))/.exec(head);
  const names = (filters?.[1] ?? filters?.[2] ?? '').trim();
  if (names === '') return bytes;
  if (names !== '/FlateDecode' && names !== '/Fl') return undefined;
  try {
    return inflateSync(bytes, { maxOutputLength: most });
  } catch {
    return undefined;
  }
}

const TOKENS = /\((?:\\[^]|[^\\()])*\)|<[0-9A-Fa-f\s]*>|[[\]]|[-+]?\d*\.?\d+|[A-Za-z'"*]+|[()]/g;
/** Kerning above this value, in thousandths of an em, separates words. */
const WORD_GAP = 180;

function textIn(contents: string): string {
  // Cut after the last ET, so that the pattern never searches in vain for an end.
  const written = contents.slice(0, contents.lastIndexOf('ET') + 2);
  const lines = [...written.matchAll(/\bBT\b([^]*?)\bET\b/g)].map(([, block = '']) =>
    blockText(block),
  );
  return lines
    .join('\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

function blockText(block: string): string {
  let text = '';
  let shown = '';
  let numbers: number[] = [];
  for (const [token] of withoutNesting(block).matchAll(TOKENS)) {
    const first = token[0] ?? '';
    if (first === '(' && token.length > 1) shown += western(literal(token.slice(1, -1)));
    else if (first === '<') shown += western(Buffer.from(token.replace(/[<>\s]/g, ''), 'hex'));
    else if (/^[-+.\d]/.test(token)) {
      if (shown !== '' && -Number(token) > WORD_GAP) shown += ' ';
      numbers.push(Number(token));
    } else if (/^[A-Za-z'"*]/.test(token)) {
      if (token === 'Td' || token === 'TD') text += numbers.at(-1) === 0 ? ' ' : '\n';
      if (['T*', "'", '"', 'Tm'].includes(token)) text += '\n';
      if (['Tj', 'TJ', "'", '"'].includes(token)) text += shown;
      shown = '';
      numbers = [];
    }
  }
  return text;
}

/** Escapes balanced parentheses inside strings, which PDF allows without escapes. */
function withoutNesting(block: string): string {
  let depth = 0;
  return block.replace(/\\[^]|[()]/g, (sign) => {
    if (sign.length > 1) return sign;
    if (sign === '(') return depth++ > 0 ? '\\(' : sign;
    depth = Math.max(0, depth - 1);
    return depth > 0 ? '\\)' : sign;
  });
}

const ESCAPES: { readonly [sign: string]: string } = { n: '\n', r: '\n', t: '\t', b: '', f: '' };

function literal(text: string): Buffer {
  const plain = text.replace(/\\([0-7]{1,3}|\r?\n|[^])/g, (_whole, escaped: string) => {
    if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
    return /^[\r\n]/.test(escaped) ? '' : (ESCAPES[escaped] ?? escaped);
  });
  return Buffer.from(plain, 'latin1');
}

/** Skips text with control characters, which indicate a custom font encoding. */
function western(bytes: Buffer): string {
  const isText = bytes.every((byte) => byte >= 0x20 || byte === 0x0a || byte === 0x09);
  return isText ? WESTERN.decode(bytes) : '';
}
