import type { Turn } from '../../conversation';
import type { Strings } from '../../strings';
import type { Format } from '../format';
import { tokenFlow } from '../tokens/tokenFlow';

/** What the last answer took, in one short line; empty until there is one. */
export function columnFacts(
  turns: readonly Turn[],
  strings: Strings,
  format: Pick<Format, 'duration' | 'count'>,
): string {
  const last = turns.at(-1);
  if (last?.role !== 'model' || !last.outcome) return '';
  const { usage, durationMs } = last.outcome;
  return [
    ...(durationMs > 0 ? [format.duration(durationMs)] : []),
    ...(usage ? [tokenFlow(usage, { strings, format })] : []),
  ].join(' · ');
}
