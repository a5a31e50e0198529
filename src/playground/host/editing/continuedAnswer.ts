import type { Message } from '../../../api/schema/infer';
import type { Continuation, ModelTurn } from '../../conversation';
import type { AnswerExtras } from '../answerExtras';
import { joinedAnswer } from '../inspect/joinedAnswer';

/**
 * What stays of an answer while its rest streams in, and then: what it was asked for, and its other
 * candidates. `extras` is what came with the rest; absent until that has ended.
 */
export function continuedAnswer(
  earlier: ModelTurn,
  content: Message<'Content'>,
  continuation: Continuation | undefined,
  extras?: AnswerExtras,
): Omit<ModelTurn, 'outcome'> {
  const { outcome: _, ...kept } = earlier;
  const { alternatives, chosen = 0 } = earlier;
  const answer =
    continuation && extras?.answer && joinedAnswer(earlier, extras.answer, content, continuation);
  return {
    ...kept,
    content,
    ...(continuation && { continuation }),
    ...(alternatives && { alternatives: alternatives.with(chosen, content) }),
    ...(answer && { answer }),
  };
}
