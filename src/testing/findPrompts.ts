import { glob, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '../base/errors';
import { PROMPT_ENDING } from '../conversation/model/promptFile';
import { RETRIEVAL_ENDING } from './retrieval/retrievalFile';

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
