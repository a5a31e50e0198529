import { isObject, items, objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { parseRef } from '../../catalog/documents';
import type { ResourceRef } from '../../catalog/ref';

/** A passage that an answer is from. */
export interface AnswerPassage {
  readonly text: string;
  /** The chunk it is; absent where the service names none. */
  readonly chunk?: ResourceRef;
}

/** What came of a question. */
export interface AnswerResult {
  /** Empty where there is no answer. */
  readonly text: string;
  readonly passages: readonly AnswerPassage[];
  /** 0 to 1: how likely the answer is in the passages. */
  readonly probability: number | undefined;
  /** Why the question was not taken, in the service's word. */
  readonly blockReason: string;
  /** Why the answer ended, where that is not by itself. */
  readonly finishReason: string;
}

/** Reads an answer, whatever else it is. */
export function answerOf(answered: JsonObject, source: ResourceRef): AnswerResult {
  const candidate = objectAt(answered, 'answer');
  const finish = textAt(candidate, 'finishReason');
  const probability = answered.answerableProbability;
  const isProbability = typeof probability === 'number' && probability >= 0 && probability <= 1;
  return {
    text: textOf(objectAt(candidate, 'content')),
    passages: items(candidate.groundingAttributions)
      .filter(isObject)
      .map((attribution) => passageOf(attribution, source)),
    probability: isProbability ? probability : undefined,
    blockReason: textAt(objectAt(answered, 'inputFeedback'), 'blockReason'),
    finishReason: finish === 'STOP' || finish === 'FINISH_REASON_UNSPECIFIED' ? '' : finish,
  };
}

function passageOf(attribution: JsonObject, source: ResourceRef): AnswerPassage {
  const { connection, version } = source;
  const retrieved = objectAt(objectAt(attribution, 'sourceId'), 'semanticRetrieverChunk');
  const name = textAt(retrieved, 'chunk');
  const chunk = parseRef({ connection, version, kind: 'chunk', name });
  return { text: textOf(objectAt(attribution, 'content')), ...(chunk ? { chunk } : {}) };
}

function textOf(content: JsonObject): string {
  const parts = items(content.parts).filter(isObject);
  return parts.map((part) => textAt(part, 'text')).join('');
}
