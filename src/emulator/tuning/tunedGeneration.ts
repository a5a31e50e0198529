import type { Message } from '../../api/schema/infer';
import { requireRole } from '../access';
import type { Call, Handler } from '../call';
import {
  generate,
  readConversation,
  parseScript,
  textReply,
  tokensFromCache,
  toUnaryReply,
} from '../engine';
import { methodOf, modelNotFound, type ModelSeed } from '../models';
import { refuseProblems, failedPrecondition, StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';
import { inputProblems, recallExample } from './dataset';
import { toTunedModelResource } from './tuningResources';
import { baseOf } from './startTraining';

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

export const tunedStreamGenerateContent: Handler = (call, world) => {
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

export const tunedGenerateText: Handler = (call, world) => {
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
