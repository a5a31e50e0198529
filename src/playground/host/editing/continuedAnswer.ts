import type { Message } from '../../../api/schema/infer';
import type { JsonValue } from '../../../api/schema/row';
import type { ModelTurn } from '../../conversation';
import type { AnswerExtras } from '../answerExtras';

/**
 * What stays of an answer while its rest streams in, and then: what it was asked for, and its other
 * candidates. `extras` is what came with the rest; absent until that has ended.
 */
export function continuedAnswer(
  earlier: ModelTurn,
  content: Message<'Content'>,
  extras?: AnswerExtras,
): Omit<ModelTurn, 'outcome'> {
  const { outcome: _, ...kept } = earlier;
  const { alternatives, chosen = 0 } = earlier;
  return {
    ...kept,
    content,
    ...(alternatives && { alternatives: alternatives.with(chosen, content) }),
    ...(extras?.answer && { answer: joined(earlier, extras.answer) }),
  };
}

/** The answer that came last, with the candidates of the first beside the one that went on. */
function joined(
  { answer, chosen = 0 }: ModelTurn,
  last: NonNullable<AnswerExtras['answer']>,
): NonNullable<AnswerExtras['answer']> {
  const earlier = answer?.candidates;
  const [latest] = (Array.isArray(last.candidates) ? last.candidates : []) as JsonValue[];
  if (!Array.isArray(earlier) || earlier.length < 2 || latest === undefined) return last;
  return { ...last, candidates: earlier.with(chosen, latest) };
}
