import type { Room } from '../room';
import { readNumber } from './askForCondition';

/** Asks for a number from 0 to 1; undefined when dismissed. */
export async function askForShare(
  { l10n, prompts }: Room,
  title: string,
  prompt: string,
  value: number | undefined,
): Promise<number | undefined> {
  const read = (text: string): number | undefined => {
    const number = readNumber(text);
    return number !== undefined && number >= 0 && number <= 1 ? number : undefined;
  };
  const typed = await prompts.input({
    title,
    prompt,
    ...(value === undefined ? {} : { value: String(value) }),
    validate: (text) =>
      read(text) === undefined ? l10n.t('Enter a number from 0 to 1.') : undefined,
  });
  return typed === undefined ? undefined : read(typed);
}
