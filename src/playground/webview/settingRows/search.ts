import * as l10n from '@vscode/l10n';
import type { SettingsMode } from '../../../conversation/model/conversation';
import type { SettingRow } from './row';
import { pathOf } from './rowValue';
import { wordsOf } from './typed';

export function nameOf({ label }: Pick<SettingRow, 'label'>): string {
  return typeof label === 'function' ? label() : wordsOf(label.word);
}

/** Names what to use instead of a deprecated setting. Undefined for other settings. */
export function replacementText({
  replacedBy,
}: Pick<SettingRow, 'replacedBy'>): string | undefined {
  return replacedBy && l10n.t('Deprecated. Use {0} instead.', replacedBy);
}

/** Whether a setting matches all words in any order: label, help, value, or API name. */
export function matches(
  row: SettingRow,
  typed: string,
  mode: SettingsMode,
  query: string,
): boolean {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return true;
  const isChoice = row.kind === 'choice' || row.kind === 'choices';
  const value = isChoice ? wordsOf(typed, row.prefix) : '';
  const replaced = replacementText(row) ?? '';
  const text = [nameOf(row), row.hint?.() ?? '', replaced, typed, value, pathOf(row, mode) ?? '']
    .join('\n')
    .toLowerCase();
  return wanted.every((word) => text.includes(word));
}
