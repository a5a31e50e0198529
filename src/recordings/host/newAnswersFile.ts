import * as l10n from '@vscode/l10n';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MOCKS_FOLDER, MOCKS_SUFFIX } from '../../base/mockFiles';
import { AppError, errorCode } from '../../base/errors';
import type { Prompts } from '../../platform/prompts';
import { writeBelow } from '../../platform/safeFiles';
import { askAnswersName } from './answersName';

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
