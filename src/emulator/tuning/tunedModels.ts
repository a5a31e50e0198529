import type { Message } from '../../api/schema/infer';
import { TUNED_MODEL_ID } from '../../api/schema/fieldLimits';
import { maxLength, valueRange } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { findGrantee, grantOwner, isAtLeast, requireRole, type Role, roleOf } from '../permissions';
import { type Call, type Handler, type HandlerRows, singleReply } from '../call';
import type { Caller } from '../caller';
import {
  generate,
  parseScript,
  readConversation,
  textReply,
  tokensFromCache,
  toUnaryReply,
} from '../engine/index';
import { methodOf, modelNotFound, type ModelSeed } from '../models';
import { statePage } from '../paging';
import { applyPatch, parsePatch } from '../patch';
import { checkDisplayName, claimId, claimName, type IdRule, removeTree } from '../records';
import type { Stored } from '../state';
import { failedPrecondition, refuseProblems, StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';
import { datasetProblems, inputProblems, recallExample } from './dataset';
import { toOperationResource, toTunedModelResource } from './training';
import {
  baseOf,
  hyperparameterProblems,
  rangeProblems,
  readSource,
  startTraining,
} from './startTraining';

const MAX_NAME_LENGTH = maxLength('TunedModel', 'displayName');

const createTunedModel: Handler = (call, world) => {
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

const getTunedModel: Handler = (call, world) =>
  singleReply(
    toTunedModelResource(world, requireRole(call, world, call.path.name ?? '', 'READER')),
  );

const listTunedModels: Handler = (call, world) => {
  const { filter } = call.query;
  const keep = tunedModelFilter(world, call.caller, typeof filter === 'string' ? filter : '');
  const { items, ...next } = statePage(call, world, 'tunedModels', '', keep);
  return singleReply({
    tunedModels: items.map((stored) => toTunedModelResource(world, stored)),
    ...next,
  });
};

const patchTunedModel: Handler = (call, world) => {
  const stored = requireRole(call, world, call.path['tunedModel.name'] ?? '', 'WRITER');
  const resource = applyPatch(world, stored, parsePatch(call));
  checkModel(resource);
  world.state.update('tunedModels', stored.name, { resource });
  return singleReply(toTunedModelResource(world, { ...stored, resource }));
};

/** Deletes a tuned model with its permissions, operations and examples. */
const deleteTunedModel: Handler = (call, world) => {
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

type Request = Message<'GenerateContentRequest'>;

/** Features that tuned models don't support. Uses the error message of other models that lack them. */
const unsupportedFeatures: readonly (readonly [
  what: string,
  asks: (request: Request) => boolean,
])[] = [
  ['Developer instruction', ({ systemInstruction }) => systemInstruction !== undefined],
  [
    'Function calling',
    ({ tools = [], toolConfig }) => tools.length > 0 || toolConfig !== undefined,
  ],
  ['JSON mode', ({ generationConfig }) => asksForJson(generationConfig ?? {})],
];

const tunedStreamGenerateContent: Handler = (call, world) => {
  const seed = tunedSeed(call, world);
  const request = call.body as Request;
  const asked = unsupportedFeatures.find(([, asks]) => asks(request));
  if (asked) throw new StatusError(400, `${asked[0]} is not enabled for ${seed.model.name}`);
  const { question } = readConversation(request.contents ?? [], undefined);
  refuseProblems(inputProblems(question, 'GenerateContentRequest.contents'));
  return generate(request, seed, {
    version: call.version,
    cached: tokensFromCache(request, seed, world),
    ...parseScript(call, world),
  });
};

export const tunedGenerateContent: Handler = (call, world) =>
  toUnaryReply(tunedStreamGenerateContent(call, world));

const tunedGenerateText: Handler = (call, world) => {
  const seed = tunedSeed(call, world);
  const { prompt } = call.body as Message<'GenerateTextRequest'>;
  refuseProblems(inputProblems(prompt?.text ?? '', 'GenerateTextRequest.prompt.text'));
  return textReply(call, seed);
};

function asksForJson(config: Message<'GenerationConfig'>): boolean {
  const { responseMimeType = '', responseSchema, responseJsonSchema } = config;
  const isText = responseMimeType === '' || responseMimeType === 'text/plain';
  return !isText || responseSchema !== undefined || responseJsonSchema !== undefined;
}

/**
 * Returns a tuned model as its base model with its own settings and examples. Throws 403 without access, 400
 * if not ready, 404 if the base model doesn't support the method.
 */
export function tunedSeed(call: Call, world: HandlerContext): ModelSeed {
  const stored = requireRole(call, world, call.path.model ?? '', 'READER');
  const { name } = stored;
  const { state } = toTunedModelResource(world, stored) as Message<'TunedModel'>;
  if (state !== 'ACTIVE') {
    // The status is a guess; the live response is unknown.
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
    recall: (text) => recallExample(world, name, text),
  };
}

export const tunedModelHandlers = {
  'tunedModels.create': createTunedModel,
  'tunedModels.delete': deleteTunedModel,
  'tunedModels.generateContent': tunedGenerateContent,
  'tunedModels.streamGenerateContent': tunedStreamGenerateContent,
  'tunedModels.generateText': tunedGenerateText,
  'tunedModels.get': getTunedModel,
  'tunedModels.list': listTunedModels,
  'tunedModels.patch': patchTunedModel,
} as const satisfies HandlerRows;
