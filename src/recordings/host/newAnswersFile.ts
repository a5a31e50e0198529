import * as l10n from '@vscode/l10n';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MOCKS_FOLDER, MOCKS_SUFFIX } from '../../base/mockFiles';
import { AppError, errorCode } from '../../base/errors';
import type { Prompts } from '../../platform/prompts';
import { safeFileName, writeBelow } from '../../platform/safeFiles';

export const EXAMPLE = `// Mock responses of the emulator. The first mock whose conditions all match responds to the request.
// If none matches, the emulator responds as it does without this file.
{
  "mocks": [
    {
      "name": "weather",
      // "user" is the user’s last message: its full text, { "contains": … }, or { "regex": … }.
      "when": { "user": { "contains": "Example question about the weather" } },
      "response": { "text": "Rain, 12 °C." },
    },
    {
      // A call of a function that your app declares.
      "name": "function call",
      "when": { "tools": ["exampleForecast"], "hasResult": false },
      "response": { "calls": [{ "name": "exampleForecast", "args": { "city": "Oslo" } }] },
    },
    {
      // The first request fails. The next one succeeds.
      "name": "error",
      "when": { "user": "Example question that fails first" },
      "responses": [{ "error": "RESOURCE_EXHAUSTED", "retryDelay": "2s" }, { "text": "Done." }],
    },
  ],
}
`;

/**
 * Creates a mock file after prompting for its name. Returns the path, undefined if canceled. Throws
 * `AppError`, writing nothing, if the file exists or a symbolic link points elsewhere.
 * @param folder path of the app's folder
 */
export async function newAnswersFile(
  { prompts }: { readonly prompts: Pick<Prompts, 'input'> },
  folder: string,
): Promise<string | undefined> {
  const title = l10n.t('New Mock File');
  const names = await namesIn(join(folder, MOCKS_FOLDER));
  const name = await askAnswersName({ prompts }, title, names, `main${MOCKS_SUFFIX}`);
  if (name === undefined) return undefined;
  const path = join(folder, MOCKS_FOLDER, name);
  // The file may have been created during the prompt, and some file systems are case-insensitive.
  if (existsSync(path)) {
    throw new AppError('taken', l10n.t('{0} already exists and wasn’t replaced.', name), {
      hint: l10n.t('Choose another name.'),
    });
  }
  if (!writeBelow(folder, path, EXAMPLE)) return path;
  throw new AppError(
    'badPlace',
    l10n.t('Couldn’t write to {0}. It’s a link or not a regular file.', name),
    {
      hint: l10n.t('Remove it, then try again.'),
    },
  );
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Prompts for the name of a new mock file. Undefined if canceled.
 * @param names existing files, which are rejected
 * @param proposed default name, unless it exists
 */
export async function askAnswersName(
  { prompts }: { readonly prompts: Pick<Prompts, 'input'> },
  title: string,
  names: readonly string[],
  proposed: string,
): Promise<string | undefined> {
  const typed = await prompts.input({
    title,
    prompt: l10n.t(
      'Enter a file name. The file is saved in {0} with the extension {1}.',
      MOCKS_FOLDER,
      MOCKS_SUFFIX,
    ),
    value: names.includes(proposed) ? '' : proposed,
    validate: (text) => problemOf(text, names),
  });
  return typed === undefined ? undefined : withEnding(typed);
}

const withEnding = (name: string): string =>
  name.trim().endsWith(MOCKS_SUFFIX) ? name.trim() : `${name.trim()}${MOCKS_SUFFIX}`;

function problemOf(text: string, names: readonly string[]): string | undefined {
  const name = withEnding(text);
  const stem = name.slice(0, -MOCKS_SUFFIX.length);
  if (stem === '' || safeFileName(stem, '', '') !== stem) {
    return l10n.t('Enter a valid file name.');
  }
  return names.includes(name) ? l10n.t('A file with this name already exists.') : undefined;
}
