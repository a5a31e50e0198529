import type { Room } from '../room';

/** Asks for a whole number from 1 on; undefined when dismissed. */
export async function askForCount(
  { l10n, prompts }: Room,
  title: string,
  prompt: string,
  { value, most }: { readonly value: number; readonly most: number },
): Promise<number | undefined> {
  const read = (text: string): number | undefined => {
    const number = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
    return number >= 1 && number <= most ? number : undefined;
  };
  const typed = await prompts.input({
    title,
    prompt,
    value: String(value),
    validate: (text) =>
      read(text) === undefined ? l10n.t('Enter a whole number from 1 to {0}.', most) : undefined,
  });
  return typed === undefined ? undefined : read(typed);
}
