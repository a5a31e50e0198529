import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { SourceFile } from '../../platform/localFiles';
import { type ExportHeader, readExport } from './exportFormat';

export interface ExportScan {
  readonly header: ExportHeader;
  readonly top: JsonObject | undefined;
  readonly documents: number;
  readonly chunks: number;
  /** Number of grantable permissions, excluding the owner's. */
  readonly permissions: number;
  readonly isWhole: boolean;
}

/** Reads a complete export before sending anything. Throws `AppError` if invalid. */
export async function scanExport(source: SourceFile): Promise<ExportScan> {
  const { header, records } = await readExport(source.read());
  const counts = { documents: header.kind === 'document' ? 1 : 0, chunks: 0, permissions: 0 };
  let top: JsonObject | undefined;
  let isWhole = false;
  for await (const record of records) {
    isWhole = record.kind === 'end';
    if (record.kind === header.kind) top ??= record.value;
    if (record.kind === 'document' && header.kind === 'corpus') counts.documents += 1;
    if (record.kind === 'chunk') counts.chunks += 1;
    const isOwner = record.kind === 'permission' && textAt(record.value, 'role') === 'OWNER';
    if (record.kind === 'permission' && !isOwner) counts.permissions += 1;
  }
  return { header, top, ...counts, isWhole };
}
