import { randomBytes } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import { errorMessage } from '../../base/errors';
import type { StreamedFiles } from '../../platform/files';
import type { Log } from '../../platform/log';
import { recordFile, RecordFolder } from '../../platform/recordFolder';
import type { Store } from '../../service/store';
import { integer, object, oneOf, text } from '../../webview/shape';
import type { BatchKind } from './batchLine';

/** What this machine knows of a batch that it has sent, or tried to send. */
export interface BatchRecord {
  readonly connection: string;
  readonly kind: BatchKind;
  /** Resource name of the model. */
  readonly model: string;
  readonly displayName: string;
  /** How many requests it has. */
  readonly count: number;
  /** Of the requests as they were sent. */
  readonly digest: string;
  /** RFC 3339. */
  readonly createdAt: string;
  /** Resource name; absent until the service has said it. */
  readonly name?: string;
}

/** A record with its id, which names its files. */
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

/** Milliseconds for which requests and results are kept here: the service has lost its own long before. */
const KEPT = 30 * 24 * 60 * 60 * 1000;

/** The batches of this machine, in a folder that all windows share: a record, what was sent, and what was answered. */
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

  /** An id that no other batch has. */
  newId(): string {
    return randomBytes(8).toString('hex');
  }

  async write(record: KeptBatch): Promise<void> {
    await this.#records.write(record.id, record);
  }

  /** All of them, the newest first. */
  async list(): Promise<readonly KeptBatch[]> {
    return (await this.#records.list()).map(([, record]) => record);
  }

  async find(connection: string, name: string): Promise<KeptBatch | undefined> {
    const all = await this.list();
    return all.find((one) => one.connection === connection && one.name === name);
  }

  /** Takes away a record with its files. */
  async remove(id: string): Promise<void> {
    for (const file of [recordFile(id), requestsFile(id), resultsFile(id)]) {
      await this.files.remove(file);
    }
  }

  /** The same for a batch by its name. Never rejects: what stays is taken away later. */
  async forget(connection: string, name: string): Promise<void> {
    try {
      const known = await this.find(connection, name);
      if (known) await this.remove(known.id);
    } catch (error) {
      this.#log.warn(`batches: ${name} is not forgotten: ${errorMessage(error)}`);
    }
  }

  /** Takes away what nobody can ask the service about any more, and what crashed writers left. */
  async sweep(now: number): Promise<void> {
    const names = new Set(await this.files.list());
    // Of a batch whose window was closed before it had a record.
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

/** The folder of the extension's storage that has what was sent, and what was answered. */
export const FOLDER = 'batches';

/** The batches of this machine. */
export function recordsOf({
  storage,
  log,
}: {
  readonly storage: (folder: string) => StreamedFiles;
  readonly log: Pick<Log, 'warn'>;
}): BatchRecords {
  return new BatchRecords(storage(FOLDER), log);
}

/** Takes away what is kept here of batches once they are deleted at the service. */
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

/** The requests as they were sent, a line each. */
export function requestsFile(id: string): string {
  return `${id}.requests.jsonl`;
}

/** The answers as they came, a line each. */
export function resultsFile(id: string): string {
  return `${id}.results.jsonl`;
}
