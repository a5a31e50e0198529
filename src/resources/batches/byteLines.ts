import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';

interface ByteLine {
  readonly line: number;
  /** In bytes from the start of the file. */
  readonly offset: number;
  /** In bytes, without the line break. */
  readonly length: number;
  /** Without the line break. Valid until the next line is read. */
  readonly bytes: Uint8Array;
}

// Maximum line length in bytes: above the request limit, but stops early on binary files.
const MAX_LINE_BYTES = 64_000_000;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Yields lines with their positions, one in memory at a time. Skips a UTF-8 BOM. Throws `AppError`
 * if a line is too long.
 */
export async function* byteLines(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<ByteLine, void, undefined> {
  /** Start of an incomplete line. Copied, because the source may reuse its buffer. */
  let begun: Buffer[] = [];
  let begunLength = 0;
  let offset = 0;
  let line = 0;
  const take = (end: Uint8Array, hasBreak: boolean): ByteLine => {
    const whole = begunLength === 0 ? end : Buffer.concat([...begun, end]);
    const start = offset;
    begun = [];
    begunLength = 0;
    offset += whole.length + (hasBreak ? 1 : 0);
    line += 1;
    const skip = start === 0 && MARK.equals(whole.subarray(0, MARK.length)) ? MARK.length : 0;
    const last = hasBreak && whole.at(-1) === CARRIAGE_RETURN ? whole.length - 1 : whole.length;
    const bytes = whole.subarray(skip, Math.max(skip, last));
    return { line, offset: start + skip, length: bytes.length, bytes };
  };
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, from)) {
      yield take(piece.subarray(from, at), true);
      from = at + 1;
    }
    if (from === piece.length) continue;
    begun.push(Buffer.from(piece.subarray(from)));
    begunLength += piece.length - from;
    if (begunLength > MAX_LINE_BYTES) {
      throw new AppError('badSource', l10n.t('The file has a line that is too long to read.'));
    }
  }
  if (begunLength > 0) yield take(Buffer.alloc(0), false);
}

/** Returns a line's text. Undefined if the bytes aren't UTF-8. */
export function lineText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === CARRIAGE_RETURN);
}
