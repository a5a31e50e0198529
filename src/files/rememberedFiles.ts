import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock';
import type { FileTarget } from '../base/fileTarget';
import type { FileStore } from '../platform/files';
import type { Log } from '../platform/log';
import type { RememberedFile } from '../platform/localFiles';
import { RecordFolder } from '../platform/recordFolder';
import { number, object, text } from '../webview/shape';

export const REMEMBERED_FOLDER = 'uploaded';

/** Details of an uploaded file, to upload it again after the server has deleted it. */
export interface RememberedUpload extends RememberedFile {
  readonly connection: string;
  /** File URI, as used in prompts. */
  readonly uri: string;
  readonly target: FileTarget;
  /** In bytes. */
  readonly size: number;
  /** In ms since 1970. */
  readonly modifiedAt: number;
  /** SHA-256 from the API, as hex; absent if unknown. */
  readonly hash?: string;
}

interface Note extends RememberedUpload {
  /** In ms since 1970. */
  readonly sentAt: number;
}

const HOUR = 3_600_000;
/** Lifetime of files on the server, in ms. */
const KEPT = 48 * HOUR;
/**
 * Time in ms for which a file's source is remembered after the file has expired, and the maximum number of
 * sources.
 */
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

  async remember(file: RememberedUpload): Promise<void> {
    const now = this.#clock.now();
    await this.#records.write(idOf(file.connection, file.name), { ...file, sentAt: now });
    const isOld = ({ expiresAt, sentAt }: Note): boolean =>
      (expiresAt ?? sentAt + KEPT) + AFTER_THAT < now;
    await this.#records.trim(MAX_FILES, this.#isSwept ? undefined : isOld);
    this.#isSwept = true;
  }

  async find(connection: string, file: string): Promise<RememberedUpload | undefined> {
    const name = /files\/[a-z0-9-]+$/.exec(file)?.[0];
    return name === undefined ? undefined : await this.#records.read(idOf(connection, name));
  }

  /** Lists files, most recently sent first. */
  async list(connection: string): Promise<readonly RememberedUpload[]> {
    const prefix = prefixOf(connection);
    const notes = await this.#records.list((id) => id.startsWith(prefix));
    return notes.map(([, note]) => note).filter((note) => note.connection === connection);
  }
}

function digest(value: string, length: number): string {
  return createHash('sha256').update(value).digest('hex').slice(0, length);
}

/** ID prefix of a connection. Hashed, since a connection ID may not be a valid file name. */
function prefixOf(connection: string): string {
  return `${digest(connection, 8)}-`;
}

function idOf(connection: string, name: string): string {
  return `${prefixOf(connection)}${digest(name, 32)}`;
}
