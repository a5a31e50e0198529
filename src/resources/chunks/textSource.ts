import * as l10n from '@vscode/l10n';
import { analyse } from 'chardet';
import { throwIfAborted } from '../../base/async';
import { AppError } from '../../base/errors';

/** A file or text from the clipboard. May be read more than once. */
export interface ImportSource {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Whether the content is always UTF-8. */
  readonly isUtf8?: true;
  read(signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

export type Encoding = (typeof ENCODINGS)[number]['id'];

/** Selectable encodings, with VS Code's names and the detector's names. */
export const ENCODINGS = [
  { id: 'utf-8', label: 'UTF-8', found: [] },
  { id: 'utf-16le', label: 'UTF-16 LE', found: [] },
  { id: 'utf-16be', label: 'UTF-16 BE', found: [] },
  { id: 'windows-1252', label: 'Western (Windows 1252)', found: ['windows-1252', 'ISO-8859-1'] },
  { id: 'windows-1250', label: 'Central European (Windows 1250)', found: ['windows-1250'] },
  { id: 'iso-8859-2', label: 'Central European (ISO 8859-2)', found: ['ISO-8859-2'] },
  { id: 'windows-1251', label: 'Cyrillic (Windows 1251)', found: ['windows-1251'] },
  { id: 'koi8-r', label: 'Cyrillic (KOI8-R)', found: ['KOI8-R'] },
  { id: 'windows-1253', label: 'Greek (Windows 1253)', found: ['windows-1253', 'ISO-8859-7'] },
  { id: 'windows-1254', label: 'Turkish (Windows 1254)', found: ['windows-1254', 'ISO-8859-9'] },
  { id: 'windows-1255', label: 'Hebrew (Windows 1255)', found: ['windows-1255', 'ISO-8859-8'] },
  { id: 'windows-1256', label: 'Arabic (Windows 1256)', found: ['windows-1256'] },
  { id: 'windows-1257', label: 'Baltic (Windows 1257)', found: ['windows-1257'] },
  { id: 'windows-1258', label: 'Vietnamese (Windows 1258)', found: ['windows-1258'] },
  { id: 'shift_jis', label: 'Japanese (Shift JIS)', found: ['Shift_JIS'] },
  { id: 'euc-jp', label: 'Japanese (EUC-JP)', found: ['EUC-JP'] },
  { id: 'gb18030', label: 'Simplified Chinese (GB 18030)', found: ['GB18030'] },
  { id: 'big5', label: 'Traditional Chinese (Big5)', found: ['Big5'] },
  { id: 'euc-kr', label: 'Korean (EUC-KR)', found: ['EUC-KR'] },
] as const;

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Size of the sample, in bytes. */
const SAMPLE = 65_536;
/** Maximum confidence (of 100) that counts as no evidence. */
const NO_EVIDENCE = 10;
/** Minimum ratio of zero bytes between even and odd positions (UTF-16). */
const MOSTLY = 10;

/**
 * Detects the encoding: BOM, zero bytes (UTF-16), valid UTF-8, or the detector's guess. Reads the complete
 * source, because the first non-ASCII character may be near the end.
 */
export async function detectEncoding(
  source: Pick<ImportSource, 'read'>,
  signal?: AbortSignal,
): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let last: Buffer | undefined;
  for await (const block of blocks(source, signal)) {
    const found = last ? undefined : ofStart(block);
    if (found) return found;
    if (!isUtf8(decoder, block)) return guess(block);
    last = block;
  }
  // The sample may end inside a character.
  return !last || isUtf8(decoder) ? 'utf-8' : guess(last);
}

/** Yields the bytes in blocks of a minimum size, except the last. */
async function* blocks(
  source: Pick<ImportSource, 'read'>,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source.read(signal)) {
    throwIfAborted(signal);
    parts.push(Uint8Array.from(piece));
    size += piece.length;
    if (size < SAMPLE) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}

/** Whether the block continues valid UTF-8. Without a block, whether the text may end here. */
function isUtf8(decoder: InstanceType<typeof TextDecoder>, block?: Buffer): boolean {
  try {
    decoder.decode(block, { stream: block !== undefined });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function ofStart(start: Buffer): Encoding | undefined {
  const marked = MARKS.find(([, mark]) => start.subarray(0, mark.length).equals(Buffer.from(mark)));
  return marked ? marked[0] : byZeros(start);
}

/** Detects UTF-16 without a BOM: ASCII characters have a zero byte on a fixed side. */
function byZeros(start: Buffer): Encoding | undefined {
  let [even, odd] = [0, 0];
  for (const [index, byte] of start.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const many = start.length / 100;
  if (odd > many && even * MOSTLY < odd) return 'utf-16le';
  return even > many && odd * MOSTLY < even ? 'utf-16be' : undefined;
}

function guess(sample: Buffer): Encoding {
  const text = sample.toString('utf8');
  const good = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  // Text in other encodings rarely contains valid UTF-8 sequences.
  if (good > broken) return 'utf-8';
  const found = analyse(sample).flatMap(({ name, confidence }) => {
    const row = ENCODINGS.find((one) => (one.found as readonly string[]).includes(name));
    return row && confidence > NO_EVIDENCE ? [{ id: row.id, confidence }] : [];
  });
  const [best] = found;
  const western = found.find(({ id }) => id === 'windows-1252');
  // A short sample matches several encodings. Western files are the most common.
  if (!best || (western && western.confidence * 2 >= best.confidence)) return 'windows-1252';
  return best.id;
}

export function encodingText(encoding: Encoding): string {
  return ENCODINGS.find(({ id }) => id === encoding)?.label ?? encoding;
}

/** Marks undecodable bytes. A Unicode noncharacter, unlike U+FFFD, which may occur in the file. */
export const UNREADABLE = '\uffff';

/** A file as text. May be read more than once. */
export interface TextSource {
  readonly name: string;
  readonly encoding: Encoding;
  read(signal?: AbortSignal): AsyncIterable<string>;
}

export async function openText(
  source: Pick<ImportSource, 'name' | 'read'>,
  signal?: AbortSignal,
): Promise<TextSource> {
  return textIn(source, await detectEncoding(source, signal));
}

export function textIn(
  source: Pick<ImportSource, 'name' | 'read'>,
  encoding: Encoding,
): TextSource {
  const { name } = source;
  return { name, encoding, read: (signal) => decode(source.read(signal), encoding) };
}

const START = 16_384;

export async function startOf(source: TextSource, signal?: AbortSignal): Promise<string> {
  let start = '';
  for await (const text of source.read(signal)) {
    start += text;
    if (start.length >= START) break;
  }
  return start.slice(0, START);
}

export function unreadableText(encoding: Encoding): string {
  return l10n.t('The text has characters that can’t be read as {0}.', encodingText(encoding));
}

/** Line breaks. Classic Mac OS files have only CR. */
export const LINE_END = /\r\n|\n|\r/;

// Maximum line length in characters: above the request limit, but stops early on binary files.
const MAX_LINE_LENGTH = 64_000_000;

/** Yields the lines of a text. Throws `AppError` if a line is too long. */
export async function* textLines(
  pieces: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  let begun: string[] = [];
  let length = 0;
  /** A CR at the end of a piece. It may be the first half of a CRLF. */
  let half = '';
  for await (const piece of pieces) {
    const text = half + piece;
    half = text.endsWith('\r') ? '\r' : '';
    const lines = text.slice(0, text.length - half.length).split(LINE_END);
    const last = lines.pop() ?? '';
    for (const line of lines) {
      yield begun.join('') + line;
      begun = [];
      length = 0;
    }
    begun.push(last);
    length += last.length;
    if (length > MAX_LINE_LENGTH) {
      throw new AppError('badSource', l10n.t('The file has a line that is too long to read.'));
    }
  }
  if (length > 0 || half !== '') yield begun.join('');
}

/** Decodes bytes that can only be read once. */
export async function* decode(
  pieces: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string, void, undefined> {
  const decoder = decoderOf(encoding);
  let isFirst = true;
  for await (const piece of pieces) {
    const text = decoder(Buffer.from(piece));
    if (text === '') continue;
    yield isFirst ? text.replace(/^\ufeff/, '') : text;
    isFirst = false;
  }
  const rest = decoder();
  if (rest !== '') yield rest;
}

/** Decodes complete characters and buffers the rest. Flushes if called without bytes. */
type Decode = (bytes?: Buffer) => string;

function decoderOf(encoding: Encoding): Decode {
  if (encoding === 'utf-8') return utf8Decoder();
  if (encoding.startsWith('utf-16')) return utf16Decoder(encoding === 'utf-16be');
  const decoder = new TextDecoder(encoding);
  // These decoders replace invalid bytes with a character that doesn't occur in files.
  return (bytes) => marked(decoder.decode(bytes, { stream: bytes !== undefined }));
}

function marked(text: string): string {
  return text.replaceAll('\ufffd', UNREADABLE);
}

const REPLACED = Buffer.from('\ufffd', 'utf8');

function utf8Decoder(): Decode {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    const all = bytes ? Buffer.concat([rest, bytes]) : rest;
    // Buffers an incomplete U+FFFD until its remaining bytes arrive.
    const open = bytes
      ? [2, 1].find((size) => endsWith(all, REPLACED.subarray(0, size)))
      : undefined;
    const whole = all.subarray(0, all.length - (open ?? 0));
    rest = all.subarray(whole.length);
    let text = '';
    let from = 0;
    for (let at = whole.indexOf(REPLACED); at >= 0; at = whole.indexOf(REPLACED, from)) {
      text += `${marked(decoder.decode(whole.subarray(from, at)))}\ufffd`;
      from = at + REPLACED.length;
    }
    return text + marked(decoder.decode(whole.subarray(from), { stream: bytes !== undefined }));
  };
}

function endsWith(bytes: Buffer, end: Buffer): boolean {
  return bytes.length >= end.length && bytes.subarray(bytes.length - end.length).equals(end);
}

/** Decodes UTF-16. Node.js keeps unpaired surrogates, so they can be marked. */
function utf16Decoder(isBigEndian: boolean): Decode {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    if (!bytes) return rest.length > 0 ? UNREADABLE : '';
    const all = Buffer.concat([rest, bytes]);
    const even = all.length - (all.length % 2);
    const units = isBigEndian ? all.subarray(0, even).swap16() : all.subarray(0, even);
    const text = units.toString('utf16le');
    const isOpen = /[\ud800-\udbff]$/.test(text);
    rest = Buffer.from(all.subarray(even));
    if (isOpen) {
      const half = units.subarray(even - 2);
      rest = Buffer.concat([isBigEndian ? half.swap16() : half, rest]);
    }
    return (isOpen ? text.slice(0, -1) : text).replaceAll(/\p{Surrogate}/gu, UNREADABLE);
  };
}
