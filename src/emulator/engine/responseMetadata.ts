import { isShutDown, packedModel, type PackedModel, shutdownDate } from '../../api/modelPack';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import type { Content } from '../answers/index';
import { seedOf } from '../digest';
import { countTokens, takeTokens } from '../text';
import { type Trigger, triggerArgument } from '../triggers';

/** Token count of an image or page of any size. */
const MEDIA_TOKENS = 258;

const modalities: readonly (readonly [prefix: string, modality: string])[] = [
  ['image/', 'IMAGE'],
  ['video/', 'VIDEO'],
  ['audio/', 'AUDIO'],
  ['application/pdf', 'DOCUMENT'],
];

export interface PromptCount {
  readonly total: number;
  readonly details: readonly ModalityCount[];
  readonly cached: number;
  /** Cached tokens by modality. Default: text. */
  readonly cachedDetails?: readonly ModalityCount[];
}

// A type alias, as interfaces aren't assignable to JsonObject.
export type ModalityCount = {
  readonly modality: string;
  readonly tokenCount: number;
};

/**
 * Counts the prompt tokens of a request.
 * @param cached tokens of cached content, added to the own tokens.
 */
export function countPrompt(
  request: Pick<Message<'GenerateContentRequest'>, 'contents' | 'systemInstruction' | 'tools'>,
  cached = 0,
): PromptCount {
  const contents = [
    ...(request.contents ?? []),
    ...(request.systemInstruction ? [request.systemInstruction] : []),
  ];
  const counts = new Map<string, number>();
  const add = (modality: string, tokens: number): void => {
    if (tokens > 0) counts.set(modality, (counts.get(modality) ?? 0) + tokens);
  };
  for (const part of contents.flatMap((content) => content.parts ?? [])) {
    const media = part.inlineData ?? part.fileData;
    if (media) add(modalityOf(media.mimeType ?? ''), MEDIA_TOKENS);
    if (part.text !== undefined) add('TEXT', countTokens(part.text));
    const structure =
      part.functionCall ??
      part.functionResponse ??
      part.toolCall ??
      part.toolResponse ??
      part.executableCode;
    if (structure) add('TEXT', countTokens(JSON.stringify(structure)));
    if (part.codeExecutionResult) add('TEXT', countTokens(part.codeExecutionResult.output ?? ''));
  }
  if (request.tools && request.tools.length > 0) {
    add('TEXT', countTokens(JSON.stringify(request.tools)));
  }
  add('TEXT', cached);
  const details = [...counts].map(([modality, tokenCount]) => ({ modality, tokenCount }));
  return { total: details.reduce((sum, row) => sum + row.tokenCount, 0), details, cached };
}

function modalityOf(mimeType: string): string {
  return modalities.find(([prefix]) => mimeType.startsWith(prefix))?.[1] ?? 'TEXT';
}

interface AnswerCount {
  readonly candidates: ReadonlyMap<string, number>;
  readonly thoughts: number;
  readonly tools: number;
}

export const NOTHING_YET: AnswerCount = { candidates: new Map(), thoughts: 0, tools: 0 };

export function usage(
  prompt: PromptCount,
  { candidates, thoughts, tools }: AnswerCount,
): JsonObject {
  const details = [...candidates].map(([modality, tokenCount]) => ({ modality, tokenCount }));
  const answered = details.reduce((sum, row) => sum + row.tokenCount, 0);
  return {
    promptTokenCount: prompt.total,
    cachedContentTokenCount: prompt.cached,
    candidatesTokenCount: answered,
    thoughtsTokenCount: thoughts,
    toolUsePromptTokenCount: tools,
    totalTokenCount: prompt.total + answered + thoughts + tools,
    promptTokensDetails: prompt.details,
    cacheTokensDetails: prompt.cachedDetails ?? ofText(prompt.cached),
    candidatesTokensDetails: details.filter((row) => row.tokenCount > 0),
    toolUsePromptTokensDetails: ofText(tools),
  };
}

function ofText(tokenCount: number): readonly ModalityCount[] {
  return tokenCount > 0 ? [{ modality: 'TEXT', tokenCount }] : [];
}

export function cachedTokens(triggers: readonly Trigger[], total: number): number {
  const argument = triggerArgument(triggers, 'cached');
  if (argument === undefined) return 0;
  const wanted = argument === '' ? Math.floor(total / 2) : Math.trunc(Number(argument));
  return Math.min(Math.max(wanted || 0, 0), total);
}

export function withImplicit(count: PromptCount, found: readonly ModalityCount[]): PromptCount {
  if (count.cached > 0 || found.length === 0) return count;
  const cached = found.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  return { ...count, cached: Math.min(cached, count.total), cachedDetails: found };
}

