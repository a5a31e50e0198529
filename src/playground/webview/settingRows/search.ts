import type { SettingsMode } from '../../../conversation/model/conversation';
import type { SettingRow } from './row';
import { pathOf } from './rowValue';
import { wordsOf } from './typed';

/** The name of a setting. */
export function nameOf({ label }: Pick<SettingRow, 'label'>): string {
  return typeof label === 'function' ? label() : wordsOf(label.word);
}

/**
 * Whether a search finds a setting: by all of its words, in any order, in the name, the help, the value, and the name
 * that the service has for it.
 */
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
  const text = [nameOf(row), row.hint?.() ?? '', typed, value, pathOf(row, mode) ?? '']
    .join('\n')
    .toLowerCase();
  return wanted.every((word) => text.includes(word));
}
