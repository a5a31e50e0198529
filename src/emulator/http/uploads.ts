import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { State, Stored } from '../state/state';
import type { ServiceTime } from '../state/time';
import { UploadContent } from './uploadContent';
import type { UploadFolder } from './uploadFolder';
import { UPLOAD_LIFETIME, type UploadRecord } from './uploadRecord';

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
  begin(start: Pick<UploadRecord, 'version' | 'file' | 'mimeType' | 'declared'>): string {
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

  /** Forgets the bytes: nobody reads those of a finished or cancelled upload again. */
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
