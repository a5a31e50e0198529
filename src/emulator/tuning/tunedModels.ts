import type { Message } from '../../api/schema/infer';
import { TUNED_MODEL_ID } from '../../api/schema/fieldLimits';
import { maxLength, valueRange } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { findGrantee, grantOwner, isAtLeast, requireRole, type Role, roleOf } from '../access';
import { type Handler, singleReply } from '../call';
import type { Caller } from '../caller';
import { statePage } from '../paging';
import { applyPatch, parsePatch } from '../patch';
import { checkDisplayName, claimId, claimName, type IdRule, removeTree } from '../records';
import type { Stored } from '../state';
import { refuseProblems, StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';
import { datasetProblems } from './dataset';
import { toOperationResource, toTunedModelResource } from './tuningResources';
import { hyperparameterProblems, rangeProblems, readSource, startTraining } from './startTraining';

const MAX_NAME_LENGTH = maxLength('TunedModel', 'displayName');

export const createTunedModel: Handler = (call, world) => {
  const wanted = call.body as Message<'TunedModel'>;
  checkModel(call.body);
  const task = 'TunedModel.tuning_task';
  const { trainingData, hyperparameters = {} } = wanted.tuningTask ?? {};
  refuseProblems([
    ...datasetProblems(trainingData, `${task}.training_data`),
    ...hyperparameterProblems(hyperparameters, `${task}.hyperparameters`),
  ]);
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
  // Use the start time, regardless of how long it took to read the examples.
  return singleReply(toOperationResource(world, model, operation, at));
};

export const getTunedModel: Handler = (call, world) =>
  singleReply(
    toTunedModelResource(world, requireRole(call, world, call.path.name ?? '', 'READER')),
  );

export const listTunedModels: Handler = (call, world) => {
  const { filter } = call.query;
  const keep = tunedModelFilter(world, call.caller, typeof filter === 'string' ? filter : '');
  const { items, ...next } = statePage(call, world, 'tunedModels', '', keep);
  return singleReply({
    tunedModels: items.map((stored) => toTunedModelResource(world, stored)),
    ...next,
  });
};

export const patchTunedModel: Handler = (call, world) => {
  const stored = requireRole(call, world, call.path['tunedModel.name'] ?? '', 'WRITER');
  const resource = applyPatch(world, stored, parsePatch(call));
  checkModel(resource);
  world.state.update('tunedModels', stored.name, { resource });
  return singleReply(toTunedModelResource(world, { ...stored, resource }));
};

/** Deletes a tuned model with its permissions, operations and examples. */
export const deleteTunedModel: Handler = (call, world) => {
  const { name } = requireRole(call, world, call.path.name ?? '', 'OWNER');
  removeTree(world, 'tunedModels', name);
  return singleReply({});
};

function checkModel(resource: JsonObject): void {
  const wanted = resource as Message<'TunedModel'>;
  checkDisplayName('TunedModel', wanted.displayName, MAX_NAME_LENGTH);
  const ranges = {
    temperature: valueRange('TunedModel', 'temperature'),
    topP: valueRange('TunedModel', 'topP'),
    topK: valueRange('TunedModel', 'topK'),
  };
  refuseProblems(rangeProblems<Message<'TunedModel'>>(wanted, ranges, 'TunedModel'));
}

interface Sharing {
  readonly role: Role | undefined;
  readonly isPublic: boolean;
}

/** Filter operators. Writers can read, so each operator includes stronger roles. */
const operators: { readonly [operator: string]: (sharing: Sharing) => boolean } = {
  'owner:me': ({ role }) => isAtLeast(role, 'OWNER'),
  'writers:me': ({ role }) => isAtLeast(role, 'WRITER'),
  'readers:me': ({ role }) => isAtLeast(role, 'READER'),
  'readers:everyone': ({ isPublic }) => isPublic,
};

const OPERATOR = /^(owner|writers|readers):/;

/**
 * Returns a list filter: usable models that match all operators and words. Models shared with
 * everyone only match if requested. Throws 400 for invalid operator values.
 */
function tunedModelFilter(
  world: HandlerContext,
  caller: Caller,
  filter: string,
): (stored: Stored) => boolean {
  const terms = filter.split(/\s+/).filter((term) => term !== '');
  const tests = terms.filter((term) => OPERATOR.test(term)).map(readOperator);
  const words = terms.filter((term) => !OPERATOR.test(term)).map((term) => term.toLowerCase());
  const showsPublic = terms.includes('readers:everyone');
  return (stored) => {
    if (!hasWords(stored, words)) return false;
    const role = roleOf(world, caller, stored, true);
    const everyone = { granteeType: 'EVERYONE' };
    const isPublic = findGrantee(world, stored.name, everyone) !== undefined;
    if (role === undefined && !(isPublic && showsPublic)) return false;
    return tests.every((holds) => holds({ role, isPublic }));
  };
}

function readOperator(term: string): (sharing: Sharing) => boolean {
  const holds = Object.hasOwn(operators, term) ? operators[term] : undefined;
  if (holds) return holds;
  const known = Object.keys(operators).join(', ');
  throw new StatusError(400, `Invalid filter: ${term} is none of ${known}.`);
}

function hasWords({ resource }: Stored, words: readonly string[]): boolean {
  const { displayName = '', description = '' } = resource as Message<'TunedModel'>;
  const text = `${displayName}\n${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

const tunedModelId: IdRule = {
  shape: new RegExp(`^(?:${TUNED_MODEL_ID})$`),
  text: 'up to 40 lowercase letters, digits and dashes, a letter first, and no dash at the end',
};

/** Returns the text that a default ID derives from. Must start with a letter. */
function idSource(displayName = ''): string {
  const letters = displayName.normalize('NFKD').replace(/^[^a-z]+/i, '');
  return letters === '' ? 'tuned-model' : letters;
}
