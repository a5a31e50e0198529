import { createHash } from 'node:crypto';
import { isObject, textAt, tryParse } from '../../base/json';
import type { Room } from '../room';
import type { ExportScan } from './scanExport';

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
  readonly #files: ReturnType<Room['storage']>;
  readonly #name: string;

  constructor(
    { storage }: Pick<Room, 'storage'>,
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
