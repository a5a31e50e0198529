import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock';
import type { FileTarget } from '../base/fileTarget';
import type { FileStore } from '../platform/files';
import type { Log } from '../platform/log';
import type { RememberedFile } from '../platform/localFiles';
import { RecordFolder } from '../platform/recordFolder';
import { number, object, text } from '../webview/shape';

/** The folder of what is remembered, below this extension's own storage. */
export const REMEMBERED_FOLDER = 'uploaded';

/** What is kept of a file that this machine has sent, to send it again when the service has deleted it. */
export interface Remembered extends RememberedFile {
  /** Id of the connection. */
  readonly connection: string;
  /** As prompts name it. */
  readonly uri: string;
  readonly target: FileTarget;
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** SHA-256 of the content in hexadecimal, as the service said; absent where it did not. */
  readonly hash?: string;
}

/** The file on disk. */
interface Note extends Remembered {
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

const HOUR = 3_600_000;
/** The service deletes files after this time. */
const KEPT = 48 * HOUR;
/** How long after that its source is remembered, and of how many files at most. */
const AFTER_THAT = 30 * 24 * HOUR;
const MAX_FILES = 1000;

const LONG = 4096;
const SAFE = Number.MAX_SAFE_INTEGER;
const shape = object(
  {
    ...{ connection: text(64), name: text(LONG), uri: text(LONG), path: text(LONG) },
    target: object({ scheme: text(64), authority: text(LONG), path: text(LONG) }),
    ...{ displayName: text(LONG), mimeType: text(LONG) },
    ...{ size: number(0, SAFE), modifiedAt: number(-SAFE, SAFE), sentAt: number(0, SAFE) },
  },
  { hash: text(64), expiresAt: number(0, SAFE) },
);

/** Files that this machine has sent, shared by all windows. */
export class RememberedFiles {
  readonly #records: RecordFolder<Note>;
  readonly #clock: Clock;
  #isSwept = false;

  constructor({
    files,
    clock,
    log,
  }: {
    readonly files: FileStore;
    readonly clock: Clock;
    readonly log: Log;
  }) {
    this.#clock = clock;
    this.#records = new RecordFolder(files, log, {
      label: 'files: the note',
      parse: (value) => shape.parse(value),
      timeOf: ({ sentAt }) => sentAt,
    });
  }

  async remember(file: Remembered): Promise<void> {
    const now = this.#clock.now();
    await this.#records.write(idOf(file.connection, file.name), { ...file, sentAt: now });
    const isOld = ({ expiresAt, sentAt }: Note): boolean =>
      (expiresAt ?? sentAt + KEPT) + AFTER_THAT < now;
    // Once in each window.
    await this.#records.trim(MAX_FILES, this.#isSwept ? undefined : isOld);
    this.#isSwept = true;
  }

  /** By resource name or by address. */
  async find(connection: string, file: string): Promise<Remembered | undefined> {
    const name = /files\/[a-z0-9-]+$/.exec(file)?.[0];
    return name === undefined ? undefined : await this.#records.read(idOf(connection, name));
  }

  /** The last one sent first. */
  async list(connection: string): Promise<readonly Remembered[]> {
    const prefix = prefixOf(connection);
    const notes = await this.#records.list((id) => id.startsWith(prefix));
    return notes.map(([, note]) => note).filter((note) => note.connection === connection);
  }
}

function digest(value: string, length: number): string {
  return createHash('sha256').update(value).digest('hex').slice(0, length);
}

/** What the ids of a connection begin with: its own id need not suit a file. */
function prefixOf(connection: string): string {
  return `${digest(connection, 8)}-`;
}

function idOf(connection: string, name: string): string {
  return `${prefixOf(connection)}${digest(name, 32)}`;
}
