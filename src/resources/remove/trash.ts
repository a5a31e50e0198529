import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock';
import type { StreamedFiles } from '../../platform/files';
import type { Room } from '../room';
import { entryStem, readEntry, timeOfName, writeEntry, type TrashEntry } from './trashEntry';

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

  constructor({ storage, clock, trashDays }: Pick<Room, 'storage' | 'clock' | 'trashDays'>) {
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
