import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Edition } from '../../api/versions';
import type { JsonObject } from '../../api/schema/row';
import type { State, Stored } from '../state';
import type { ServiceTime } from '../world';
import { UploadContent } from './uploadContent';

/** A request that works on an upload. */
interface Turn {
  readonly request: IncomingMessage;
  readonly done: Promise<unknown>;
}

/** The uploads that go on, and for a while those that ended. What they know survives a restart. */
export class Uploads {
  /** Bytes that every chunk but the last must be a multiple of. */
  granularity: number;
  readonly #state: State;
  readonly #time: ServiceTime;
  readonly #folder: UploadFolder;
  readonly #contents = new Map<string, UploadContent>();
  readonly #turns = new Map<string, Turn>();

  constructor(state: State, time: ServiceTime, folder: UploadFolder, granularity: number) {
    this.#state = state;
    this.#time = time;
    this.#folder = folder;
    this.granularity = granularity;
    folder.removeOthers((key) => state.find('uploads', key) !== undefined);
  }

  /** The id of a new upload. Whoever has it may go on with it: it is a secret. */
  begin(start: Pick<UploadRecord, 'version' | 'request' | 'mimeType' | 'declared'>): string {
    this.#dropAbandoned();
    const id = randomBytes(48).toString('base64url');
    const record: UploadRecord = {
      ...start,
      status: 'active',
      startedAt: this.#time.now(),
      received: 0,
    };
    const hidden = record as unknown as Stored['hidden'];
    this.#state.insert('uploads', { name: keyOf(id), parent: '', resource: {}, hidden });
    return id;
  }

  /** What is known under a key, or undefined where that is nothing any more. */
  find(key: string): UploadRecord | undefined {
    const record = this.#state.find('uploads', key)?.hidden as UploadRecord | undefined;
    if (!record || this.#isAbandoned(record)) return undefined;
    const isLost = record.status === 'active' && record.received > 0 && !this.#folder.has(key);
    return isLost ? undefined : record;
  }

  change(key: string, change: Partial<UploadRecord>): UploadRecord {
    const record = { ...this.find(key), ...change } as UploadRecord;
    this.#state.update('uploads', key, { hidden: record as unknown as Stored['hidden'] });
    return record;
  }

  /** The bytes of an active upload. */
  contentOf(key: string): UploadContent {
    const known = this.#contents.get(key);
    if (known) return known;
    const content = new UploadContent(this.#folder.fileOf(key));
    this.#contents.set(key, content);
    return content;
  }

  /** Removes the bytes, which a finished or cancelled upload does not need any more. */
  removeContent(key: string): void {
    this.#contents.delete(key);
    this.#folder.remove(key);
  }

  /**
   * Runs one request of an upload after those before it. An upload has one writer: one whose bytes are
   * still coming is cut off, because its client has begun anew.
   */
  inTurn<T>(key: string, request: IncomingMessage, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(key);
    if (before?.request.complete === false) before.request.destroy();
    const result = (before?.done ?? Promise.resolve()).then(work);
    const done = result.then(
      () => undefined,
      () => undefined,
    );
    const turn = { request, done };
    this.#turns.set(key, turn);
    void done.then(() => {
      if (this.#turns.get(key) === turn) this.#turns.delete(key);
    });
    return result;
  }

  /** Forgets the bytes of all, because nothing else of them will be known any more. */
  removeContents(): void {
    for (const { name } of this.#state.list('uploads', '')) this.removeContent(name);
  }

  /** Waits for what is at work, and removes what is not kept. */
  async close(): Promise<void> {
    await Promise.all([...this.#turns.values()].map(({ done }) => done));
    this.#folder.close();
  }

  #isAbandoned({ startedAt }: UploadRecord): boolean {
    return this.#time.now() >= startedAt + UPLOAD_LIFETIME;
  }

  #dropAbandoned(): void {
    for (const { name, hidden } of this.#state.list('uploads', '')) {
      if (!this.#isAbandoned(hidden as unknown as UploadRecord)) continue;
      this.#state.remove('uploads', name);
      this.removeContent(name);
    }
  }
}

/** What an upload is kept under: its id can't be read from the data folder. */
export function keyOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Milliseconds after which an upload is forgotten. Not published for this service; seen at a sister's. */
const UPLOAD_LIFETIME = 7 * 24 * 60 * 60 * 1000;

/** The result of an upload, which every later query gets again. */
export interface UploadOutcome {
  /** HTTP status. */
  readonly code: number;
  /** JSON. */
  readonly text: string;
}

/** What is stored of an upload, apart from its bytes. */
export interface UploadRecord {
  readonly status: 'active' | 'final' | 'cancelled';
  readonly version: Edition;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** What it was begun with. */
  readonly request: JsonObject;
  readonly mimeType: string;
  /** Bytes, where the client said so at the start. */
  readonly declared?: number;
  /** Bytes that are kept. */
  readonly received: number;
  readonly outcome?: UploadOutcome;
}

/**
 * Where the bytes of unfinished uploads lie: below the data folder, or in a private folder that is removed
 * at the end. Made when the first one begins.
 */
export class UploadFolder {
  readonly #kept: string | undefined;
  #path: string | undefined;

  /** @param dataFolder keeps unfinished uploads over a restart; undefined where nothing is kept. */
  constructor(dataFolder: string | undefined) {
    this.#kept = dataFolder === undefined ? undefined : join(dataFolder, 'uploads');
  }

  /** @param key a digest, never a name that a client chose. */
  fileOf(key: string): string {
    this.#path ??= this.#make();
    return join(this.#path, key);
  }

  has(key: string): boolean {
    return existsSync(this.fileOf(key));
  }

  remove(key: string): void {
    if (this.#path === undefined && this.#kept === undefined) return;
    rmSync(this.fileOf(key), { force: true });
  }

  /** Removes what a killed process left behind. */
  removeOthers(isKnown: (key: string) => boolean): void {
    if (this.#kept === undefined || !existsSync(this.#kept)) return;
    for (const key of readdirSync(this.#kept)) {
      if (!isKnown(key)) this.remove(key);
    }
  }

  close(): void {
    if (this.#kept !== undefined || this.#path === undefined) return;
    rmSync(this.#path, { recursive: true, force: true });
  }

  #make(): string {
    if (this.#kept === undefined) return mkdtempSync(join(tmpdir(), 'emulator-uploads-'));
    mkdirSync(this.#kept, { recursive: true, mode: 0o700 });
    return this.#kept;
  }
}
