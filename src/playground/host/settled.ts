import type { ModelTurn, Outcome } from '../conversation';
import { hasContent } from '../turns';

type Usage = NonNullable<Outcome['usage']>;

/** What an answer is asked for. */
export type Mode =
  | { readonly kind: 'new' }
  /** Takes the place of this answer, and gives it back if nothing better came. */
  | { readonly kind: 'instead'; readonly of: ModelTurn }
  /** Adds to this answer. */
  | { readonly kind: 'continue'; readonly of: ModelTurn };

/**
 * The turn that stays once an answer has ended: with the time and the tokens that both requests took, or the earlier
 * answer where the new one brought nothing.
 */
export function settled(mode: Mode, answer: ModelTurn): ModelTurn {
  const earlier = mode.kind === 'new' ? undefined : mode.of;
  if (!earlier || !answer.outcome) return answer;
  if (mode.kind === 'continue') return withBoth(answer, earlier);
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

function withBoth(answer: ModelTurn, earlier: ModelTurn): ModelTurn {
  if (!earlier.outcome || !answer.outcome) return answer;
  const durationMs = earlier.outcome.durationMs + answer.outcome.durationMs;
  const firstTokenMs = earlier.outcome.firstTokenMs ?? answer.outcome.firstTokenMs;
  const usage = sumOf(earlier.outcome.usage, answer.outcome.usage);
  const timing = { durationMs, ...(firstTokenMs !== undefined && { firstTokenMs }) };
  return { ...answer, outcome: { ...answer.outcome, ...timing, ...(usage && { usage }) } };
}

/** The counts of both; what they are made of in detail is in the JSON of each answer. */
function sumOf(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (!one || !other) return one ?? other;
  const sum = new Map<string, number>();
  for (const [name, count] of [...Object.entries(one), ...Object.entries(other)]) {
    if (typeof count === 'number') sum.set(name, (sum.get(name) ?? 0) + count);
  }
  return Object.fromEntries(sum);
}
