import { createHash } from 'node:crypto';
import { mapConcurrent } from '../base/async';
import type { Clock } from '../base/clock';
import { errorMessage } from '../base/errors';
import type { FileTarget } from '../base/fileTarget';
import type { FileStore } from '../platform/files';
import type { Log } from '../platform/log';
import type { RememberedFile } from '../platform/localFiles';
import { number, object, text } from '../webview/shape';

/** The folder of what is remembered, below this extension's own storage. */
export const REMEMBERED_FOLDER = 'uploaded';

export interface RememberedDeps {
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Log;
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
const MOST = 1000;
/** Files that are read at once. */
const AT_ONCE = 16;

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
export function createRemembered(parts: RememberedDeps): RememberedFiles {
  return new RememberedFolder(parts);
}

class RememberedFolder implements RememberedFiles {
  readonly #parts: RememberedDeps;
  #isSwept = false;

  constructor(parts: RememberedDeps) {
    this.#parts = parts;
  }

  async remember(file: Remembered): Promise<void> {
    const { files, clock } = this.#parts;
    const note: Note = { ...file, sentAt: clock.now() };
    await files.write(fileOf(file.connection, file.name), `${JSON.stringify(note)}\n`);
    await this.#sweep();
  }

  async find(connection: string, file: string): Promise<Remembered | undefined> {
    const name = /files\/[a-z0-9-]+$/.exec(file)?.[0];
    return name === undefined ? undefined : await this.#read(fileOf(connection, name));
  }

  async list(connection: string): Promise<readonly Remembered[]> {
    const notes = await this.#all(prefixOf(connection));
    return notes.map(({ note }) => note).filter((note) => note.connection === connection);
  }

  async forget({ connection, name }: Remembered): Promise<void> {
    await this.#parts.files.remove(fileOf(connection, name));
  }

  /** Deletes what is too old, once in each window, and what exceeds the limit. */
  async #sweep(): Promise<void> {
    const { files, clock } = this.#parts;
    const isMany = (await files.list()).length > MOST;
    if (this.#isSwept && !isMany) return;
    this.#isSwept = true;
    const now = clock.now();
    const notes = await this.#all('');
    const isOld = ({ note }: { readonly note: Note }): boolean =>
      (note.expiresAt ?? note.sentAt + KEPT) + AFTER_THAT < now;
    const over = notes.filter((one, index) => index >= MOST || isOld(one));
    for (const { file } of over) await files.remove(file);
  }

  /** The last one sent first. */
  async #all(prefix: string): Promise<readonly { readonly file: string; readonly note: Note }[]> {
    const found: { readonly file: string; readonly note: Note }[] = [];
    const names = await this.#parts.files.list();
    const ours = names.filter((name) => name.startsWith(prefix) && name.endsWith('.json'));
    await mapConcurrent(AT_ONCE, ours, async (file) => {
      const note = await this.#read(file);
      if (note) found.push({ file, note });
    });
    return found.sort((a, b) => b.note.sentAt - a.note.sentAt);
  }

  /** A damaged file is logged and deleted. */
  async #read(name: string): Promise<Note | undefined> {
    const { files, log } = this.#parts;
    const source = await files.read(name);
    if (source === undefined) return undefined;
    try {
      const { hash, expiresAt, ...note } = shape.parse(JSON.parse(source));
      return {
        ...note,
        ...(hash !== undefined && { hash }),
        ...(expiresAt !== undefined && { expiresAt }),
      };
    } catch (error) {
      log.warn(`files: ${name} can't be read: ${errorMessage(error)}`);
      await files.remove(name);
      return undefined;
    }
  }
}

function digest(value: string, length: number): string {
  return createHash('sha256').update(value).digest('hex').slice(0, length);
}

/** What all files of a connection begin with: an id need not suit a file. */
function prefixOf(connection: string): string {
  return `${digest(connection, 8)}-`;
}

function fileOf(connection: string, name: string): string {
  return `${prefixOf(connection)}${digest(name, 32)}.json`;
}

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

/** Files that this machine has sent, one file of its own on disk for each. */
export interface RememberedFiles {
  remember(file: Remembered): Promise<void>;
  /** By resource name or by address. */
  find(connection: string, file: string): Promise<Remembered | undefined>;
  /** The last one sent first. */
  list(connection: string): Promise<readonly Remembered[]>;
  forget(file: Remembered): Promise<void>;
}
