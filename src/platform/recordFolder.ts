import { mapConcurrent } from '../base/async';
import { errorMessage } from '../base/errors';
import type { FileStore } from './files';
import type { Log } from './log';

interface RecordFormat<T> {
  /** Prefix of log lines, such as `activity: the job`. */
  readonly label: string;
  /** Validates a file’s JSON value. Throws if invalid. */
  readonly parse: (value: unknown, id: string) => T;
  /** Returns the JSON value of a record; the record itself by default. */
  readonly format?: (record: T) => unknown;
  /** Returns ms since 1970, to sort the latest first. */
  readonly timeOf?: (record: T) => number;
}

type LoadedRecord<T> =
  | { readonly kind: 'found'; readonly record: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'corrupt' };

const CONCURRENT_READS = 16;

/**
 * Records in a folder shared by windows, one JSON file each; the last writer wins.
 * Damaged files are renamed, never deleted, and logged once.
 */
export class RecordFolder<T> {
  readonly #files: FileStore;
  readonly #log: Pick<Log, 'warn'>;
  readonly #format: RecordFormat<T>;

  constructor(files: FileStore, log: Pick<Log, 'warn'>, format: RecordFormat<T>) {
    this.#files = files;
    this.#log = log;
    this.#format = format;
  }

  async write(id: string, record: T): Promise<void> {
    const value = this.#format.format?.(record) ?? record;
    await this.#files.write(recordFile(id), `${JSON.stringify(value)}\n`);
  }

  async tryWrite(id: string, record: T): Promise<void> {
    await this.write(id, record).catch((error: unknown) => {
      this.#warn(id, 'can’t be written', error);
    });
  }

  /** Reads a record. Throws if the file can't be read, or is damaged and can't be renamed. */
  async load(id: string): Promise<LoadedRecord<T>> {
    const source = await this.#files.read(recordFile(id));
    if (source === undefined) return { kind: 'absent' };
    try {
      return { kind: 'found', record: this.#format.parse(JSON.parse(source), id) };
    } catch (error) {
      // Windows doesn't allow colons in file names.
      const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
      const kept = recordFile(`${id}.corrupt-${time}`);
      await this.#files.rename(recordFile(id), kept);
      this.#warn(id, `is damaged and was renamed to ${kept}`, error);
      return { kind: 'corrupt' };
    }
  }

  /** Reads a record. Undefined if missing or damaged. */
  async read(id: string): Promise<T | undefined> {
    try {
      const loaded = await this.load(id);
      return loaded.kind === 'found' ? loaded.record : undefined;
    } catch (error) {
      this.#warn(id, 'can’t be read', error);
      return undefined;
    }
  }

  async remove(id: string): Promise<boolean> {
    return await this.#files.remove(recordFile(id));
  }

  async list(
    isWanted: (id: string) => boolean = () => true,
  ): Promise<readonly (readonly [id: string, record: T])[]> {
    const { timeOf = () => 0 } = this.#format;
    const found: (readonly [string, T])[] = [];
    const ids = (await this.#ids()).filter((id) => isWanted(id));
    await mapConcurrent(CONCURRENT_READS, ids, async (id) => {
      const record = await this.read(id);
      if (record !== undefined) found.push([id, record]);
    });
    return found.sort(([, a], [, b]) => timeOf(b) - timeOf(a));
  }

  /** Deletes the oldest records above `max`, and expired ones (`isOver`). Returns the deleted ones. */
  async trim(max: number, isOver?: (record: T) => boolean): Promise<readonly T[]> {
    if (!isOver && (await this.#ids()).length <= max) return [];
    const removed: T[] = [];
    for (const [index, [id, record]] of (await this.list()).entries()) {
      if (index < max && isOver?.(record) !== true) continue;
      if (await this.remove(id)) removed.push(record);
    }
    return removed;
  }

  async #ids(): Promise<readonly string[]> {
    const names = await this.#files.list();
    return names.flatMap((name) => /^(?!.*\.corrupt-)([^.].*)\.json$/.exec(name)?.[1] ?? []);
  }

  #warn(id: string, what: string, error: unknown): void {
    this.#log.warn(`${this.#format.label} ${recordFile(id)} ${what}: ${errorMessage(error)}`);
  }
}

export function recordFile(id: string): string {
  return `${id}.json`;
}
