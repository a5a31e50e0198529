import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';

/** In characters: far more than a chunk with its metadata can have. */
const LONGEST = 4_000_000;

/** The lines of a UTF-8 text that comes in pieces, without empty ones; each with its number, from 1. */
export async function* readLines(
  pieces: AsyncIterable<Uint8Array>,
  l10n: L10n,
): AsyncGenerator<{ readonly text: string; readonly line: number }, void, undefined> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let line = 0;
  for await (const piece of pieces) {
    const parts = `${rest}${decoder.decode(piece, { stream: true })}`.split('\n');
    rest = parts.pop() ?? '';
    for (const text of parts) {
      line += 1;
      if (text.trim() !== '') yield { text, line };
    }
    if (rest.length > LONGEST) {
      const problem = l10n.t('The file has a line that is too long for an export.');
      throw new AppError('badExport', problem);
    }
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield { text: rest, line: line + 1 };
}
