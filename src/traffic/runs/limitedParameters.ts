import {
  answeringModel,
  ignoredParameters,
  type LimitedParameter,
  packedModel,
  rejectedParameters,
  type RejectedParameter,
} from '../../api/modelPack';
import { isObject, type JsonValue } from '../../base/json';
import type { NormalRequest } from './normalRequest';

interface LimitedParameters {
  readonly ignored: readonly LimitedParameter[];
  readonly rejected: readonly RejectedParameter[];
}

/** Returns the parameters of a request that its model ignores or rejects. */
export function limitedParameters(request: NormalRequest, at: number): LimitedParameters {
  const packed = packedModel(request.model);
  if (!packed) return { ignored: [], rejected: [] };
  const model = answeringModel(packed, at);
  const isUsed = (name: LimitedParameter): boolean => uses(request, name);
  return {
    ignored: ignoredParameters(model).filter(isUsed),
    rejected: rejectedParameters(model).filter(isUsed),
  };
}

/** Whether a request sets a parameter to a value that matters. */
function uses({ config, contents, cached }: NormalRequest, name: LimitedParameter): boolean {
  switch (name) {
    case 'modelTurn':
      return contents.at(-1)?.role === 'model';
    case 'cachedContent':
      return cached !== '';
    case 'thinkingBudget':
      return fieldIn(fieldIn(config, 'thinkingConfig'), name) !== undefined;
    case 'candidateCount':
      return Number(fieldIn(config, name) ?? 1) > 1;
    case 'temperature':
    case 'topP':
      // The value 1 changes nothing.
      return (fieldIn(config, name) ?? 1) !== 1;
    default:
      return fieldIn(config, name) !== undefined;
  }
}

/** Returns a field in either spelling. Undefined if missing or null. */
function fieldIn(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (!isObject(value)) return undefined;
  const snake = name.replace(/[A-Z]/, (upper) => `_${upper.toLowerCase()}`);
  return value[name] ?? value[snake] ?? undefined;
}
