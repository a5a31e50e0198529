import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { detectEncoding, encodingText, type Encoding } from './encoding';
import type { ImportSource } from './importSource';

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
