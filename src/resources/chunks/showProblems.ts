import type { Room } from '../room';
import type { SourceCheck } from './checkSource';
import type { ImportSource } from './importSource';

/** Opens a text with what is wrong in a source, a line for each row. */
export async function showProblems(
  { documents, l10n }: Room,
  source: ImportSource,
  { bad, problems }: SourceCheck,
): Promise<void> {
  const lines = problems.map(({ row, problem }) => l10n.t('Row {0}: {1}', row.line, problem));
  const rest = bad - problems.length;
  const more = rest > 0 ? [l10n.t('And {0} more.', rest)] : [];
  const head = l10n.t('Rows of {0} that are left out', source.name);
  const text = [head, '', ...lines, ...more, ''].join('\n');
  await documents.show({ name: 'left-out-rows.txt', read: () => text });
}
