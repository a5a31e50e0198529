import type { Message } from '../../api/schema/infer';
import { valueRange } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import type { Edition } from '../../api/versions';
import type { Script } from '../answers';
import { type Call, type Handler, type HandlerRows, type Reply, singleReply } from '../call';
import { digest } from '../digest';
import { requireActiveFile } from '../files';
import type { ModelSeed } from '../models';
import type { HandlerContext } from '../handlerContext';
import { badFields, StatusError } from '../status';
import { countTokens } from '../text';
import {
  findResponseFault,
  triggerArgument,
  type Trigger,
  triggersIn,
  withoutTriggers,
} from '../triggers';
import { takeImplicit, tokensFromCache } from './caching';
import { checkContents, type CheckedUse, checkInputLimit, checkRequest } from './checks';
import { readConversation } from './conversation';
import { draft } from './draft';
import { invocationParts, metadataOf } from './featureParts';
import { PAGE_TOKENS, type OutputFeatures, readOutputFeatures } from './outputFeatures';
import { type Ending, cut, interleave, stepsOf, toUnaryReply } from './streamPieces';
import {
  type ModalityCount,
  NOTHING_YET,
  type PromptCount,
  cachedTokens,
  countPrompt,
  modelStatusOf,
  usage,
  withImplicit,
} from './responseMetadata';
import { passagesFor } from './grounding';
import { scriptedReply } from './mockedReply';
import { answerRating, harmlessRatings, promptBlock, type Rating } from './safety';
import { signature } from './thoughts';

type Request = Message<'GenerateContentRequest'>;

export const streamGenerateContent: Handler = (call, world) =>
  generateWith(world.models.require(call.path.model ?? '', call.version, call.row), call, world);

/** Returns the response of a model as stream chunks. Throws like `generate`. */
export function generateWith(
  model: ModelSeed,
  call: Call,
  world: HandlerContext,
  purpose: CheckedUse['purpose'] = 'answer',
): Reply {
  const request = call.body as Request;
  const parts = (request.contents ?? []).flatMap((content) => content.parts ?? []);
  for (const { fileData } of parts) requireActiveFile(call, world, fileData?.fileUri ?? '');
  return generate(request, model, {
    version: call.version,
    purpose,
    cached: tokensFromCache(request, model, world),
    // Only responses of the model add to the implicit cache.
    begin: () => takeImplicit(world, call.caller, model, request),
    now: world.time.now(),
    passages: passagesFor(request, world),
    ...parseScript(call, world),
  });
}

export const generateContent: Handler = (call, world) =>
  toUnaryReply(streamGenerateContent(call, world));

export function parseScript(
  { script }: Call,
  { answers }: HandlerContext,
): { readonly script: Script | undefined; readonly given: ReadonlySet<string> } {
  return { script, given: answers.signatures };
}

const countPromptTokens: Handler = (call, world) => {
  const model = world.models.require(call.path.model ?? '', call.version, call.row);
  const request = call.body as Message<'CountTokensRequest'>;
  const wanted = request.generateContentRequest;
  const contents = request.contents ?? [];
  if (wanted && contents.length > 0) {
    throw badFields([
      '* CountTokensRequest: only one of contents and generate_content_request can be set.',
    ]);
  }
  // Counts tokens as if the request were sent, so the request must be valid.
  const { version } = call;
  if (wanted) checkRequest(wanted, model, { version, purpose: 'keep' });
  else checkContents({ contents }, 'keep');
  const fromCache = wanted ? tokensFromCache(wanted, model, world) : 0;
  const { total, details, cached } = countPrompt(wanted ?? { contents }, fromCache);
  if (!wanted && contents.length === 0) {
    throw badFields(['* CountTokensRequest.contents: contents is not specified']);
  }
  return singleReply({
    totalTokens: total,
    cachedContentTokenCount: cached,
    promptTokensDetails: details,
    cacheTokensDetails: cached > 0 ? [{ modality: 'TEXT', tokenCount: cached }] : [],
  });
};

