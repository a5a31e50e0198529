import type { Room } from '../room';

const EMAIL = /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]{1,253}\.[^\s@,;<>".]+$/;

/** Asks for an address; undefined when dismissed. */
export async function askForEmail(
  { prompts, l10n }: Room,
  title: string,
  prompt: string,
): Promise<string | undefined> {
  const entered = await prompts.input({
    title,
    prompt,
    placeholder: l10n.t('name@example.com'),
    validate: (value) =>
      EMAIL.test(value.trim()) ? undefined : l10n.t('Enter one e-mail address.'),
  });
  return entered?.trim();
}
