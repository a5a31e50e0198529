import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../base/json';

export const USAGE: readonly (readonly [own: string, written: string])[] = [
  ['promptTokenCount', 'prompt'],
  ['candidatesTokenCount', 'output'],
  ['thoughtsTokenCount', 'thoughts'],
  ['cachedContentTokenCount', 'cached'],
  ['toolUsePromptTokenCount', 'tools'],
];

/** Formats token counts, such as “5 in, 175 out, 180 in all”. Empty if none. */
export function usageText(usage: JsonObject): string {
  const { totalTokenCount, ...others } = usage;
  const known = USAGE.flatMap(([name, written]) => countText(written, others[name]));
  const named = new Set(USAGE.map(([name]) => name));
  const rest = Object.entries(others).flatMap(([name, count]) =>
    named.has(name) ? [] : countText(name, count),
  );
  return [...known, ...rest, ...countText('total', totalTokenCount)].join(', ');
}

function countText(name: string, count: unknown): readonly string[] {
  if (typeof count !== 'number') return [];
  switch (name) {
    case 'prompt':
      return [l10n.t('{0} in', count)];
    case 'output':
      return [l10n.t('{0} out', count)];
    case 'thoughts':
      return [l10n.t('{0} thoughts', count)];
    case 'cached':
      return [l10n.t('{0} cached', count)];
    case 'tools':
      return [l10n.t('{0} for tools', count)];
    case 'total':
      return [l10n.t('{0} total', count)];
    default:
      return [`${name} ${count}`];
  }
}
