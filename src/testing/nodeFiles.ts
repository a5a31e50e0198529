import { glob, readdir, stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { REQUEST_BYTES } from '../api/schema/fieldLimits';
import { AppError, errorCode } from '../base/errors';
import { isObject, tryParse } from '../base/json';
import { canBeInline, inlinePart, inlineWeight } from '../conversation/attachments/loadAttachment';
import type { KeptAttachment } from '../conversation/model/conversation';
import { PROMPT_ENDING } from '../conversation/model/promptFile';
import { mimeTypeOf } from '../files/mimeType';
import { openPlainFile, readPlainFile, realPathInside, writeBelow } from '../platform/safeFiles';
import type { Judgement } from './checks/row';
import type { VerdictStore } from './judge';
import type { PlannedCase } from './plan';
import type { TestFiles } from './planFile';
import { RETRIEVAL_ENDING } from './retrieval/retrievalFile';

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

/** Reserved bytes of a request, apart from its files. */
const FOR_REST = 1024 * 1024;

/**
 * Returns the test case's files as request parts, by message index. Throws `AppError` if a file is unreadable or too
 * large.
 */
export async function attachInline(
  { source, case: one, place }: PlannedCase,
  files: TestFiles,
  signal: AbortSignal,
): Promise<readonly (readonly KeptAttachment[])[]> {
  let room = REQUEST_BYTES - FOR_REST;
  const { messages } = source.prompt;
  const attached: KeptAttachment[][] = [];
  for (const [index, { attachments = [] }] of messages.entries()) {
    const loaded: KeptAttachment[] = [];
    for (const file of attachments) loaded.push(await load(source.uri, file));
    if (index === messages.length - 1) {
      for (const file of one.attachments ?? []) loaded.push(await load(place.uri, file));
    }
    attached.push(loaded);
  }
  return attached;

  async function load(
    from: string,
    { path, mimeType }: { readonly path: string; readonly mimeType?: string },
  ): Promise<KeptAttachment> {
    const uri = await files.resolve(from, path);
    if (uri === undefined) {
      throw new AppError('outside', l10n.t('“{0}” is outside the workspace.', path));
    }
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of files.open(uri, signal)) {
      pieces.push(Uint8Array.from(piece));
      size += piece.length;
      if (inlineWeight(size) > room) {
        throw new AppError(
          'tooLarge',
          l10n.t('“{0}” is too large to send with a test case.', path),
        );
      }
    }
    room -= inlineWeight(size);
    const bytes = Buffer.concat(pieces);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const type = mimeType ?? mimeTypeOf(name, undefined, bytes.subarray(0, 4096));
    if (type === undefined || !canBeInline(type)) {
      throw new AppError(
        'badType',
        l10n.t('“{0}” has a type that can’t be sent in a request.', path),
      );
    }
    const part = inlinePart(type, bytes.toString('base64'));
    return { id: path, name, mimeType: type, size, kind: 'inline', part };
  }
}

const PATTERN = /[*?[\]{}]/;

const ENDINGS = [PROMPT_ENDING, RETRIEVAL_ENDING];

const isRun = (path: string): boolean => ENDINGS.some((ending) => path.endsWith(ending));

/**
 * Returns the URIs of test files for command-line arguments: files, folders, and glob patterns that the shell didn't
 * expand. Ordered, without duplicates. Throws `AppError` if an argument matches nothing.
 */
export async function findPrompts(words: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const word of words) {
    const paths = await pathsOf(word);
    if (paths.length === 0) {
      throw new AppError('badOption', `No prompt file found at “${word}”.`, {
        hint: `Prompt files end with ${PROMPT_ENDING}. Retrieval test files end with ${RETRIEVAL_ENDING}.`,
      });
    }
    for (const path of paths) found.add(pathToFileURL(resolve(path)).href);
  }
  return [...found];
}

async function pathsOf(word: string): Promise<readonly string[]> {
  const info = await stat(word).catch(() => undefined);
  if (info?.isDirectory()) return await within(word);
  if (info) return [word];
  if (!PATTERN.test(word)) return [];
  const paths: string[] = [];
  for await (const path of glob(word)) if (isRun(path)) paths.push(path);
  return paths.sort();
}

/** Lists the test files in a folder. Skips dependencies and hidden files. */
async function within(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) paths.push(...(await within(path)));
    else if (isRun(entry.name)) paths.push(path);
  }
  return paths;
}
