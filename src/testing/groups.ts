import { firstDifference } from './checks/text';
import type { AnswerGroup, AttemptResult } from './result';

/**
 * Repeats by what they answered: those whose words, calls and end are alike are one group. What could not be measured
 * is a group for each reason.
 */
export function groupAnswers(attempts: readonly AttemptResult[]): readonly AnswerGroup[] {
  const groups = [...Map.groupBy(attempts, sameAs).values()].sort((a, b) => b.length - a.length);
  const [first] = groups[0] ?? [];
  return groups.flatMap((group) => {
    const [one] = group;
    if (!one || !first) return [];
    return [
      {
        repeats: group.map(({ repeat }) => repeat),
        verdict: one.verdict,
        ...(one !== first && { differsAt: firstDifference(first.text, one.text) }),
      },
    ];
  });
}

function sameAs({ text, calls = [], finishReason, problem, verdict }: AttemptResult): string {
  // Ids of calls are made anew with each of them.
  const asked = calls.map(({ name, args }) => [name, args ?? {}]);
  return JSON.stringify([problem ?? '', verdict, text.trim(), asked, finishReason ?? '']);
}
