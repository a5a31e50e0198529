import { randomBytes } from 'node:crypto';
import { isObject, items, textAt, tryParse } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { Clock } from '../../base/clock';
import { parseRef } from '../../catalog/documents';
import type { ResourceRef } from '../../catalog/ref';
import type { StreamedFiles } from '../../platform/files';
import type { ResourcesContext } from '../context';

/** An entry with the name of its file. */
export interface KeptEntry {
  readonly file: string;
  readonly entry: TrashEntry;
}

/** In milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

/** Copies of what was deleted, a file for each time; those of all connections, shared by all windows. */
export class Trash {
  readonly #files: StreamedFiles;
  readonly #clock: Clock;
  readonly #days: () => number;

  constructor({
    storage,
    clock,
    trashDays,
  }: Pick<ResourcesContext, 'storage' | 'clock' | 'trashDays'>) {
    this.#files = storage('trash');
    this.#clock = clock;
    this.#days = trashDays;
  }

  /** Whether anything is kept at all. */
  get isOn(): boolean {
    return this.#days() > 0;
  }

  /** Names for what is deleted now. */
  newNames(): {
    readonly deletedAt: string;
    readonly file: string;
    readonly copy: (index: number) => string;
  } {
    const deletedAt = new Date(this.#clock.now()).toISOString();
    const stem = entryStem(deletedAt, randomBytes(4).toString('hex'));
    return { deletedAt, file: `${stem}.json`, copy: (index) => `${stem}-${index}.jsonl` };
  }

  /** Replaces an entry; one that has nothing any more is taken away. */
  async write(file: string, entry: TrashEntry): Promise<void> {
    if (entry.items.length + entry.copies.length === 0) await this.#files.remove(file);
    else await this.#files.write(file, writeEntry(entry));
  }

  /** On disk when it resolves; where it throws there is no such file. */
  async writeCopy(file: string, pieces: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
    await this.#files.writePieces(file, pieces, signal);
  }

  readCopy(file: string, signal?: AbortSignal): AsyncIterable<Uint8Array> {
    return this.#files.readPieces(file, signal);
  }

  async removeCopy(file: string): Promise<void> {
    await this.#files.remove(file);
  }

  /** Undefined where it is gone, or no entry. */
  async read(file: string): Promise<TrashEntry | undefined> {
    const text = await this.#files.read(file);
    return text === undefined ? undefined : readEntry(text);
  }

  /** What was deleted from a connection, the latest first. */
  async list(connection: string): Promise<readonly KeptEntry[]> {
    const names = (await this.#files.list()).filter((name) => name.endsWith('.json'));
    const found: KeptEntry[] = [];
    for (const file of [...names].sort().reverse()) {
      if (timeOfName(file) === undefined) continue;
      const entry = await this.read(file);
      if (entry?.connection === connection) found.push({ file, entry });
    }
    return found;
  }

  /** Takes an entry away for ever, with its copies. */
  async forget({ file, entry }: KeptEntry): Promise<void> {
    // First the entry: copies that a crash leaves without one go with the next sweep of their age.
    await this.#files.remove(file);
    for (const copy of entry.copies) await this.#files.remove(copy.file);
  }

  /** Takes away what is older than it is to be kept. */
  async sweep(): Promise<void> {
    const now = this.#clock.now();
    await this.#files.sweep(now);
    const oldest = now - this.#days() * DAY;
    for (const name of await this.#files.list()) {
      const time = timeOfName(name);
      if (time !== undefined && time < oldest) await this.#files.remove(name);
    }
  }
}

/** A deleted resource, as it was. */
export interface TrashItem {
  readonly ref: ResourceRef;
  readonly label: string;
  readonly resource: JsonObject;
}

/** A deleted corpus or document, of which all is in a file of its own. */
export interface TrashCopy {
  readonly ref: ResourceRef;
  readonly label: string;
  /** In the same folder. */
  readonly file: string;
  readonly documents: number;
  readonly chunks: number;
}

/** What was deleted at one time: a file in the trash. */
export interface TrashEntry {
  /** Connection id. */
  readonly connection: string;
  /** RFC 3339, UTC. */
  readonly deletedAt: string;
  readonly items: readonly TrashItem[];
  readonly copies: readonly TrashCopy[];
}

const FORMAT = 1;

function writeEntry({ connection, deletedAt, ...rest }: TrashEntry): string {
  const where = ({ version, kind, name }: ResourceRef) => ({ version, kind, name });
  const file = {
    ...{ format: FORMAT, connection, deletedAt },
    items: rest.items.map(({ ref, label, resource }) => ({ ...where(ref), label, resource })),
    copies: rest.copies.map(({ ref, ...copy }) => ({ ...where(ref), ...copy })),
  };
  return `${JSON.stringify(file, undefined, 1)}\n`;
}

/** Undefined where a text is no entry: another program may have written it. */
export function readEntry(text: string): TrashEntry | undefined {
  const parsed = tryParse(text);
  if (!isObject(parsed) || parsed.format !== FORMAT) return undefined;
  const connection = textAt(parsed, 'connection');
  const deletedAt = textAt(parsed, 'deletedAt');
  if (connection === '' || !Number.isFinite(Date.parse(deletedAt))) return undefined;
  const rows = (field: string) =>
    items(parsed[field])
      .filter(isObject)
      .flatMap((row) => {
        const ref = parseRef({ ...row, connection, collection: undefined });
        return ref ? [{ row, ref, label: textAt(row, 'label') }] : [];
      });
  return {
    ...{ connection, deletedAt },
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

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[a-z0-9]+(?:\.json|-\d+\.jsonl)$/;

/** Names of an entry's files begin with when it was deleted, so that old ones are found without reading. */
function entryStem(deletedAt: string, random: string): string {
  return `${deletedAt.replaceAll(/[-:.]/g, '')}-${random}`;
}

/** Milliseconds since 1970; undefined where a file is none of the trash's. */
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
