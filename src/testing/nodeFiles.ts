import * as l10n from '@vscode/l10n';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AppError, errorCode } from '../base/errors';
import { isObject, tryParse } from '../base/json';
import { openPlainFile, realPathInside, readPlainFile, writeBelow } from '../platform/safeFiles';
import type { Judgement } from './checks/row';
import type { VerdictStore } from './judge';
import type { TestFiles } from './planFile';

/**
 * Local files below a folder. Files elsewhere (after resolving symbolic links) can't be referenced from
 * within the folder.
 */
export class NodeTestFiles implements TestFiles {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async read(uri: string): Promise<string> {
    return await readText(fileURLToPath(uri));
  }

  open(uri: string, signal?: AbortSignal): AsyncIterable<Uint8Array> {
    return readPlainFile(fileURLToPath(uri), signal);
  }

  /** Files outside the folder may refer to their own folder. */
  async resolve(from: string, path: string): Promise<string | undefined> {
    const folder = dirname(fileURLToPath(from));
    const found = join(folder, path.replaceAll('\\', '/'));
    const isInside = realPathInside(this.#root, fileURLToPath(from)) !== undefined;
    const below = realPathInside(isInside ? this.#root : folder, found);
    if (below === undefined || (!isInside && below.includes('/'))) return undefined;
    return pathToFileURL(found).href;
  }
}

async function readText(path: string): Promise<string> {
  const handle = await openPlainFile(path);
  try {
    // Some editors add a byte order mark.
    return (await handle.readFile('utf8')).replace(/^\ufeff/, '');
  } finally {
    await handle.close();
  }
}

export class VerdictFile implements VerdictStore {
  readonly #folder: string;
  readonly #path: string;
  #known: Promise<Map<string, Judgement>> | undefined;
  #written: Promise<void> = Promise.resolve();

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#path = join(folder, name);
  }

  /** Throws `AppError` if invalid, such as after a merge conflict. */
  async get(key: string): Promise<Judgement | undefined> {
    return (await this.#all()).get(key);
  }

  async set(key: string, judgement: Judgement): Promise<void> {
    const all = await this.#all();
    all.set(key, judgement);
    const write = async (): Promise<void> => {
      // Another run may have added results.
      for (const [key, one] of await this.#read()) if (!all.has(key)) all.set(key, one);
      // Sorted for minimal diffs.
      const entries = [...all].sort(([one], [other]) => (one < other ? -1 : 1));
      const text = `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
      if (!writeBelow(this.#folder, this.#path, text)) return;
      throw new AppError(
        'badPlace',
        l10n.t(
          '“{0}” can’t be written because it isn’t a regular file or its path contains a link.',
          this.#path,
        ),
      );
    };
    this.#written = this.#written.then(write, write);
    await this.#written;
  }

  #all(): Promise<Map<string, Judgement>> {
    this.#known ??= this.#read();
    // Retries, since the user may have fixed the file.
    this.#known.catch(() => (this.#known = undefined));
    return this.#known;
  }

  async #read(): Promise<Map<string, Judgement>> {
    const text = await readText(this.#path).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return '{}';
      throw error;
    });
    const value = text.trim() === '' ? {} : tryParse(text);
    if (!isObject(value)) {
      const message = l10n.t('“{0}” has no readable judge results.', this.#path);
      throw new AppError('badVerdicts', message, {
        hint: l10n.t('Fix or delete the file. The judges then run again.'),
      });
    }
    const entries = Object.entries(value).flatMap(([key, one]) => {
      if (!isObject(one) || typeof one.pass !== 'boolean') return [];
      const reason = typeof one.reason === 'string' ? one.reason : '';
      const score = typeof one.score === 'number' ? { score: one.score } : {};
      return [[key, { pass: one.pass, ...score, reason }] as const];
    });
    return new Map(entries);
  }
}
