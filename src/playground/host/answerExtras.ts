import type { Message } from '../../api/schema/infer';
import type { ModelTurn } from '../conversation';

export type AnswerExtras = Pick<ModelTurn, 'answer' | 'alternatives' | 'embeddings'>;

/** What a turn keeps of an answer beside its content: the rest of it as it came, and the other candidates. */
export function answerExtras(answer: Message<'GenerateContentResponse'>): AnswerExtras {
  const { candidates = [] } = answer;
  const withoutContents = candidates.map(({ content: _, ...candidate }) => candidate);
  const rest = { ...answer, ...(candidates.length > 0 && { candidates: withoutContents }) };
  const contents = candidates.map(({ content }) => ({ role: 'model', ...content }));
  return {
    answer: rest,
    ...(contents.length > 1 && { alternatives: contents }),
  };
}
