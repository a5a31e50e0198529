import type { Message } from '../../api/schema/infer';
import { longestOf, rangeOf } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { grantOwner, requireRole } from '../access';
import { statePage } from '../paging';
import { single, type Handler } from '../reply';
import { checkDisplayName } from '../resources/limits';
import { claimId, claimName } from '../resources/naming';
import { removeWhole } from '../resources/remove';
import { patched, patchOf } from '../resources/update';
import { badFields } from '../status';
import { datasetProblems } from '../tuning/dataset';
import { tunedModelFilter } from '../tuning/filter';
import { hyperparameterProblems, rangeProblems } from '../tuning/hyperparameters';
import { idSource, tunedModelId } from '../tuning/id';
import { shownOperation } from '../tuning/operation';
import { shownTunedModel } from '../tuning/shown';
import { readSource } from '../tuning/source';
import { startTraining } from '../tuning/start';

const LONGEST_NAME = longestOf('TunedModel', 'displayName');

export const createTunedModel: Handler = (call, world) => {
  const wanted = call.body as Message<'TunedModel'>;
  check(call.body);
  const task = 'TunedModel.tuning_task';
  const { trainingData, hyperparameters = {} } = wanted.tuningTask ?? {};
  const problems = [
    ...datasetProblems(trainingData, `${task}.training_data`),
    ...hyperparameterProblems(hyperparameters, `${task}.hyperparameters`),
  ];
  if (problems.length > 0) throw badFields(problems);
  const source = readSource(call, world);
  const { tunedModelId: id } = call.query;
  const asked = { kind: 'tunedModels', parent: '' } as const;
  const name =
    typeof id === 'string' && id !== ''
      ? claimId(world, { ...asked, id, field: 'tuned_model_id', rule: tunedModelId })
      : claimName(world, { ...asked, displayName: idSource(wanted.displayName) });
  const { caller, version } = call;
  const at = world.time.now();
  const { model, operation } = startTraining(world, { name, caller, version, source, wanted, at });
  grantOwner(world, caller, name);
  // As it begins, however long it took to read the examples.
  return single(shownOperation(world, model, operation, at));
};

export const getTunedModel: Handler = (call, world) =>
  single(shownTunedModel(world, requireRole(call, world, call.path.name ?? '', 'READER')));

export const listTunedModels: Handler = (call, world) => {
  const { filter } = call.query;
  const keep = tunedModelFilter(world, call.caller, typeof filter === 'string' ? filter : '');
  const { items, ...next } = statePage(call, world, 'tunedModels', '', keep);
  return single({ tunedModels: items.map((stored) => shownTunedModel(world, stored)), ...next });
};

export const patchTunedModel: Handler = (call, world) => {
  const stored = requireRole(call, world, call.path['tunedModel.name'] ?? '', 'WRITER');
  const resource = patched(world, stored, patchOf(call));
  check(resource);
  world.state.update('tunedModels', stored.name, { resource });
  return single(shownTunedModel(world, { ...stored, resource }));
};

/** With all that belongs to it: permissions, operations and what it learned from. */
export const deleteTunedModel: Handler = (call, world) => {
  const { name } = requireRole(call, world, call.path.name ?? '', 'OWNER');
  removeWhole(world, 'tunedModels', name);
  return single({});
};

function check(resource: JsonObject): void {
  const wanted = resource as Message<'TunedModel'>;
  checkDisplayName('TunedModel', wanted.displayName, LONGEST_NAME);
  const ranges = {
    temperature: rangeOf('TunedModel', 'temperature'),
    topP: rangeOf('TunedModel', 'topP'),
    topK: rangeOf('TunedModel', 'topK'),
  };
  const problems = rangeProblems<Message<'TunedModel'>>(wanted, ranges, 'TunedModel');
  if (problems.length > 0) throw badFields(problems);
}
