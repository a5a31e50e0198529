import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../api/schema/row';
import type { Clock } from '../../base/clock';
import { isObject, items, textAt } from '../../base/json';
import { parseRef } from '../../catalog/documents';
import type { ResourceRef } from '../../catalog/ref';
import type { StreamedFiles } from '../../platform/files';
import { RecordFolder } from '../../platform/recordFolder';
import { ShapeError } from '../../webview/shape';
import type { ResourcesContext } from '../context';

export interface KeptEntry {
  readonly id: string;
  readonly entry: TrashEntry;
}

const DAY = 24 * 60 * 60 * 1000;

/** Backups of deleted resources, one file per deletion, shared by all connections and windows. */
export class Trash {
  /** Also contains the backup files of corpora and documents. */
  readonly files: StreamedFiles;
  readonly #records: RecordFolder<TrashEntry>;
  readonly #clock: Clock;
  readonly #days: () => number;

  constructor({
    storage,
    log,
    clock,
    trashDays,
  }: Pick<ResourcesContext, 'storage' | 'log' | 'clock' | 'trashDays'>) {
    this.files = storage('trash');
    this.#records = new RecordFolder(this.files, log, {
      label: 'trash:',
      parse: readEntry,
      format: writeEntry,
      timeOf: ({ deletedAt }) => Date.parse(deletedAt),
    });
    this.#clock = clock;
    this.#days = trashDays;
  }

  get isOn(): boolean {
    return this.#days() > 0;
  }

  /** Returns names for a new entry. IDs start with the time, so `sweep` doesn't have to read the files. */
  newNames(): {
    readonly deletedAt: string;
    readonly id: string;
    readonly copy: (index: number) => string;
  } {
    const deletedAt = new Date(this.#clock.now()).toISOString();
    const id = `${deletedAt.replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`;
    return { deletedAt, id, copy: (index) => `${id}-${index}.jsonl` };
  }

  async write(id: string, entry: TrashEntry): Promise<void> {
    if (entry.items.length + entry.copies.length === 0) await this.#records.remove(id);
    else await this.#records.write(id, entry);
  }

  /** Undefined if missing or invalid. */
  async read(id: string): Promise<TrashEntry | undefined> {
    return await this.#records.read(id);
  }

  async list(connection: string): Promise<readonly KeptEntry[]> {
    const all = await this.#records.list();
    return all.flatMap(([id, entry]) => (entry.connection === connection ? [{ id, entry }] : []));
  }

  async forget({ id, entry }: KeptEntry): Promise<void> {
    // Removes the entry first: after a crash, `sweep` deletes backups that have no entry.
    await this.#records.remove(id);
    for (const copy of entry.copies) await this.files.remove(copy.file);
  }

  async sweep(): Promise<void> {
    const now = this.#clock.now();
    await this.files.sweep(now);
    const oldest = now - this.#days() * DAY;
    for (const name of await this.files.list()) {
      const time = timeOfName(name);
      if (time !== undefined && time < oldest) await this.files.remove(name);
    }
  }
}

export interface TrashItem {
  readonly ref: ResourceRef;
  readonly label: string;
  readonly resource: JsonObject;
}

export interface TrashCopy {
  readonly ref: ResourceRef;
  readonly label: string;
  readonly file: string;
  readonly documents: number;
  readonly chunks: number;
}

export interface TrashEntry {
  readonly connection: string;
  /** RFC 3339, UTC. */
  readonly deletedAt: string;
  readonly items: readonly TrashItem[];
  readonly copies: readonly TrashCopy[];
}

const FORMAT = 1;

function writeEntry({ connection, deletedAt, ...rest }: TrashEntry): unknown {
  const where = ({ version, kind, name }: ResourceRef) => ({ version, kind, name });
  return {
    format: FORMAT,
    connection,
    deletedAt,
    items: rest.items.map(({ ref, label, resource }) => ({ ...where(ref), label, resource })),
    copies: rest.copies.map(({ ref, ...copy }) => ({ ...where(ref), ...copy })),
  };
}

/** Validates an entry's JSON value. Throws `ShapeError` if invalid. */
export function readEntry(parsed: unknown): TrashEntry {
  if (!isObject(parsed) || parsed.format !== FORMAT) throw new ShapeError('', 'an entry');
  const connection = textAt(parsed, 'connection');
  const deletedAt = textAt(parsed, 'deletedAt');
  if (connection === '' || !Number.isFinite(Date.parse(deletedAt))) {
    throw new ShapeError('', 'an entry with a connection and a time');
  }
  const rows = (field: string) =>
    items(parsed[field])
      .filter(isObject)
      .flatMap((row) => {
        const ref = parseRef({ ...row, connection, collection: undefined });
        return ref ? [{ row, ref, label: textAt(row, 'label') }] : [];
      });
  return {
    connection,
    deletedAt,
    items: rows('items').flatMap(({ row, ref, label }) =>
      isObject(row.resource) ? [{ ref, label, resource: row.resource }] : [],
    ),
    copies: rows('copies').flatMap(({ row, ref, label }) => {
      const file = textAt(row, 'file');
      return isCopyName(file)
        ? [{ ref, label, file, documents: Number(row.documents), chunks: Number(row.chunks) }]
        : [];
    }),
  };
}

const NAME =
  /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[a-z0-9]+(?:(?:\.corrupt-\w+)?\.json|-\d+\.jsonl)$/;

/** In ms since 1970. Undefined for other files. */
function timeOfName(name: string): number | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, ms] = match;
  return Date.parse(
    `${String(year)}-${String(month)}-${String(day)}T${String(hour)}:${String(minute)}:${String(second)}.${String(ms)}Z`,
  );
}

function isCopyName(name: string): boolean {
  return NAME.test(name) && name.endsWith('.jsonl');
}
