import type { L10n } from '../../platform/l10n';
import { shortName } from '../plan/shortName';
import type { Prompts } from '../../platform/prompts';
import { isMimeType } from './isMimeType';
import { mimeTable } from './mimeTable';

/** What is not in the list. */
const OTHER = '';

/**
 * Asks for the type of files of which nothing tells it; undefined when dismissed.
 * @param name of the first of them.
 */
export async function askMimeType(
  { prompts, l10n }: { readonly prompts: Prompts; readonly l10n: L10n },
  name: string,
): Promise<string | undefined> {
  const title = l10n.t('What Is {0}?', shortName(name));
  const chosen = await prompts.pick<string>(
    { title, placeholder: l10n.t('The type decides how the service reads it') },
    [
      {
        label: l10n.t('Other…'),
        description: l10n.t('type it in'),
        value: OTHER,
        icon: 'edit',
      },
      ...Object.entries(mimeTable).map(([type, endings]) => ({
        label: type,
        description: endings.split(' ', 6).join(' '),
        value: type,
      })),
    ],
  );
  if (chosen !== OTHER) return chosen;
  return await prompts.input({
    title,
    prompt: l10n.t('Its MIME type, such as text/plain.'),
    validate: (value) =>
      isMimeType(value) ? undefined : l10n.t('A MIME type looks like text/plain.'),
  });
}
