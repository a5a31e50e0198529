import { createHash, type Hash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Edition } from '../../api/versions';
import type { JsonObject } from '../../api/schema/row';
import type { State, Stored } from '../state';
import type { ServerTime } from '../handlerContext';

interface Turn {
  readonly request: IncomingMessage;
  readonly done: Promise<unknown>;
}

export class Uploads {
  /** In bytes. All chunks but the last must be a multiple of this size. */
  granularity: number;
  readonly #state: State;
  readonly #time: ServerTime;
  readonly #folder: UploadFolder;
  readonly #contents = new Map<string, UploadContent>();
  readonly #turns = new Map<string, Turn>();

  constructor(state: State, time: ServerTime, folder: UploadFolder, granularity: number) {
    this.#state = state;
    this.#time = time;
    this.#folder = folder;
    this.granularity = granularity;
    folder.removeOthers((key) => state.find('uploads', key) !== undefined);
  }

  /** Starts an upload and returns its ID, which is a secret: it authorizes all further requests. */
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

  /** Returns an upload by its key. Undefined if unknown or expired. */
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

  contentOf(key: string): UploadContent {
    const known = this.#contents.get(key);
    if (known) return known;
    const content = new UploadContent(this.#folder.fileOf(key));
    this.#contents.set(key, content);
    return content;
  }

  removeContent(key: string): void {
    this.#contents.delete(key);
    this.#folder.remove(key);
  }

  /**
   * Runs the requests of an upload in sequence. Aborts an unfinished previous request, because its client
   * has reconnected.
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

  removeContents(): void {
    for (const { name } of this.#state.list('uploads', '')) this.removeContent(name);
  }

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

/** Returns the storage key, a hash, so that the secret ID can't be read from the data folder. */
export function keyOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** In ms. Not published; taken from another Google API. */
const UPLOAD_LIFETIME = 7 * 24 * 60 * 60 * 1000;

/** The final response, repeated for all later queries. */
export interface UploadOutcome {
  readonly code: number;
  readonly text: string;
}

export interface UploadRecord {
  readonly status: 'active' | 'final' | 'cancelled';
  readonly version: Edition;
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly request: JsonObject;
  readonly mimeType: string;
  readonly declared?: number;
  readonly received: number;
  readonly outcome?: UploadOutcome;
}

/** Folder for unfinished uploads: in the data folder, or a temporary one. Created on first use. */
export class UploadFolder {
  readonly #kept: string | undefined;
  #path: string | undefined;

  /** @param dataFolder persists unfinished uploads. Undefined: temporary. */
  constructor(dataFolder: string | undefined) {
    this.#kept = dataFolder === undefined ? undefined : join(dataFolder, 'uploads');
  }

  /** @param key a hash, never a name chosen by a client. */
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

const BATCH = 1024 * 1024;

/** The stored bytes of an upload and their hash. Supports a single writer. */
export class UploadContent {
  readonly #path: string;
  #file: FileHandle | undefined;
  #hash: Hash = createHash('sha256');
  #hashed = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Prepares to append at an offset. Overwrites bytes after it. */
  async open(length: number): Promise<void> {
    this.#file = await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
    if (this.#hashed === length) return;
    // After a restart, or if fewer bytes were stored than received.
    this.#hash = createHash('sha256');
    for (const block of this.blocks(length)) this.#hash.update(block);
    this.#hashed = length;
  }

  async append(chunk: Buffer): Promise<void> {
    const at = this.#hashed;
    this.#hash.update(chunk);
    this.#hashed += chunk.length;
    const { bytesWritten } = (await this.#file?.write(chunk, 0, chunk.length, at)) ?? {};
    if (bytesWritten !== chunk.length) throw new Error('The disk takes no more bytes.');
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  /** Yields the first `length` bytes lazily. Must be consumed before the file is removed. */
  *blocks(length: number): Generator<Buffer, void, undefined> {
    if (length === 0) return;
    const file = openSync(this.#path, 'r');
    try {
      for (let at = 0; at < length;) {
        const block = Buffer.alloc(Math.min(BATCH, length - at));
        const read = readSync(file, block, 0, block.length, at);
        if (read === 0) throw new Error('An upload on the disk is shorter than it was.');
        yield block.subarray(0, read);
        at += read;
      }
    } finally {
      closeSync(file);
    }
  }

  /** Returns the hash of the first `length` bytes, hexadecimal. */
  async sha256(length: number): Promise<string> {
    if (this.#hashed !== length) {
      await this.open(length);
      await this.close();
    }
    return this.#hash.copy().digest('hex');
  }
}
