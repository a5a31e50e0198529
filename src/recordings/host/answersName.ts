import * as l10n from '@vscode/l10n';
import type { Prompts } from '../../platform/prompts';
import { safeFileName } from '../../platform/safeFiles';

export const ANSWERS_FOLDER = '.genlang';
export const ANSWERS_ENDING = '.mocks.jsonc';

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
      ANSWERS_FOLDER,
      ANSWERS_ENDING,
    ),
    value: names.includes(proposed) ? '' : proposed,
    validate: (text) => problemOf(text, names),
  });
  return typed === undefined ? undefined : withEnding(typed);
}

const withEnding = (name: string): string =>
  name.trim().endsWith(ANSWERS_ENDING) ? name.trim() : `${name.trim()}${ANSWERS_ENDING}`;

function problemOf(text: string, names: readonly string[]): string | undefined {
  const name = withEnding(text);
  const stem = name.slice(0, -ANSWERS_ENDING.length);
  if (stem === '' || safeFileName(stem, '', '') !== stem) {
    return l10n.t('Enter a valid file name.');
  }
  return names.includes(name) ? l10n.t('A file with this name already exists.') : undefined;
}
