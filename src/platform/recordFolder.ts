import { mapConcurrent } from '../base/async';
import { errorMessage } from '../base/errors';
import type { FileStore } from './files';
import type { Log } from './log';

/** How records of one type are kept in their files. */
export interface RecordFormat<T> {
  /** Begins each line in the log, such as `activity: the job`. */
  readonly label: string;
  /** Checks the JSON value of a file. Throws if it is no such record. */
  readonly parse: (value: unknown, id: string) => T;
  /** Returns the JSON value of a record; the record itself if absent. */
  readonly format?: (record: T) => unknown;
  /** Returns milliseconds since 1970: lists begin with the latest record. */
  readonly timeOf?: (record: T) => number;
}

/** What `load` found. The file of a damaged record has another name then. */
export type LoadedRecord<T> =
  | { readonly kind: 'found'; readonly record: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'corrupt' };

/** Files that are read at once. */
const CONCURRENT_READS = 16;

/**
 * Records in a folder that all windows share, a JSON file each. Windows that write different records don't disturb each
 * other; of two that write the same record, the last one wins. A file that is no such record is renamed, never deleted,
 * and logged once.
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

  /** The same for a record that nobody needs to hear about: a failure is only logged. */
  async tryWrite(id: string, record: T): Promise<void> {
    await this.write(id, record).catch((error: unknown) => {
      this.#warn(id, 'can’t be written', error);
    });
  }

  /** Reads a record. Throws if the file is there and can't be read, or can't be renamed: then nothing has changed. */
  async load(id: string): Promise<LoadedRecord<T>> {
    const source = await this.#files.read(recordFile(id));
    if (source === undefined) return { kind: 'absent' };
    try {
      return { kind: 'found', record: this.#format.parse(JSON.parse(source), id) };
    } catch (error) {
      // No colons, which Windows does not take in file names.
      const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
      const kept = recordFile(`${id}.corrupt-${time}`);
      await this.#files.rename(recordFile(id), kept);
      this.#warn(id, `is damaged and kept as ${kept}`, error);
      return { kind: 'corrupt' };
    }
  }

  /** The same without a difference: undefined if there is no such record, or none that can be read. */
  async read(id: string): Promise<T | undefined> {
    try {
      const loaded = await this.load(id);
      return loaded.kind === 'found' ? loaded.record : undefined;
    } catch (error) {
      this.#warn(id, 'can’t be read', error);
      return undefined;
    }
  }

  /** Of several windows that remove a record at once, exactly one is answered true. */
  async remove(id: string): Promise<boolean> {
    return await this.#files.remove(recordFile(id));
  }

  /** All records with their ids, or those whose id is wanted, the latest first. */
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

  /** Removes the oldest records beyond `max`, and those for which `isOver` holds. Returns what was removed. */
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

/** The name of a record's file. */
export function recordFile(id: string): string {
  return `${id}.json`;
}
