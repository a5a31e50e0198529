import type { JsonObject, JsonValue } from '../api/schema/row';
import { requireRole } from './permissions';
import { type Call, type Handler, type HandlerRows, singleReply } from './call';
import { shownGeneral } from './fileStore';
import { toModelOperation } from './generatedMedia';
import { statePage } from './paging';
import { recordNotFound, requireRecord } from './records';
import type { Stored } from './state';
import { StatusError } from './status';
import { progressOf, toOperationResource, trainingOf, withTraining } from './tuning/training';
import type { HandlerContext } from './handlerContext';

// `returnPartialSuccess` has no effect, as all locations are always available.

const listOperations: Handler = (call, world) => {
  const isWanted = operationFilter(call.query.filter);
  const { items, ...next } = statePage(
    call,
    world,
    'operations',
    '',
    (stored) => isVisible(call, stored) && isWanted(shownGeneral(world, stored)),
  );
  return singleReply({ operations: items.map((stored) => shownGeneral(world, stored)), ...next });
};

/** Deletes the record of an operation but doesn't cancel its work. */
const deleteOperation: Handler = (call, world) => {
  const stored = requireRecord(world, 'operations', call.path.name ?? '');
  // Use the error of a missing operation, to hide that this one exists.
  if (!isVisible(call, stored)) throw recordNotFound(stored.name);
  world.state.remove('operations', stored.name);
  return singleReply({});
};

const listTuningOperations: Handler = (call, world) => {
  const model = requireRole(call, world, call.path.name ?? '', 'READER');
  const isWanted = operationFilter(call.query.filter);
  const shown = (stored: Stored) => toOperationResource(world, model, stored);
  const { items, ...next } = statePage(call, world, 'operations', model.name, (stored) =>
    isWanted(shown(stored)),
  );
  return singleReply({ operations: items.map(shown), ...next });
};

const getTuningOperation: Handler = (call, world) => {
  const name = call.path.name ?? '';
  const model = requireRole(call, world, name, 'READER');
  return singleReply(toOperationResource(world, model, requireRecord(world, 'operations', name)));
};

const listModelOperations: Handler = (call, world) => {
  const { name } = world.models.require(call.path.name ?? '', call.version, call.row).model;
  const isWanted = operationFilter(call.query.filter);
  const { items, ...next } = statePage(call, world, 'operations', name, (stored) =>
    isWanted(toModelOperation(world, stored)),
  );
  return singleReply({
    operations: items.map((stored) => toModelOperation(world, stored)),
    ...next,
  });
};

const getModelOperation: Handler = (call, world) =>
  singleReply(toModelOperation(world, requireRecord(world, 'operations', call.path.name ?? '')));

const getCorpusOperation: Handler = (call, world) => {
  const name = call.path.name ?? '';
  requireRole(call, world, name, 'READER');
  return singleReply(requireRecord(world, 'operations', name).resource);
};

/** Cancels a tuning job. Succeeds without effect if the job is over. */
const cancelTuningOperation: Handler = (call, world) => {
  const name = call.path.name ?? '';
  const model = requireRole(call, world, name, 'WRITER');
  requireRecord(world, 'operations', name);
  if (trainingOf(model)?.operation === name) cancelTraining(world, model);
  return singleReply({});
};

const cancelTunedModel: Handler = (call, world) => {
  cancelTraining(world, requireRole(call, world, call.path.name ?? '', 'WRITER'));
  return singleReply({});
};

function cancelTraining(world: HandlerContext, model: Stored): void {
  const training = trainingOf(model);
  const now = world.time.now();
  if (!training || progressOf(training, now).endedAt !== undefined) return;
  const hidden = withTraining(model.hidden, { ...training, cancelledAt: now });
  world.state.update('tunedModels', model.name, { hidden });
}

function isVisible({ caller }: Call, { hidden }: Stored): boolean {
  const owner = hidden.owner;
  return owner === undefined || (caller.kind === 'user' && caller.email === owner);
}

const DONE = /^\s*(not\s+|-)?done\s*[:=]\s*"?(true|false)"?\s*$/i;

/**
 * Returns a list filter. The live syntax isn't published; the emulator supports `done:true` and
 * `NOT done=true`. Throws 400 for others.
 */
export function operationFilter(filter: JsonValue | undefined): (operation: JsonObject) => boolean {
  if (typeof filter !== 'string' || filter.trim() === '') return () => true;
  const [match, not, value = ''] = DONE.exec(filter) ?? [];
  if (match === undefined) {
    throw new StatusError(400, 'Invalid filter: only done=true and done=false are understood.');
  }
  const isDone = (value.toLowerCase() === 'true') === (not === undefined);
  return ({ done }) => (done === true) === isDone;
}

export const operationHandlers = {
  'corpora.operations.get': getCorpusOperation,
  'models.operations.get': getModelOperation,
  'models.operations.list': listModelOperations,
  'operations.delete': deleteOperation,
  'operations.list': listOperations,
  'tunedModels.cancel': cancelTunedModel,
  'tunedModels.operations.cancel': cancelTuningOperation,
  'tunedModels.operations.get': getTuningOperation,
  'tunedModels.operations.list': listTuningOperations,
} as const satisfies HandlerRows;
