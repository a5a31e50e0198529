import { createHash, type Hash } from 'node:crypto';
import { isObject, textAt, tryParse } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { SourceFile } from '../../platform/localFiles';
import type { ResourcesContext } from '../context';
import { type ExportHeader, readExport } from './exportFormat';

/** What is in an export. */
export interface ExportScan {
  readonly header: ExportHeader;
  /** The corpus or the document itself. */
  readonly top: JsonObject | undefined;
  readonly documents: number;
  readonly chunks: number;
  /** Those that could be given again: all but the owner's. */
  readonly permissions: number;
  /** The last line says that nothing is missing. */
  readonly isWhole: boolean;
  /** SHA-256 of the file, in hexadecimal digits: another file at its place is another import. */
  readonly hash: string;
}

/** Reads an export once before anything is sent. Throws `AppError` where it is none, or a line of it is not. */
export async function scanExport(source: SourceFile): Promise<ExportScan> {
  const hash = createHash('sha256');
  const { header, records } = await readExport(hashed(source.read(), hash));
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
  return { header, top, ...counts, isWhole, hash: hash.digest('hex') };
}

async function* hashed(
  pieces: AsyncIterable<Uint8Array>,
  hash: Hash,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

/** How far an import came that did not end well. */
export interface ImportState {
  /** Resource name of the corpus that it goes into. */
  readonly corpus: string;
  /** That of the document, where the export is of one. */
  readonly document?: string;
  /** Lines up to this one are done. */
  readonly line: number;
}

/** Remembers how far the import of a file came, so that giving it again goes on there. */
export class ImportProgress {
  readonly #files: ReturnType<ResourcesContext['storage']>;
  readonly #name: string;

  constructor(
    { storage }: Pick<ResourcesContext, 'storage'>,
    { hash }: Pick<ExportScan, 'hash'>,
    connection: string,
  ) {
    this.#files = storage('imports');
    const key = JSON.stringify([connection, hash]);
    this.#name = `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`;
  }

  async read(): Promise<ImportState | undefined> {
    const parsed = tryParse((await this.#files.read(this.#name)) ?? '');
    if (!isObject(parsed) || typeof parsed.line !== 'number') return undefined;
    const corpus = textAt(parsed, 'corpus');
    const document = textAt(parsed, 'document');
    if (corpus === '') return undefined;
    return { corpus, line: parsed.line, ...(document !== '' && { document }) };
  }

  async write(state: ImportState): Promise<void> {
    await this.#files.write(this.#name, JSON.stringify(state));
  }

  async forget(): Promise<void> {
    await this.#files.remove(this.#name);
  }
}
