import { isObject, items } from '../../../base/json';
import type { JsonObject } from '../../../api/schema/row';
import type { ModelTurn } from '../../conversation';

/** The answer of a turn as the service gave it, all pieces in one, with the contents back in its candidates. */
export function wholeAnswer(turn: ModelTurn): JsonObject {
  const { answer = {}, embeddings, mode } = turn;
  if (embeddings) {
    const vectors = embeddings.map((values) => ({ values }));
    return vectors.length === 1 ? { embedding: vectors[0] } : { embeddings: vectors };
  }
  const { candidates, promptFeedback, ...rest } = answer;
  const whole = candidatesOf(turn, items(candidates));
  if (mode === 'answer') {
    return {
      ...(whole[0] && { answer: whole[0] }),
      ...rest,
      ...(promptFeedback !== undefined && { inputFeedback: promptFeedback }),
    };
  }
  return {
    ...(whole.length > 0 && { candidates: whole }),
    ...(promptFeedback !== undefined && { promptFeedback }),
    ...rest,
  };
}

function candidatesOf(turn: ModelTurn, kept: readonly unknown[]): readonly JsonObject[] {
  const { content, alternatives, chosen = 0, mode } = turn;
  const hasContent = (content.parts ?? []).length > 0;
  const all = kept.length === 0 && hasContent ? [{}] : kept;
  return all.map((candidate, index) => {
    const fields = isObject(candidate) ? candidate : {};
    const own = alternatives?.[index] ?? (index === chosen ? content : undefined);
    const text = (own?.parts ?? []).map((part) => part.text ?? '').join('');
    // Legacy answers are read as candidates of today's, which have these two.
    const { finishReason: _reason, index: _index, ...legacy } = fields;
    if (mode === 'text') return { output: text, ...legacy };
    if (mode === 'message') return { ...legacy, content: text };
    const isEmpty = (own?.parts ?? []).length === 0;
    return isEmpty ? fields : { content: own, ...fields };
  });
}
