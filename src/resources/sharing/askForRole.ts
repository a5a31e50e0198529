import type { L10n } from '../../platform/l10n';
import type { Room } from '../room';

/** What can be given. An owner is made by creating or by a transfer only. */
export type Role = 'READER' | 'WRITER';

/** Asks what may be done with a resource; undefined when dismissed. */
export async function askForRole(
  { prompts, l10n }: Room,
  title: string,
  now?: string,
): Promise<Role | undefined> {
  const rows = [
    {
      label: l10n.t('Reader'),
      detail: l10n.t('Queries a corpus, generates with a tuned model.'),
      icon: 'eye',
      value: 'READER',
    },
    {
      label: l10n.t('Writer'),
      detail: l10n.t('Also edits it, and shares it with others.'),
      icon: 'edit',
      value: 'WRITER',
    },
  ] as const;
  return await prompts.pick<Role>(
    { title, placeholder: l10n.t('What they may do') },
    rows.map((row) => ({
      ...row,
      active: row.value === now,
      ...(row.value === now && { description: l10n.t('now') }),
    })),
  );
}

/** A role within a sentence. */
export function roleWord(role: unknown, l10n: L10n): string {
  if (role === 'OWNER') return l10n.t('owner');
  if (role === 'WRITER') return l10n.t('writer');
  return l10n.t('reader');
}
