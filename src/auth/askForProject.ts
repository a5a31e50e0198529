import type { L10n } from '../platform/l10n';
import type { Prompts } from '../platform/prompts';

export interface ProjectQuestion {
  readonly title: string;
  /** A sentence; what an empty field means. */
  readonly ifEmpty?: string;
  /** What the field has at first. */
  readonly value: string;
}

// Ids, also those with a domain before them, and numbers.
const PROJECT = /^[a-z0-9][a-z0-9.:-]{0,99}$/;

/** Asks which project is charged. Empty for none; undefined when dismissed. */
export async function askForProject(
  { prompts, l10n }: { readonly prompts: Prompts; readonly l10n: L10n },
  { title, ifEmpty, value }: ProjectQuestion,
): Promise<string | undefined> {
  const problemOf = (text: string): string | undefined =>
    text.trim() === '' || PROJECT.test(text.trim())
      ? undefined
      : l10n.t('Give the id of a project (small letters, digits and hyphens) or its number.');
  const project = await prompts.input({
    title,
    prompt: [
      l10n.t('Project that is charged, optional. Requests name it with “x-goog-user-project”.'),
      ifEmpty ?? l10n.t('Leave it empty to name none.'),
    ].join(' '),
    placeholder: l10n.t('Id or number of a project'),
    value,
    validate: problemOf,
  });
  return project === undefined || problemOf(project) !== undefined ? undefined : project.trim();
}
