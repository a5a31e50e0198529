import { createHash } from 'node:crypto';
import { existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { AppError, errorMessage } from '../base/errors';
import { MOCKS_SUFFIX } from '../base/mockFiles';
import { lockOwner, tryLock, type Unlock } from '../platform/fileLock';
import { pathInside } from '../platform/pathInside';
import { readPlainFileSync, resolveTarget, writeBelow } from '../platform/safeFiles';
import type { Exchange } from './exchange';
import { readExchange, type WrittenRecording } from './fileFormat';

export interface Recording {
  /** File name such as `0003-models.generateContent-1f2e3d4c.json`. */
  readonly file: string;
  readonly number: number;
  readonly exchange: Exchange;
}

export const BODIES = 'bodies';

/** Path of a recording, whose name has a number, the API method, and a hash prefix. */
const NAMED = /(?:^|\/)(\d{4,})-([\w.]+)-[\da-f]{8}\.(jsonl?)$/;
const PART = /^[\da-f]{64}\.\w+$/;

export function fileNameOf(
  number: number,
  { operation, talk }: Pick<Exchange, 'operation' | 'talk'>,
  hash: string,
): string {
  const readable = operation.replaceAll(/[^\w.]/g, '') || 'other';
  return `${String(number).padStart(4, '0')}-${readable}-${hash.slice(0, 8)}.json${talk ? 'l' : ''}`;
}

/** Returns the type of a file by name. Undefined if unsupported. */
export function kindOf(path: string): 'exchange' | 'frames' | 'answers' | undefined {
  if (path.endsWith(MOCKS_SUFFIX)) return 'answers';
  const ending = NAMED.exec(path)?.[3];
  if (ending === undefined) return undefined;
  return ending === 'json' ? 'exchange' : 'frames';
}

/** Whether the file name has a model method. True for unknown methods. */
export function mayBeModelExchange(path: string): boolean {
  const operation = NAMED.exec(path)?.[2] ?? '';
  return /(?:g|streamG|bidiG)enerateContent(?:Constrained)?$|^interactions\.create$|^openai|^other$/.test(
    operation,
  );
}

export class RecordingFolder {
  readonly path: string;
  /** Symbolic links must not redirect writes out of this folder. */
  readonly #top: string;

  /** @param project root of the recordings. Folders outside it were selected by the user */
  constructor(path: string, project = path) {
    this.path = path;
    this.#top = pathInside(project, path) === undefined ? path : project;
  }

  /** Throws `AppError` (`badPlace`) if a symbolic link points out of the project. */
  requirePlace(): void {
    for (const path of [this.path, join(this.path, BODIES)]) {
      const place = resolveTarget(this.#top, join(path, '0001'));
      if ('wrong' in place) throw badPathError(path);
    }
  }

  /** Returns the recording files in order. Empty if the folder doesn't exist. */
  list(): readonly string[] {
    if (!existsSync(this.path)) return [];
    return readdirSync(this.path)
      .filter((name) => NAMED.test(name))
      .toSorted((one, other) => numberOf(one) - numberOf(other) || (one < other ? -1 : 1));
  }

  /**
   * Throws `AppError` with the file name if invalid.
   * @param onPart receives the names of its parts
   */
  read(file: string, onPart: (name: string) => void = () => undefined): Recording {
    try {
      // Some editors add a byte order mark.
      const text = readPlainFileSync(join(this.path, file))
        .toString('utf8')
        .replace(/^\ufeff/, '');
      const exchange = readExchange(text, (name) => {
        onPart(name);
        return this.#part(name);
      });
      return { file, number: numberOf(file), exchange };
    } catch (cause) {
      const path = join(this.path, file);
      throw new AppError('badRecording', `Invalid recording ${path}: ${errorMessage(cause)}`, {
        cause,
      });
    }
  }

  /** Returns the modification time. Undefined if missing. */
  writeTime(file: string): number | undefined {
    return statSync(join(this.path, file), { throwIfNoEntry: false })?.mtimeMs;
  }

  readAll(): readonly Recording[] {
    return this.list().map((file) => this.read(file));
  }

  readable(): readonly Recording[] {
    return this.list().flatMap((file) => this.#readable(file) ?? []);
  }

  /** Writes or overwrites a recording. Each file is written atomically. */
  write(file: string, { text, parts }: WrittenRecording): void {
    for (const [name, bytes] of parts) {
      const path = join(this.path, BODIES, name);
      // The name is a hash of the content, unless the file was edited.
      const isThere = existsSync(path) && isNamedFor(readPlainFileSync(path), name);
      if (!isThere) this.#write(path, bytes);
    }
    const path = join(this.path, file);
    if (existsSync(path) && readPlainFileSync(path).toString('utf8') === text) return;
    this.#write(path, text);
  }

  #write(path: string, content: string | Uint8Array): void {
    if (writeBelow(this.#top, path, content)) throw badPathError(path);
  }

  keepOnly(files: ReadonlySet<string>): void {
    this.requirePlace();
    for (const file of this.list()) if (!files.has(file)) rmSync(join(this.path, file));
    const parts = join(this.path, BODIES);
    if (!existsSync(parts)) return;
    // Uses the names in the files: edited parts have another hash.
    const used = new Set<string>();
    const all = this.list().map((file) => this.#readable(file, (name) => used.add(name)));
    // Invalid recordings may use any part.
    if (all.includes(undefined)) return;
    // Uploaded files are named by hash alone, and were added manually.
    const uploaded = new Set(all.map((one) => one?.exchange.request.upload?.sha256));
    const found = readdirSync(parts).filter((name) => PART.test(name));
    for (const name of found) {
      const [hash] = name.split('.', 1);
      if (!used.has(name) && !uploaded.has(hash)) rmSync(join(parts, name));
    }
    if (readdirSync(parts).length === 0) rmSync(parts, { recursive: true });
  }

  #readable(file: string, onPart?: (name: string) => void): Recording | undefined {
    try {
      return this.read(file, onPart);
    } catch {
      return undefined;
    }
  }

  #part(name: string): Buffer {
    if (!PART.test(name)) throw new AppError('badRecording', `${name} isn’t a valid part name.`);
    const bytes = readPlainFileSync(join(this.path, BODIES, name));
    if (isNamedFor(bytes, name)) return bytes;
    // Git may convert line endings, which changes the hash. Edited files are used unchanged.
    const plain = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    return isNamedFor(plain, name) ? plain : bytes;
  }
}

const isNamedFor = (bytes: Buffer, name: string): boolean =>
  name.startsWith(createHash('sha256').update(bytes).digest('hex'));

const numberOf = (file: string): number => Number(NAMED.exec(file)?.[1] ?? 0);

function badPathError(path: string): AppError<'badPlace'> {
  return new AppError(
    'badPlace',
    `${path} isn’t a regular file, or a link in its path points elsewhere.`,
    {
      hint: 'Nothing was written. Remove the link, or specify the folder it points to.',
    },
  );
}

/** Returns sibling folders with recordings. Empty if unreadable. */
export function siblingFolders(folder: string): readonly string[] {
  const parent = dirname(folder);
  try {
    return readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .filter((name) => readdirSync(join(parent, name)).some((file) => NAMED.test(file)))
      .toSorted();
  } catch {
    return [];
  }
}

/**
 * Prevents two processes on this machine from re-recording the same folder and overwriting each other. The lock file is
 * in the temporary folder, so that projects contain only recordings.
 */
export class FolderLock {
  readonly #folder: string;
  #unlock: Unlock | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Acquires the lock unless already held. Throws `AppError` (`recordingsBusy`) if another process holds it.
   * @param before lock to take over atomically
   */
  take(before?: FolderLock): void {
    if (this.#unlock) return;
    const file = folderLock(this.#folder);
    if (before !== undefined && before.#unlock && folderLock(before.#folder) === file) {
      [this.#unlock, before.#unlock] = [before.#unlock, undefined];
      return;
    }
    this.#unlock = tryLock(file);
    if (this.#unlock) return;
    const owner = lockOwner(file);
    const who = owner === undefined ? '' : ` (process ${owner})`;
    const message = `Another run is recording in ${this.#folder}${who}. The runs would overwrite each other’s recordings.`;
    const hint =
      'Wait until it finishes, or specify another folder with --recordings or another --session.';
    throw new AppError('recordingsBusy', message, { hint });
  }

  release(): void {
    this.#unlock?.();
    this.#unlock = undefined;
  }
}

export function folderLock(folder: string): string {
  const real = existsSync(folder) ? realpathSync(folder) : resolve(folder);
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 32);
  return join(tmpdir(), `generative-language-recording-${hash}.lock`);
}
