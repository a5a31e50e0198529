import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import type { Version } from '../../api/versions';
import type { Reply } from '../reply';
import type { ModelSeed } from '../seeds/model';
import { tokensFoundCached } from './cached';
import { checkInputLimit, checkRequest } from './checks';
import { readConversation } from './conversation';
import { cut, interleave, type Ending } from './cut';
import { draft } from './draft';
import { metadataOf } from './extras';
import { digest } from './hash';
import { answerRating, harmlessRatings, promptBlock, type Rating } from './safety';
import { stepsOf } from './steps';
import { signature } from './thoughts';
import { countTokens } from './tokens';
import { accidentIn, argumentOf, triggersIn, withoutTriggers, type Trigger } from './triggers';
import { PAGE_TOKENS } from './urls';
import { countPrompt, NOTHING_YET, usage, type PromptCount } from './usage';
import { wishesOf, type Wishes } from './wishes';

type Request = Message<'GenerateContentRequest'>;

const SLOW = { latency: 2000, rate: 5 };
const MOST_CANDIDATES = 8;

/**
 * Answers a request with the pieces that a stream sends. The same request gets the same pieces. Throws
 * `StatusError` for what the service refuses.
 * @param version what it has no field for is not made.
 */
export function generate(request: Request, model: ModelSeed, version: Version = 'v1beta'): Reply {
  checkRequest(request, model);
  const conversation = readConversation(request.contents ?? [], request.systemInstruction);
  const triggers = triggersIn(conversation.last);
  const prompt = promptOf(request, triggers);
  checkInputLimit(prompt.total, model);
  const fixed = {
    modelVersion: model.model.name.replace(/^models\//, ''),
    responseId: digest([model.model.name, request]).slice(0, 22),
  };
  const accident = accidentIn(triggers, fixed.modelVersion);
  const block = promptBlock(triggers, request.safetySettings ?? []);
  if (block) {
    const usageMetadata = usage(prompt, NOTHING_YET);
    const message = { promptFeedback: { ...block }, usageMetadata, ...fixed };
    return {
      steps: [{ message: message as unknown as JsonObject, tokens: 0 }],
      accident: accident?.accident,
    };
  }
  const has = (name: string): boolean => argumentOf(triggers, name) !== undefined;
  const wishes = wishesOf(request, conversation, version);
  const question = withoutTriggers(conversation.question);
  const ratings = has('ratings') ? { safetyRatings: harmlessRatings } : {};
  const drafts = Array.from({ length: candidatesOf(request, triggers) }, (_unused, index) =>
    draft(request, conversation, model, index, wishes),
  );
  const candidates = drafts.map((made, index) =>
    cut(made, {
      index,
      ending: endingOf(triggers, request),
      id: fixed.responseId,
      showThoughts:
        wishes.thinks || request.generationConfig?.thinkingConfig?.includeThoughts === true,
      sign: (number, part) =>
        wishes.thinks || model.model.thinking === true
          ? signature(`${fixed.responseId} ${index} ${number}`, part)
          : undefined,
      metadata: (text, partIndex) => metadataOf(wishes, question, text, partIndex, request),
      always: ratings,
    }),
  );
  const steps = stepsOf(interleave(candidates), {
    prompt,
    tools: toolTokens(wishes, drafts[0]?.before ?? []),
    fixed,
    first: has('ratings') ? { promptFeedback: { safetyRatings: harmlessRatings } } : {},
    isBare: has('bare'),
    hasUsage: !has('no-usage'),
  });
  const kept = accident ? steps.slice(0, accident.midway ? Math.ceil(steps.length / 2) : 0) : steps;
  return { steps: kept, accident: accident?.accident, speed: has('slow') ? SLOW : undefined };
}

function promptOf(request: Request, triggers: readonly Trigger[]): PromptCount {
  const count = countPrompt(request);
  return { ...count, cached: Math.max(count.cached, tokensFoundCached(triggers, count.total)) };
}

function candidatesOf(request: Request, triggers: readonly Trigger[]): number {
  const asked = Math.trunc(Number(argumentOf(triggers, 'candidates')));
  if (asked >= 1) return Math.min(asked, MOST_CANDIDATES);
  return request.generationConfig?.candidateCount ?? 1;
}

/** What tools gave the model to read. */
function toolTokens(wishes: Wishes, before: readonly { readonly part: JsonObject }[]): number {
  const pages = wishes.urls.filter(({ status }) => status === 'SUCCESS').length * PAGE_TOKENS;
  const runs = before
    .filter(({ part }) => part.inlineData === undefined)
    .reduce((sum, { part }) => sum + countTokens(JSON.stringify(part)), 0);
  return pages + runs;
}

function endingOf(triggers: readonly Trigger[], request: Request): Ending | undefined {
  const rating: Rating | undefined = answerRating(triggers, request.safetySettings ?? []);
  const safetyRatings = rating ? { safetyRatings: [{ ...rating }] } : {};
  if (rating?.blocked) return { midway: true, last: { finishReason: 'SAFETY', ...safetyRatings } };
  const argument = (name: string): string | undefined => argumentOf(triggers, name);
  if (argument('recitation') !== undefined) {
    return { midway: true, last: { finishReason: 'RECITATION' }, recites: true };
  }
  if (argument('no-finish') !== undefined) return { midway: true, last: undefined };
  const finishReason = argument('finish');
  if (finishReason) return { midway: false, last: { finishReason, finishMessage: 'Asked for.' } };
  return rating ? { midway: false, last: safetyRatings } : undefined;
}
