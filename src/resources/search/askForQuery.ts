import type { Room } from '../room';

/** Asks what to look for; undefined when dismissed. */
export async function askForQuery(
  { l10n, prompts }: Room,
  title: string,
  prompt: string,
  value: string | undefined,
): Promise<string | undefined> {
  return await prompts.input({
    title,
    prompt,
    ...(value === undefined ? {} : { value }),
    validate: (text) => (text.trim() === '' ? l10n.t('Enter some words.') : undefined),
  });
}
