import { createHash } from 'node:crypto';
import type { JsonObject } from '../api/schema/row';
import type { Clock } from '../base/clock';
import type { FileTarget } from '../base/fileTarget';
import { textAt } from '../base/json';
import type { FileStore } from '../platform/files';
import type { Log } from '../platform/log';
import type { RememberedFile } from '../platform/localFiles';
import { RecordFolder } from '../platform/recordFolder';
import { number, object, text } from '../webview/shape';
import { openSource, type UserFile, type UserFiles } from './openSource';

/** Number of leading bytes used to detect the type. */
const HEAD = 4096;

/** Reads the first 4 KiB of a file. Throws the errors of `openSource`. */
export async function readHead(file: UserFile, userFiles: UserFiles): Promise<Uint8Array> {
  const source = await openSource(file, userFiles, HEAD);
  try {
    for await (const piece of source.read(0, new AbortController().signal)) {
      return Uint8Array.from(piece.subarray(0, HEAD));
    }
    return new Uint8Array();
  } finally {
    await source.close();
  }
}

/**
 * Returns the SHA-256 of a file as hex. `onPart` receives the progress, 0 to 1. Throws the errors
 * of `openSource` and `CancelledError`.
 */
export async function contentHash(
  file: UserFile,
  userFiles: UserFiles,
  signal: AbortSignal,
  onPart?: (part: number) => void,
): Promise<string> {
  const source = await openSource(file, userFiles);
  try {
    const hash = createHash('sha256');
    let read = 0;
    for await (const piece of source.read(0, signal)) {
      hash.update(piece);
      read += piece.length;
      onPart?.(read / source.size);
    }
    return hash.digest('hex');
  } finally {
    await source.close();
  }
}

const DIGEST = /^[0-9a-f]{64}$/i;

/**
 * Returns a File resource's hash as hex. The API base64-encodes the hex digits (its docs say the
 * digest itself), and some gateways send plain hex.
 */
export function hashOfResource(file: JsonObject): string | undefined {
  const given = textAt(file, 'sha256Hash');
  // A hex digest is also valid base64, so hex is tested first.
  if (DIGEST.test(given)) return given.toLowerCase();
  const bytes = Buffer.from(given, 'base64');
  if (bytes.length === 32) return bytes.toString('hex');
  const digits = bytes.toString('latin1');
  return DIGEST.test(digits) ? digits.toLowerCase() : undefined;
}

export interface FileIdentity {
  /** In bytes. */
  readonly size: number;
  /** In ms since 1970. */
  readonly modifiedAt: number;
  /** SHA-256 of the concatenated first and last MiB, as hex. */
  readonly edges: string;
}

const EDGE = 1024 * 1024;

export async function identityOf(file: UserFile, userFiles: UserFiles): Promise<FileIdentity> {
  const source = await openSource(file, userFiles, EDGE);
  try {
    const hash = createHash('sha256');
    for (const offset of [0, Math.max(0, source.size - EDGE)]) {
      let left = Math.min(EDGE, source.size);
      for await (const piece of source.read(offset, new AbortController().signal)) {
        hash.update(piece.subarray(0, left));
        left -= piece.length;
        if (left <= 0) break;
      }
    }
    return { size: file.size, modifiedAt: file.modifiedAt, edges: hash.digest('hex') };
  } finally {
    await source.close();
  }
}

export function sameIdentity(a: FileIdentity, b: FileIdentity): boolean {
  return a.size === b.size && a.modifiedAt === b.modifiedAt && a.edges === b.edges;
}

/**
 * Whether a file is unchanged since its upload. If only the time differs (e.g., after a checkout),
 * the hash decides. Throws the errors of `readHash` (`contentHash` of the file).
 */
export async function isUnchanged(
  file: Pick<UserFile, 'size' | 'modifiedAt'>,
  uploaded: Pick<RememberedUpload, 'size' | 'modifiedAt' | 'hash'>,
  readHash: () => Promise<string>,
): Promise<boolean> {
  if (file.size !== uploaded.size) return false;
  if (file.modifiedAt === uploaded.modifiedAt) return true;
  return uploaded.hash !== undefined && (await readHash()) === uploaded.hash;
}

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
    connection: text(64),
    name: text(LONG),
    uri: text(LONG),
    path: text(LONG),
    target: object({ scheme: text(64), authority: text(LONG), path: text(LONG) }),
    displayName: text(LONG),
    mimeType: text(LONG),
    size: number(0, SAFE),
    modifiedAt: number(-SAFE, SAFE),
    sentAt: number(0, SAFE),
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
