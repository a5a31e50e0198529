import { randomBytes } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import { errorMessage } from '../../base/errors';
import type { StreamedFiles } from '../../platform/files';
import type { Log } from '../../platform/log';
import { recordFile, RecordFolder } from '../../platform/recordFolder';
import type { Store } from '../../service/store';
import { integer, object, oneOf, text } from '../../webview/shape';
import type { BatchKind } from './batchSource';

/** A batch sent from this machine, possibly without success. */
interface BatchRecord {
  readonly connection: string;
  readonly kind: BatchKind;
  readonly model: string;
  readonly displayName: string;
  readonly count: number;
  readonly digest: string;
  /** RFC 3339. */
  readonly createdAt: string;
  /** Resource name. Undefined until the API returns it. */
  readonly name?: string;
}

export interface KeptBatch extends BatchRecord {
  readonly id: string;
}

const LONG = 4096;
const SHAPE = object(
  {
    connection: text(64),
    kind: oneOf('generate', 'embed'),
    model: text(LONG),
    displayName: text(LONG),
    count: integer(0, 1e9),
    digest: text(64),
    createdAt: text(64),
  },
  { name: text(LONG) },
);

/** Retention of requests and results in ms. The server deletes its copies much sooner. */
const KEPT = 30 * 24 * 60 * 60 * 1000;

/** Batches sent from this machine: a record, requests, and results each, in a folder shared by all windows. */
export class BatchRecords {
  readonly files: StreamedFiles;
  readonly #log: Pick<Log, 'warn'>;
  readonly #records: RecordFolder<KeptBatch>;

  constructor(files: StreamedFiles, log: Pick<Log, 'warn'>) {
    this.files = files;
    this.#log = log;
    this.#records = new RecordFolder(files, log, {
      label: 'batches:',
      parse: (value, id) => ({ id, ...SHAPE.parse(value) }),
      format: ({ id: _, ...record }) => record,
      timeOf: ({ createdAt }) => Date.parse(createdAt) || 0,
    });
  }

  newId(): string {
    return randomBytes(8).toString('hex');
  }

  async write(record: KeptBatch): Promise<void> {
    await this.#records.write(record.id, record);
  }

  async list(): Promise<readonly KeptBatch[]> {
    return (await this.#records.list()).map(([, record]) => record);
  }

  async find(connection: string, name: string): Promise<KeptBatch | undefined> {
    const all = await this.list();
    return all.find((one) => one.connection === connection && one.name === name);
  }

  async remove(id: string): Promise<void> {
    for (const file of [recordFile(id), requestsFile(id), resultsFile(id)]) {
      await this.files.remove(file);
    }
  }

  /** Deletes a batch by name. Never rejects: `sweep` deletes the remaining files later. */
  async forget(connection: string, name: string): Promise<void> {
    try {
      const known = await this.find(connection, name);
      if (known) await this.remove(known.id);
    } catch (error) {
      this.#log.warn(`batches: couldn’t delete the record of ${name}: ${errorMessage(error)}`);
    }
  }

  /** Deletes expired batches and files left by crashed windows. */
  async sweep(now: number): Promise<void> {
    const names = new Set(await this.files.list());
    // Left by a window that closed before writing the record.
    const isLeft = (name: string): boolean => {
      const [, id] = /^([0-9a-f]{16})\.(?:requests|results)\.jsonl$/.exec(name) ?? [];
      return id !== undefined && !names.has(recordFile(id));
    };
    await this.files.sweep(now, isLeft);
    for (const { id, createdAt } of await this.list()) {
      if (now - (Date.parse(createdAt) || now) > KEPT) await this.remove(id);
    }
  }
}

export const FOLDER = 'batches';

export function recordsOf({
  storage,
  log,
}: {
  readonly storage: (folder: string) => StreamedFiles;
  readonly log: Pick<Log, 'warn'>;
}): BatchRecords {
  return new BatchRecords(storage(FOLDER), log);
}

/** Deletes local records of batches that are deleted on the server. */
export function forgetDeleted(
  store: Pick<Store, 'onDidChange'>,
  records: BatchRecords,
): Disposable {
  return store.onDidChange(({ removed = [] }) => {
    for (const { kind, connection, name } of removed) {
      if (kind === 'batch') void records.forget(connection, name);
    }
  });
}

export function requestsFile(id: string): string {
  return `${id}.requests.jsonl`;
}

export function resultsFile(id: string): string {
  return `${id}.results.jsonl`;
}
