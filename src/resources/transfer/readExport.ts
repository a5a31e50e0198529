import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import { parseHeader, parseRecord, type ExportHeader, type ExportRecord } from './exportRecord';
import { readLines } from './readLines';

/** An export that is being read. */
export interface ExportReader {
  readonly header: ExportHeader;
  /** The lines after the first. Throws `AppError` where one is none of an export. */
  readonly records: AsyncGenerator<ExportRecord, void, undefined>;
}

/** Reads the first line. Throws `AppError` where it is that of no export. */
export async function readExport(
  pieces: AsyncIterable<Uint8Array>,
  l10n: L10n,
): Promise<ExportReader> {
  const lines = readLines(pieces, l10n);
  const first = await lines.next();
  const header = parseHeader(first.done ? undefined : first.value.text, l10n);
  return { header, records: records(lines, l10n) };
}

async function* records(
  lines: AsyncIterable<{ readonly text: string; readonly line: number }>,
  l10n: L10n,
): AsyncGenerator<ExportRecord, void, undefined> {
  for await (const { text, line } of lines) {
    const record = parseRecord(text, line);
    if (!record)
      throw new AppError('badExport', l10n.t('Line {0} is not part of an export.', line));
    yield record;
  }
}
