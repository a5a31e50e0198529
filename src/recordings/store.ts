import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, errorMessage } from '../base/errors';
import { pathInside } from '../platform/pathInside';
import { plainPlace, readPlainFileSync, writeBelow } from '../platform/safeFiles';
import type { Exchange } from './exchange';
import { readExchange, type Written } from './fileFormat';

/** A recording as it lies in its folder. */
export interface Recording {
  /** Such as `0003-models.generateContent-1f2e3d4c.json`. */
  readonly file: string;
  /** Where in the order of its session it stands. */
  readonly number: number;
  readonly exchange: Exchange;
}

/** Folder of long and binary parts within that of a session. */
export const BODIES = 'bodies';

const NAMED = /^(\d{4,})-[\w.]+-[\da-f]{8}\.jsonl?$/;
const PART = /^[\da-f]{64}\.\w+$/;

/** The name of a recording's file: its number, what was asked, and the beginning of a hash of it. */
export function fileNameOf(
  number: number,
  { operation, talk }: Pick<Exchange, 'operation' | 'talk'>,
  hash: string,
): string {
  const readable = operation.replaceAll(/[^\w.]/g, '') || 'other';
  return `${String(number).padStart(4, '0')}-${readable}-${hash.slice(0, 8)}.json${talk ? 'l' : ''}`;
}

/** The recordings of one session in their folder. */
export class RecordingFolder {
  readonly path: string;
  /** Nothing is written through a link that leads out of it. */
  readonly #top: string;

  /** @param project whose recordings they are. A folder that lies elsewhere was named by the user, and is meant. */
  constructor(path: string, project = path) {
    this.path = path;
    this.#top = pathInside(project, path) === undefined ? path : project;
  }

  /** Throws `AppError` (`badPlace`) where a link would lead what is written to another place. */
  requirePlace(): void {
    for (const path of [this.path, join(this.path, BODIES)]) {
      const place = plainPlace(this.#top, join(path, '0001'));
      if ('wrong' in place) throw badPlace(path);
    }
  }

  /** The names of recordings' files, in their order; none where there is no folder. */
  list(): readonly string[] {
    if (!existsSync(this.path)) return [];
    return readdirSync(this.path)
      .filter((name) => NAMED.test(name))
      .toSorted((one, other) => numberOf(one) - numberOf(other) || (one < other ? -1 : 1));
  }

  /**
   * Throws `AppError` with the name of the file that is none.
   * @param onPart hears of the parts that it has.
   */
  read(file: string, onPart: (name: string) => void = () => undefined): Recording {
    try {
      // Some editors put a mark before it.
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
      throw new AppError('badRecording', `Cannot read ${path}: ${errorMessage(cause)}`, { cause });
    }
  }

  /** When a recording was written last; undefined where there is none. */
  writeTime(file: string): number | undefined {
    return statSync(join(this.path, file), { throwIfNoEntry: false })?.mtimeMs;
  }

  readAll(): readonly Recording[] {
    return this.list().map((file) => this.read(file));
  }

  /** Those that can be read. */
  readable(): readonly Recording[] {
    return this.list().flatMap((file) => this.#readable(file) ?? []);
  }

  /** Writes a recording that may stand there already; each file is whole or not there. */
  write(file: string, { text, parts }: Written): void {
    for (const [name, bytes] of parts) {
      const path = join(this.path, BODIES, name);
      // Its name is its hash: what is there is the same, unless somebody has changed it.
      const isThere = existsSync(path) && isNamedFor(readPlainFileSync(path), name);
      if (!isThere) this.#write(path, bytes);
    }
    const path = join(this.path, file);
    if (existsSync(path) && readPlainFileSync(path).toString('utf8') === text) return;
    this.#write(path, text);
  }

  #write(path: string, content: string | Uint8Array): void {
    if (writeBelow(this.#top, path, content)) throw badPlace(path);
  }

  /** Removes recordings that are not among these, and parts that none of these has. */
  keepOnly(files: ReadonlySet<string>): void {
    this.requirePlace();
    for (const file of this.list()) if (!files.has(file)) rmSync(join(this.path, file));
    const parts = join(this.path, BODIES);
    if (!existsSync(parts)) return;
    // By the names in the files: what was changed by hand has another hash.
    const used = new Set<string>();
    const all = this.list().map((file) => this.#readable(file, (name) => used.add(name)));
    // What can't be read may have any of them.
    if (all.includes(undefined)) return;
    // What was uploaded is named by its hash alone, and lies here where somebody has put it.
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
    if (!PART.test(name)) throw new AppError('badRecording', `${name} is no name of a part.`);
    const bytes = readPlainFileSync(join(this.path, BODIES, name));
    if (isNamedFor(bytes, name)) return bytes;
    // Git gives files the line ends of another system; what was changed by hand is as it is.
    const plain = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    return isNamedFor(plain, name) ? plain : bytes;
  }
}

const isNamedFor = (bytes: Buffer, name: string): boolean =>
  name.startsWith(createHash('sha256').update(bytes).digest('hex'));

const numberOf = (file: string): number => Number(NAMED.exec(file)?.[1] ?? 0);

function badPlace(path: string): AppError<'badPlace'> {
  return new AppError(
    'badPlace',
    `${path} is a link or no file, or lies behind a link that leads elsewhere.`,
    {
      hint: 'Nothing was written. Remove the link, or specify the folder it points to.',
    },
  );
}

/** Names of the folders beside one that have recordings; none where nobody can tell. */
export function foldersBeside(folder: string): readonly string[] {
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
