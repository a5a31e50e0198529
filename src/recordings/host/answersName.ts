import * as l10n from '@vscode/l10n';
import { MOCKS_FOLDER, MOCKS_SUFFIX } from '../../base/mockFiles';
import type { Prompts } from '../../platform/prompts';
import { safeFileName } from '../../platform/safeFiles';

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
