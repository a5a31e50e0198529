import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';

// Characters: far more than a chunk with its metadata can have.
const LONGEST = 4_000_000;

/** The lines of a UTF-8 text that comes in pieces. Throws where one does not end. */
export async function* textLines(
  bytes: AsyncIterable<Uint8Array>,
  l10n: L10n,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const piece of bytes) {
    const lines = `${rest}${decoder.decode(piece, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    if (rest.length > LONGEST) {
      throw new AppError('badSource', l10n.t('It has a line that is too long to be read.'));
    }
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