/** Responses mention a shutdown from this time before it, in ms. */
const NEAR_SHUTDOWN = 180 * 24 * 60 * 60 * 1000;
/** Time to shutdown in ms for the `[[stage]]` trigger. */
const ASKED_SHUTDOWN = 30 * 24 * 60 * 60 * 1000;

/** Returns `modelStatus`. Undefined if no shutdown is close. @param now in emulator time. */
export function modelStatusOf(
  name: string,
  triggers: readonly Trigger[],
  now: number,
): JsonObject | undefined {
  const asked = triggerArgument(triggers, 'stage');
  if (asked !== undefined) {
    const day = new Date(now + ASKED_SHUTDOWN).toISOString().slice(0, 10);
    return toModelStatus(asked === '' ? 'DEPRECATED' : asked.toUpperCase(), day);
  }
  const packed = packedModel(name);
  if (!packed || isShutDown(packed, now)) return undefined;
  const stage = stageOf(packed, now);
  return stage === undefined ? undefined : toModelStatus(stage, packed.shutdown, packed.successor);
}

function stageOf({ stage, shutdown }: PackedModel, now: number): string | undefined {
  if (stage === 'deprecated') return 'DEPRECATED';
  const ends = shutdown !== undefined && shutdownDate(shutdown) - now <= NEAR_SHUTDOWN;
  if (stage === 'preview') return ends ? 'DEPRECATED' : 'PREVIEW';
  return ends ? 'LEGACY' : undefined;
}

function toModelStatus(modelStage: string, day?: string, successor?: string): JsonObject {
  const instead = successor === undefined ? '' : ` Please use ${successor}.`;
  return {
    modelStage,
    ...(day === undefined ? {} : { retirementTime: `${day}T00:00:00Z` }),
    message: `This model is ${modelStage.toLowerCase()}.${instead}`,
  };
}

interface LogprobToken {
  readonly token?: string;
  readonly logProbability?: number;
}

/** Maximum number of tokens with probabilities: each may have 20 alternatives. */
const MAX_LOGPROBS = 2000;
const VOCABULARY = 256_000;
const ALTERNATIVES = [' the', ' a', ',', '.', ' is', ' of', ' and', ' to', '\n', ' in'] as const;

/**
 * Returns invented `avgLogprobs` and `logprobsResult`. The chosen token is the most likely; each
 * alternative is half as likely as the previous one.
 * @param alternatives 0 to 20 per token.
 */
export function inventedLogprobs(text: string, alternatives: number): JsonObject {
  const chosenCandidates: (LogprobToken & JsonObject)[] = [];
  const topCandidates: JsonObject[] = [];
  let at = 0;
  while (at < text.length && chosenCandidates.length < MAX_LOGPROBS) {
    const token = takeTokens(text.slice(at, at + 64), 1).text;
    at += token.length;
    const seed = seedOf(token);
    const logProbability = -((seed % 500) + 1) / 1000;
    const left = Math.log(1 - Math.exp(logProbability));
    const chosen = { token, tokenId: seed % VOCABULARY, logProbability };
    chosenCandidates.push(chosen);
    const rest = Array.from({ length: Math.max(0, alternatives - 1) }, (_unused, index) => ({
      token: `${ALTERNATIVES[(seed + index) % ALTERNATIVES.length] ?? ''}${index < ALTERNATIVES.length ? '' : '…'}`,
      tokenId: (seed + index + 1) % VOCABULARY,
      logProbability: rounded(left - (index + 1) * Math.LN2),
    }));
    if (alternatives > 0) topCandidates.push({ candidates: [chosen, ...rest] });
  }
  return logprobsOf(chosenCandidates, topCandidates);
}

export function givenLogprobs(tokens: NonNullable<Content['logprobs']>): JsonObject {
  const named = ({ token = '', logProbability = 0 }: LogprobToken): LogprobToken & JsonObject => ({
    token,
    tokenId: seedOf(token) % VOCABULARY,
    logProbability,
  });
  const top = tokens.some((one) => one.top) ? tokens : [];
  return logprobsOf(
    tokens.map(named),
    top.map((one) => ({ candidates: (one.top ?? [one]).map(named) })),
  );
}

function logprobsOf(
  chosenCandidates: readonly (LogprobToken & JsonObject)[],
  topCandidates: readonly JsonObject[],
): JsonObject {
  if (chosenCandidates.length === 0) return {};
  const sum = chosenCandidates.reduce((all, { logProbability = 0 }) => all + logProbability, 0);
  return {
    avgLogprobs: rounded(sum / chosenCandidates.length),
    logprobsResult: { logProbabilitySum: rounded(sum), topCandidates, chosenCandidates },
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(7));
}