function withModalities(request: Request, { modalities }: ModelSeed): Request {
  const config = request.generationConfig ?? {};
  if (!modalities || (config.responseModalities?.length ?? 0) > 0) return request;
  return { ...request, generationConfig: { ...config, responseModalities: [...modalities] } };
}

const SLOW = { latency: 2000, rate: 5 };
const [, MAX_CANDIDATES] = valueRange('GenerationConfig', 'candidateCount');

/**
 * Generates a deterministic response as stream chunks. Throws `StatusError` for invalid requests.
 * @param version omits output without a field in this version.
 * @param purpose selects the checks.
 * @param cached tokens from cached content.
 * @param begin called for a valid request, returns implicitly cached tokens.
 * @param passages search results of file search stores.
 * @param now adds `modelStatus` if the model is close to its shutdown.
 * @param script mock to use, taken if the request is valid.
 * @param given valid signatures from mocks.
 * @param isWhole ignores faults from trigger words.
 */
export function generate(
  request: Request,
  model: ModelSeed,
  {
    version,
    purpose = 'answer',
    cached = 0,
    begin,
    now,
    passages,
    script,
    given,
    isWhole = false,
  }: {
    readonly version: Edition;
    readonly purpose?: CheckedUse['purpose'];
    readonly cached?: number;
    readonly begin?: () => readonly ModalityCount[];
    readonly now?: number;
    readonly passages?: OutputFeatures['passages'];
    readonly script?: Script | undefined;
    readonly given?: ReadonlySet<string>;
    readonly isWhole?: boolean;
  },
): Reply {
  checkRequest(request, model, { version, purpose, given });
  const conversation = readConversation(request.contents ?? [], request.systemInstruction);
  const triggers = triggersIn(conversation.last);
  const counted = promptOf(request, triggers, cached);
  checkInputLimit(counted.total, model);
  const prompt = withImplicit(counted, begin?.() ?? []);
  const fixed = {
    modelVersion: model.answeredBy ?? model.model.name.replace(/^models\//, ''),
    responseId: digest([model.model.name, request]).slice(0, 22),
    ...(now === undefined ? {} : statusFields(model, triggers, now)),
  };
  const { responseLogprobs, logprobs = 0 } = request.generationConfig ?? {};
  const scripted =
    script &&
    scriptedReply(script.take(), {
      prompt,
      fixed,
      tools: 0,
      first: {},
      isBare: false,
      hasUsage: true,
      told: reportedStatus(request, prompt),
      model: model.model.name,
      signs: model.model.thinking === true,
      sign: signature,
      logprobs: responseLogprobs === true ? logprobs : undefined,
    });
  if (scripted) return scripted;
  const accident = isWhole ? undefined : findResponseFault(triggers, fixed.modelVersion);
  const block = promptBlock(triggers, request.safetySettings ?? []);
  if (block) {
    const usageMetadata = usage(prompt, NOTHING_YET);
    const message = { promptFeedback: { ...block }, usageMetadata, ...fixed };
    return {
      steps: [{ message: message as unknown as JsonObject, tokens: 0 }],
      accident: accident?.accident,
    };
  }
  const has = (name: string): boolean => triggerArgument(triggers, name) !== undefined;
  const asked = readOutputFeatures(withModalities(request, model), conversation, version);
  const features = { ...asked, passages };
  const question = withoutTriggers(conversation.question);
  const ratings = has('ratings') ? { safetyRatings: harmlessRatings } : {};
  const invoked = invocationParts(features, question, request, version);
  const drafts = Array.from({ length: candidatesOf(request, triggers) }, (_unused, index) =>
    draft(request, conversation, model, index, features, invoked),
  );
  const candidates = drafts.map((made, index) =>
    cut(made, {
      index,
      ending: finishOf(triggers, request),
      id: fixed.responseId,
      showThoughts:
        features.thinks || request.generationConfig?.thinkingConfig?.includeThoughts === true,
      sign: (number, part) =>
        features.thinks || model.model.thinking === true
          ? signature(`${fixed.responseId} ${index} ${number}`, part)
          : undefined,
      metadata: (text, partIndex) => metadataOf(features, question, text, partIndex, request),
      always: ratings,
    }),
  );
  const steps = stepsOf(interleave(candidates), {
    prompt,
    tools: toolTokens(features, drafts[0]?.before ?? []),
    fixed,
    first: has('ratings') ? { promptFeedback: { safetyRatings: harmlessRatings } } : {},
    isBare: has('bare'),
    hasUsage: !has('no-usage'),
    told: reportedStatus(request, prompt),
  });
  const kept = accident ? steps.slice(0, accident.midway ? Math.ceil(steps.length / 2) : 0) : steps;
  return { steps: kept, accident: accident?.accident, speed: has('slow') ? SLOW : undefined };
}

function statusFields(
  { model }: ModelSeed,
  triggers: readonly Trigger[],
  now: number,
): { readonly modelStatus?: JsonObject } {
  const modelStatus = modelStatusOf(model.name, triggers, now);
  return modelStatus ? { modelStatus } : {};
}

function reportedStatus(
  { serviceTier, continuationToken }: Request,
  { total }: PromptCount,
): JsonObject {
  return {
    ...(serviceTier === undefined || serviceTier === 'unspecified' ? {} : { serviceTier }),
    ...(continuationToken === undefined ? {} : { initialPromptTokenCount: total }),
  };
}

function promptOf(request: Request, triggers: readonly Trigger[], cached: number): PromptCount {
  const count = countPrompt(request, cached);
  return { ...count, cached: Math.max(count.cached, cachedTokens(triggers, count.total)) };
}

function candidatesOf(request: Request, triggers: readonly Trigger[]): number {
  const asked = Math.trunc(Number(triggerArgument(triggers, 'candidates')));
  if (asked >= 1) return Math.min(asked, MAX_CANDIDATES);
  return request.generationConfig?.candidateCount ?? 1;
}

function toolTokens(
  features: OutputFeatures,
  before: readonly { readonly part: JsonObject }[],
): number {
  const pages = features.urls.filter(({ status }) => status === 'SUCCESS').length * PAGE_TOKENS;
  const runs = before
    .filter(({ part }) => part.inlineData === undefined)
    .reduce((sum, { part }) => sum + countTokens(JSON.stringify(part)), 0);
  const passages = (features.passages ?? []).reduce((sum, { text }) => sum + countTokens(text), 0);
  return pages + runs + passages;
}

const CONTINUATION = Buffer.from('half').toString('base64');

function finishOf(triggers: readonly Trigger[], request: Request): Ending | undefined {
  const rating: Rating | undefined = answerRating(triggers, request.safetySettings ?? []);
  const safetyRatings = rating ? { safetyRatings: [{ ...rating }] } : {};
  if (rating?.blocked) return { midway: true, last: { finishReason: 'SAFETY', ...safetyRatings } };
  const argument = (name: string): string | undefined => triggerArgument(triggers, name);
  if (argument('recitation') !== undefined) {
    return { midway: true, last: { finishReason: 'RECITATION' }, recites: true };
  }
  if (request.continuationToken !== undefined) {
    if (request.continuationToken !== CONTINUATION) {
      throw new StatusError(400, 'The continuation token is invalid.');
    }
    return { midway: false, rest: true, last: {} };
  }
  if (argument('continuation') !== undefined) {
    const last = { finishReason: 'CONTINUATION', continuationToken: CONTINUATION };
    return { midway: true, last };
  }
  if (argument('no-finish') !== undefined) return { midway: true, last: undefined };
  const finishReason = argument('finish');
  if (finishReason) return { midway: false, last: { finishReason, finishMessage: 'Asked for.' } };
  return rating ? { midway: false, last: safetyRatings } : undefined;
}

export const generationHandlers = {
  'models.generateContent': generateContent,
  'models.streamGenerateContent': streamGenerateContent,
  'models.countTokens': countPromptTokens,
} as const satisfies HandlerRows;
