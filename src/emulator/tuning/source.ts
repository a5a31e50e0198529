import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { requireRole } from '../access';
import { modelNotFound } from '../models';
import type { Call } from '../reply';
import type { ModelSeed } from '../seeds/model';
import { badFields, failedPrecondition, StatusError } from '../status';
import type { World } from '../world';
import { shownTunedModel } from './shown';

type TunedModel = Message<'TunedModel'>;

/** Models that list one of these can be tuned; the older one stands for the legacy text models. */
const METHODS = ['createTunedModel', 'createTunedTextModel'];

/** What a new tuned model is made from. */
export interface Source {
  /** As the new model tells of it: one of the two members of the oneof. */
  readonly told: JsonObject;
  /** The model below all tuning. */
  readonly base: ModelSeed;
}

/**
 * Reads what is to be tuned. Throws 400 where nothing is named or a tuned model is not ready, 403 for a
 * tuned model that the caller may not use, 404 for a model that is not there or can't be tuned.
 */
export function readSource(call: Call, world: World): Source {
  const { baseModel, tunedModelSource } = call.body as TunedModel;
  if (baseModel === undefined && !tunedModelSource) {
    const problem = "required oneof field 'source_model' must have one initialized field";
    throw badFields([`* TunedModel.source_model: ${problem}`]);
  }
  if (baseModel !== undefined) {
    if (!/^models\/[^/]+$/.test(baseModel)) throw badName('base_model', 'models/{id}');
    return { told: { baseModel }, base: requireTunable(call, world, baseModel) };
  }
  const tunedModel = tunedModelSource?.tunedModel ?? '';
  if (!/^tunedModels\/[^/]+$/.test(tunedModel)) {
    throw badName('tuned_model_source.tuned_model', 'tunedModels/{id}');
  }
  const source = requireRole(call, world, tunedModel, 'READER');
  const { state } = shownTunedModel(world, source);
  if (state !== 'ACTIVE') {
    throw failedPrecondition(`${tunedModel} is not ACTIVE, so that it cannot be tuned further.`);
  }
  const name = baseOf(source.resource);
  const told = { tunedModelSource: { tunedModel, baseModel: name } };
  return { told, base: requireTunable(call, world, name) };
}

/** The model below all tuning of a tuned one. */
export function baseOf(resource: JsonObject): string {
  const { baseModel, tunedModelSource } = resource as TunedModel;
  return baseModel ?? tunedModelSource?.baseModel ?? '';
}

function requireTunable({ version }: Call, world: World, name: string): ModelSeed {
  const found = world.models.find(name, version);
  const methods = found?.model.supportedGenerationMethods ?? [];
  if (found && METHODS.some((method) => methods.includes(method))) return found;
  throw modelNotFound(name, version, 'createTunedModel');
}

function badName(field: string, form: string): StatusError {
  return new StatusError(400, `* TunedModel.${field}: must have the form ${form}\n`);
}
