import type { CallOutput } from '../../api/call';
import { answeringModel, ignoresSampling, packedModel } from '../../api/modelPack';
import type { JsonObject } from '../../api/schema/row';
import type { ModelInfo } from '../model/protocol';

/** All that can be said of a model which the service has not described. */
export function unknownModel(name: string): ModelInfo {
  return { name, displayName: name.replace(/^(models|tunedModels)\//, ''), thinking: false };
}

/** What is known of a model, by its resource and by the documents. */
export function modelInfo(item: JsonObject): ModelInfo {
  const model = item as CallOutput<'models.get'>;
  const known = unknownModel(model.name ?? '');
  return {
    ...known,
    ...(model.displayName && { displayName: model.displayName }),
    thinking: model.thinking ?? false,
    ...(model.supportedGenerationMethods && { methods: model.supportedGenerationMethods }),
    ...pick(model, ['inputTokenLimit', 'outputTokenLimit', 'temperature', 'maxTemperature']),
    ...pick(model, ['topP', 'topK']),
    ...packedFacts(known.name),
  };
}

/** What the documents say of a model, and its own row does not. */
function packedFacts(name: string): Partial<ModelInfo> {
  const packed = packedModel(name);
  if (!packed) return {};
  const answering = answeringModel(packed, Date.now());
  const { kind, thinking } = answering;
  const how = typeof thinking === 'object' ? thinking : {};
  return {
    use: kind,
    ...(how.levels && { levels: how.levels }),
    ...(how.default !== undefined && { level: how.default }),
    ...(how.budget && { budget: how.budget }),
    ...(ignoresSampling(answering) && { ignoresSampling: true as const }),
  };
}

function pick<T extends object, K extends keyof T>(source: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(
    keys.filter((key) => source[key] !== undefined).map((key) => [key, source[key]]),
  ) as Pick<T, K>;
}
