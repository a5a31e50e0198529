import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject } from '../../base/json';

const RESULT = 'function_result';

/**
 * Moves function results from user content to separate steps, because clients send both forms. Leaves the
 * rest unchanged.
 */
export function withResultSteps(body: JsonValue): JsonValue {
  if (!isObject(body) || !Array.isArray(body.input)) return body;
  const input = body.input as readonly JsonValue[];
  if (!input.some((step) => resultsIn(step).length > 0)) return body;
  return { ...body, input: input.flatMap(stepsOf) };
}

function resultsIn(step: JsonValue | undefined): readonly JsonValue[] {
  return contentOf(step).filter(isResult);
}

function contentOf(step: JsonValue | undefined): readonly JsonValue[] {
  if (!isObject(step) || step.type !== 'user_input' || !Array.isArray(step.content)) return [];
  return step.content as readonly JsonValue[];
}

const isResult = (block: JsonValue): boolean => isObject(block) && block.type === RESULT;

/** Puts results before the rest of the content, as they belong to the previous calls. */
function stepsOf(step: JsonValue): readonly JsonValue[] {
  const results = resultsIn(step);
  if (results.length === 0) return [step];
  const content = contentOf(step).filter((block) => !isResult(block));
  return content.length === 0 ? results : [...results, { ...(step as JsonObject), content }];
}
