import type { Message } from '../../../api/schema/infer';
import type { L10n } from '../../../platform/l10n';
import type { ModelTurn, Outcome, Verdict } from '../../conversation';
import { judge } from '../verdict';

type Answer = Message<'GenerateContentResponse'>;

/** Ends that the service did not make. */
const BROKEN: ReadonlySet<Verdict> = new Set([
  'stopped',
  'interrupted',
  'lost',
  'stalled',
  'serviceFailed',
]);

/**
 * The answer with another of its candidates: its content, and how that one ended. The same turn where
 * there is no such candidate.
 */
export function withCandidate(turn: ModelTurn, index: number, l10n: L10n): ModelTurn {
  const content = turn.alternatives?.[index];
  if (!content || index === (turn.chosen ?? 0)) return turn;
  const outcome = turn.outcome && outcomeOf(turn, turn.outcome, index, l10n);
  return { ...turn, content, chosen: index, ...(outcome && { outcome }) };
}

function outcomeOf(turn: ModelTurn, before: Outcome, index: number, l10n: L10n): Outcome {
  const answer = (turn.answer ?? {}) as Answer;
  const candidate = answer.candidates?.[index] ?? {};
  const { durationMs, firstTokenMs } = before;
  const wasBroken = BROKEN.has(before.verdict);
  // A stream that broke off or was stopped broke off for every candidate that had not ended by then.
  if (wasBroken && candidate.finishReason === undefined) return before;
  const parts = turn.alternatives?.[index]?.parts ?? [];
  return judge(
    { ...answer, ...candidate, parts, usage: answer.usageMetadata },
    { kind: 'ended' },
    { durationMs, firstTokenMs },
    l10n,
  );
}
