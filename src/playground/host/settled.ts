import type { ModelTurn } from '../conversation';
import { hasContent } from './verdict';

/** What an answer is asked for. */
export type Mode =
  | { readonly kind: 'new' }
  /** Takes the place of this answer, and gives it back if nothing better came. */
  | { readonly kind: 'instead'; readonly of: ModelTurn }
  /** Adds to this answer. */
  | { readonly kind: 'continue'; readonly of: ModelTurn };

/**
 * The turn that stays once an answer has ended: with the time that both requests took, or the earlier
 * answer where the new one brought nothing.
 */
export function settled(mode: Mode, answer: ModelTurn): ModelTurn {
  const earlier = mode.kind === 'new' ? undefined : mode.of;
  if (!earlier || !answer.outcome) return answer;
  if (mode.kind === 'continue') return withBothTimes(answer, earlier);
  if (isKept(answer) || !isKept(earlier)) return answer;
  const { failure } = answer.outcome;
  if (!failure) return earlier;
  // What the user wrote has no outcome of its own; this says what went wrong with the new one.
  const { durationMs } = answer.outcome;
  const outcome = earlier.outcome ?? { verdict: 'failed', durationMs };
  return { ...earlier, outcome: { ...outcome, failure } };
}

/** Whether an answer holds anything that would be missed. */
export function isKept({ content, embeddings }: ModelTurn): boolean {
  return embeddings !== undefined || hasContent(content.parts ?? []);
}

function withBothTimes(answer: ModelTurn, earlier: ModelTurn): ModelTurn {
  if (!earlier.outcome || !answer.outcome) return answer;
  const durationMs = earlier.outcome.durationMs + answer.outcome.durationMs;
  const firstTokenMs = earlier.outcome.firstTokenMs ?? answer.outcome.firstTokenMs;
  const timing = { durationMs, ...(firstTokenMs !== undefined && { firstTokenMs }) };
  return { ...answer, outcome: { ...answer.outcome, ...timing } };
}
