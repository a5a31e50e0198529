import * as l10n from '@vscode/l10n';
import { AppError, errorCode } from '../../base/errors';
import type { ImportSource } from './importSource';

/** A file as text; may be read more than once. */
export interface TextSource {
  /** For people. */
  readonly name: string;
  /** In pieces that end anywhere, without the mark that some programs put first. */
  read(signal?: AbortSignal): AsyncIterable<string>;
}

/** A file as text. */
export function openText({ name, read }: Pick<ImportSource, 'name' | 'read'>): TextSource {
  return { name, read: (signal) => decode(read(signal)) };
}

/** Characters that are enough to see how rows are written. */
const START = 16_384;

/** The beginning of a text. */
export async function startOf(source: TextSource, signal?: AbortSignal): Promise<string> {
  let start = '';
  for await (const text of source.read(signal)) {
    start += text;
    if (start.length >= START) break;
  }
  return start.slice(0, START);
}

/** Between two lines: files of other systems have one character for both. */
export const LINE_END = /\r\n|\n|\r/;

// Characters: more than a request may have, and few enough for a file that is no text.
const LONGEST = 64_000_000;

/** The lines of a text that comes in pieces. Throws `AppError` where one does not end. */
export async function* textLines(
  pieces: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  /** What has come of a line that is not whole yet. */
  let begun: string[] = [];
  let length = 0;
  /** The end of a piece that may be the first half of a line end. */
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
    if (length > LONGEST) {
      throw new AppError('badSource', l10n.t('It has a line that is too long to be read.'));
    }
  }
  if (length > 0 || half !== '') yield begun.join('');
}

/** The text of bytes that come in pieces. Throws `AppError` (`badSource`) if they are not UTF-8. */
export async function* decode(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of pieces) {
      const text = decoder.decode(piece, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch (error) {
    if (errorCode(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new AppError('badSource', l10n.t('It is not written as UTF-8.'), {
      hint: l10n.t('Save it as UTF-8, in Excel as “CSV UTF-8”.'),
      cause: error,
    });
  }
}
