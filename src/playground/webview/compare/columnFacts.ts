import type { Turn } from '../../conversation';
import type { Strings } from '../../strings';
import { fill } from '../fill';
import type { Format } from '../format';

/** What the last answer took, in one short line; empty until there is one. */
export function columnFacts(
  turns: readonly Turn[],
  strings: Strings,
  format: Pick<Format, 'duration' | 'count'>,
): string {
  const last = turns.at(-1);
  if (last?.role !== 'model' || !last.outcome) return '';
  const { usage, durationMs } = last.outcome;
  const { promptTokenCount: prompt = 0, candidatesTokenCount: answer = 0 } = usage ?? {};
  return [
    ...(durationMs > 0 ? [format.duration(durationMs)] : []),
    ...(usage ? [fill(strings.tokenFlow, format.count(prompt), format.count(answer))] : []),
  ].join(' · ');
}
