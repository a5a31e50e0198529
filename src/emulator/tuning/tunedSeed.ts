import type { Message } from '../../api/schema/infer';
import { requireRole } from '../access';
import { methodOf, modelNotFound } from '../models';
import type { Call } from '../reply';
import type { ModelSeed } from '../seeds/model';
import { failedPrecondition } from '../status';
import type { World } from '../world';
import { recall } from './dataset';
import { shownTunedModel } from './shown';
import { baseOf } from './source';

/**
 * A tuned model as a model that answers: its base model with the settings and the memory of its own.
 * Throws 403 where the caller may not use it, 400 while it is not ready, 404 where its base model does not
 * serve the method.
 */
export function tunedSeed(call: Call, world: World): ModelSeed {
  const stored = requireRole(call, world, call.path.model ?? '', 'READER');
  const { name } = stored;
  const { state } = shownTunedModel(world, stored) as Message<'TunedModel'>;
  if (state !== 'ACTIVE') {
    // Its status is a guess, as no answer of the service was seen.
    throw failedPrecondition(`${name} is in the state ${state ?? ''} and cannot be used.`);
  }
  const base = world.models.find(baseOf(stored.resource), call.version);
  const method = methodOf(call.row) ?? '';
  if (!base?.model.supportedGenerationMethods.includes(method)) {
    throw modelNotFound(name, call.version, method);
  }
  const { temperature, topP, topK } = stored.resource as Message<'TunedModel'>;
  const own = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(topK === undefined ? {} : { topK }),
  };
  return {
    ...base,
    model: { ...base.model, ...own, name },
    recall: (text) => recall(world, name, text),
  };
}
