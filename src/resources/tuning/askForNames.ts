import { kindRow } from '../../catalog/kinds';
import type { Room } from '../room';

// Characters; the service refuses more.
const LONGEST_NAME = 40;

/** How a new tuned model is called. */
export interface Names {
  readonly displayName: string;
  /** Chosen by the service where it is left out. */
  readonly id?: string;
  readonly description?: string;
}

/** Undefined when one of the questions is dismissed. */
export async function askForNames(
  { l10n, prompts }: Room,
  fileName: string,
): Promise<Names | undefined> {
  const title = l10n.t('Create Tuned Model');
  const displayName = await prompts.input({
    title,
    prompt: l10n.t('Name to show, at most {0} characters.', LONGEST_NAME),
    value: Array.from(fileName.replace(/\.[^.]+$/, ''))
      .slice(0, LONGEST_NAME)
      .join(''),
    validate(typed) {
      const { length } = Array.from(typed.trim());
      if (length === 0) return l10n.t('Enter a name.');
      return length <= LONGEST_NAME
        ? undefined
        : l10n.t('{0} characters are too many: the service takes {1}.', length, LONGEST_NAME);
    },
  });
  if (displayName === undefined || displayName.trim() === '') return undefined;
  const rule = new RegExp(`^(?:${kindRow('tunedModel').id ?? '.*'})$`);
  const id = await prompts.input({
    title,
    prompt: l10n.t('Id, which can’t be changed later; empty to have one made from the name.'),
    placeholder: l10n.t('haiku-writer'),
    validate: (typed) =>
      typed === '' || rule.test(typed)
        ? undefined
        : l10n.t('At most 40 of a to z, 0 to 9 and dashes; a letter first, no dash at the end.'),
  });
  if (id === undefined) return undefined;
  const description = await prompts.input({
    title,
    prompt: l10n.t('Description, which may be empty.'),
  });
  if (description === undefined) return undefined;
  return {
    displayName: displayName.trim(),
    ...(id !== '' && { id }),
    ...(description.trim() !== '' && { description: description.trim() }),
  };
}
