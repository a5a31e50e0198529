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
  if (!earlier?.outcome || !answer.outcome) return answer;
  if (mode.kind === 'continue') return withBothTimes(answer, earlier);
  if (hasContent(answer.content.parts ?? [])) return answer;
  if (!hasContent(earlier.content.parts ?? [])) return answer;
  const { failure } = answer.outcome;
  return failure ? { ...earlier, outcome: { ...earlier.outcome, failure } } : earlier;
}

function withBothTimes(answer: ModelTurn, earlier: ModelTurn): ModelTurn {
  if (!earlier.outcome || !answer.outcome) return answer;
  const durationMs = earlier.outcome.durationMs + answer.outcome.durationMs;
  const firstTokenMs = earlier.outcome.firstTokenMs ?? answer.outcome.firstTokenMs;
  const timing = { durationMs, ...(firstTokenMs !== undefined && { firstTokenMs }) };
  return { ...answer, outcome: { ...answer.outcome, ...timing } };
}
