import { prettyJson } from './json';
import type { Segment } from './segments';

/**
 * Whether two segments are shown alike. Content of megabytes is compared as text, which ends at its
 * length or runs at the speed of memory; the JSON of cards is bounded in depth and length.
 */
export function isSame(one: Segment, other: Segment): boolean {
  if (one.kind === 'card' && other.kind === 'card') {
    const isNamedSame = one.title === other.title && one.name === other.name && one.id === other.id;
    return isNamedSame && prettyJson(one.json).text === prettyJson(other.json).text;
  }
  const [fields, others] = [Object.entries(one), Object.entries(other)];
  if (fields.length !== others.length) return false;
  const known = new Map<string, unknown>(others);
  return fields.every(([name, value]) => known.has(name) && known.get(name) === value);
}
