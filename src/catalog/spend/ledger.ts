import { randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import { errorCode } from '../../base/errors';
import { isObject, tryParse } from '../../base/json';
import { nextPacificMidnight, pacificDay } from '../../base/calendar';

/** How much of a price is known: `partly` if more was used than the response told, such as searches. */
export type PriceState = 'known' | 'partly' | 'unknown';

/** A request that costs something. Contains neither texts nor keys. A later entry with the same ID replaces it. */
export interface SpendEntry {
  readonly id: string;
  /** In ms since 1970. */
  readonly time: number;
  readonly connection?: string;
  readonly folder?: string;
  /** User agent. */
  readonly program: string;
  readonly model?: string;
  readonly tier?: string;
  readonly operation: string;
  readonly tokens: number;
  /** Millionths of a US dollar. */
  readonly micros?: number;
  readonly price: PriceState;
  /** Whether this is an estimate of a request whose result is unknown so far. */
  readonly isReserved?: true;
}

/** A request that turned out to be free, or more budget for a cap today. */
export type SpendLine =
  | SpendEntry
  | { readonly id: string; readonly isReleased: true }
  | { readonly allow: string };

/** Days in Pacific time, such as `2026-12-01`. */
export interface Ledger {
  readonly today: string;
  append(line: SpendLine): void;
  /** Returns the lines since a day. Later calls return only new lines. */
  read(from: string): Iterable<readonly [day: string, line: SpendLine]>;
  /** Makes `read` return all lines again. */
  restart(): void;
  /** Whether this process is the first to claim a name on a day. */
  claim(day: string, name: string): boolean;
}

const MAX_AGE = 400 * 24 * 60 * 60 * 1000;

const DAY = /^\d{4}-\d\d-\d\d$/;

class Days {
  readonly #clock: Pick<Clock, 'now'>;
  #end = 0;
  #day = '';

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  get today(): string {
    const now = this.#clock.now();
    if (now < this.#end && now >= this.#end - 25 * 60 * 60 * 1000) return this.#day;
    this.#end = nextPacificMidnight(now);
    return (this.#day = pacificDay(now));
  }
}

/** Keeps the entries of one process in memory. */
export class MemoryLedger implements Ledger {
  readonly #days: Days;
  readonly #claimed = new Set<string>();
  readonly #lines: (readonly [string, SpendLine])[] = [];
  #next = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#days = new Days(clock);
  }

  get today(): string {
    return this.#days.today;
  }

  append(line: SpendLine): void {
    this.#lines.push([this.today, line]);
  }

  read(from: string): Iterable<readonly [string, SpendLine]> {
    const fresh = this.#lines.slice(this.#next);
    this.#next = this.#lines.length;
    return fresh.filter(([day]) => day >= from);
  }

  restart(): void {
    this.#next = 0;
  }

  claim(_day: string, name: string): boolean {
    const isFirst = !this.#claimed.has(name);
    this.#claimed.add(name);
    return isFirst;
  }
}

/**
 * Keeps entries in a folder per day with a file per process, so that no lock is needed. Lines are written
 * synchronously, so that no process that ends suddenly loses one.
 */
export class FileLedger implements Ledger {
  readonly #folder: string;
  readonly #days: Days;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #name = `${process.pid}-${randomBytes(4).toString('hex')}.jsonl`;
  /** Bytes read so far, by path. */
  readonly #offsets = new Map<string, number>();
  #own: { readonly day: string; readonly file: number } | undefined;
  #hasReadPast = false;

  constructor(folder: string, clock: Pick<Clock, 'now'>) {
    this.#folder = folder;
    this.#clock = clock;
    this.#days = new Days(clock);
  }

  get today(): string {
    return this.#days.today;
  }

  append(line: SpendLine): void {
    writeSync(this.#file(), `${JSON.stringify(line)}\n`);
  }

  *read(from: string): Iterable<readonly [string, SpendLine]> {
    const { today } = this;
    if (!this.#hasReadPast) {
      this.#hasReadPast = true;
      // Processes write only to the folder of today.
      const days = namesIn(this.#folder).filter((day) => DAY.test(day) && day >= from);
      for (const day of days.sort()) if (day < today) yield* this.#readDay(day);
    }
    yield* this.#readDay(today);
  }

  restart(): void {
    this.#offsets.clear();
    this.#hasReadPast = false;
  }

  claim(day: string, name: string): boolean {
    const folder = join(this.#folder, day);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, name), '', { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
  }

  close(): void {
    if (this.#own) closeSync(this.#own.file);
    this.#own = undefined;
  }

  *#readDay(day: string): Iterable<readonly [string, SpendLine]> {
    const folder = join(this.#folder, day);
    for (const name of namesIn(folder)) {
      if (!name.endsWith('.jsonl')) continue;
      for (const line of this.#linesIn(join(folder, name))) yield [day, line];
    }
  }

  *#linesIn(path: string): Iterable<SpendLine> {
    const offset = this.#offsets.get(path) ?? 0;
    const { size } = statSync(path);
    if (size <= offset) return;
    const text = readFrom(path, offset, size);
    // Another process may be in the middle of a line.
    const end = text.lastIndexOf('\n') + 1;
    this.#offsets.set(path, offset + Buffer.byteLength(text.slice(0, end)));
    for (const line of text.slice(0, end).split('\n')) {
      const read = line === '' ? undefined : readLine(line);
      if (read) yield read;
    }
  }

  #file(): number {
    const { today } = this;
    if (this.#own?.day === today) return this.#own.file;
    this.close();
    this.#removeOld();
    const folder = join(this.#folder, today);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = openSync(join(folder, this.#name), 'a', 0o600);
    this.#own = { day: today, file };
    return file;
  }

  #removeOld(): void {
    const oldest = pacificDay(this.#clock.now() - MAX_AGE);
    for (const day of namesIn(this.#folder)) {
      if (!DAY.test(day) || day >= oldest) continue;
      rmSync(join(this.#folder, day), { recursive: true, force: true });
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function readFrom(path: string, offset: number, size: number): string {
  if (offset === 0) return readFileSync(path, 'utf8');
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(size - offset);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, offset));
  } finally {
    closeSync(file);
  }
}

/** Undefined for lines of other versions. */
function readLine(text: string): SpendLine | undefined {
  const line = tryParse(text);
  if (!isObject(line)) return undefined;
  if (typeof line.allow === 'string') return { allow: line.allow };
  if (typeof line.id !== 'string') return undefined;
  if (line.isReleased === true) return { id: line.id, isReleased: true };
  const isEntry = typeof line.tokens === 'number' && typeof line.time === 'number';
  return isEntry ? (line as unknown as SpendEntry) : undefined;
}
