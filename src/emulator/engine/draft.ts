import type { Message } from '../../api/schema/infer';
import type { JsonValue } from '../../api/schema/row';
import { seedOf } from '../digest';
import type { ModelSeed } from '../models';
import { shorten, takeTokens } from '../text';
import { withoutTriggers } from '../triggers';
import { compose, composeResults, echoIn } from './compose';
import type { Conversation } from './conversation';
import { notesOf, partsAfter, partsBefore, type WholePart } from './featureParts';
import { instanceOf } from './instance';
import { NO_OUTPUT_FEATURES, type OutputFeatures } from './outputFeatures';
import { thinkingTokens } from './thinking';
import { think } from './thoughts';
import { type ToolCall, toolCalls } from './tools';

export interface Draft {
  readonly thoughts: string;
  readonly before: readonly WholePart[];
  readonly text: string;
  readonly after: readonly WholePart[];
  readonly calls: readonly ToolCall[];
  readonly finishReason: string;
}

type Request = Message<'GenerateContentRequest'>;

/**
 * Creates a candidate within the limits of the request.
 * @param features output other than text; none for legacy models.
 * @param invoked built-in tools that were called.
 */
export function draft(
  request: Request,
  conversation: Conversation,
  model: ModelSeed,
  candidate: number,
  features: OutputFeatures = NO_OUTPUT_FEATURES,
  invoked: readonly WholePart[] = [],
): Draft {
  const config = request.generationConfig ?? {};
  const limit = config.maxOutputTokens ?? model.model.outputTokenLimit;
  const thoughts = thoughtsOf(config, conversation, model, limit, features.thinks);
  const calls = toolCalls(request, conversation);
  if (calls.length > 0) {
    return { thoughts, before: [], text: '', after: [], calls, finishReason: 'STOP' };
  }
  const prompt = withoutTriggers(conversation.question);
  const budget = new TokenBudget(limit - takeTokens(thoughts, limit).tokens);
  const before = budget.takeParts([...invoked, ...partsBefore(features, prompt)]);
  const whole = features.hasText
    ? answerText(config, conversation, model, candidate, features)
    : '';
  const sent = conversation.soFar;
  const text = sent === undefined ? whole : (resume(whole, sent) ?? continueAfter(sent.join('')));
  const taken = budget.takeText(beforeStop(text, config.stopSequences ?? []));
  const after = budget.takeParts(partsAfter(features, prompt, request, candidate));
  const finishReason = budget.isCut ? 'MAX_TOKENS' : 'STOP';
  return { thoughts, before, text: taken, after, calls, finishReason };
}

/** The remaining output tokens. The response ends before the first part that doesn't fit. */
class TokenBudget {
  #left: number;
  #isCut = false;

  constructor(tokens: number) {
    this.#left = Math.max(0, tokens);
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  takeText(text: string): string {
    if (this.#isCut) return '';
    const taken = takeTokens(text, this.#left);
    this.#left -= taken.tokens;
    this.#isCut = taken.text.length < text.length;
    return taken.text;
  }

  takeParts(parts: readonly WholePart[]): readonly WholePart[] {
    return parts.filter(({ tokens }) => {
      if (tokens > this.#left) this.#isCut = true;
      if (this.#isCut) return false;
      this.#left -= tokens;
      return true;
    });
  }
}

function thoughtsOf(
  config: Message<'GenerationConfig'>,
  conversation: Conversation,
  model: ModelSeed,
  limit: number,
  isAsked: boolean,
): string {
  const thinks = isAsked || model.model.thinking === true;
  if (!thinks || conversation.soFar) return '';
  // Reserve half of the tokens for text, so that a continuation always makes progress.
  return think(conversation, thinkingTokens(config.thinkingConfig ?? {}, Math.floor(limit / 2)));
}

function answerText(
  config: Message<'GenerationConfig'>,
  conversation: Conversation,
  model: ModelSeed,
  candidate: number,
  features: OutputFeatures,
): string {
  const prompt = withoutTriggers(conversation.question);
  const learned = model.recall?.(prompt);
  if (learned !== undefined) return learned;
  const echo = echoIn(conversation.question);
  if (echo !== undefined && conversation.responses.length === 0) return echo;
  const { text } = config.responseFormat ?? {};
  const schema: JsonValue | undefined =
    config.responseJsonSchema ?? config.responseSchema ?? text?.schema;
  const isJson = schema !== undefined || text?.mimeType === 'APPLICATION_JSON';
  const mimeType = config.responseMimeType ?? (isJson ? 'application/json' : '');
  if (mimeType === 'text/x.enum') {
    const chosen = instanceOf(schema ?? {}, prompt);
    return typeof chosen === 'string' ? chosen : JSON.stringify(chosen);
  }
  if (mimeType === 'application/json') {
    const plain = {
      emulated: true,
      turn: conversation.earlier.length + 1,
      prompt: shorten(prompt, 160),
    };
    return JSON.stringify(schema === undefined ? plain : instanceOf(schema, prompt), undefined, 2);
  }
  if (conversation.responses.length > 0) return composeResults(conversation);
  const seed = seedOf([model.model.name, conversation.system, conversation.earlier, prompt]);
  return compose(conversation, seed + candidate, candidate, notesOf(features, prompt));
}

function continueAfter(sent: string): string {
  const end = shorten(Array.from(sent.slice(-120)).slice(-60).join(''), 60);
  return `\n\nI go on after “${end}”: there is nothing more that rules could add to it.`;
}

function beforeStop(text: string, stops: readonly string[]): string {
  const ends = stops.map((stop) => text.indexOf(stop)).filter((end) => end >= 0);
  return ends.length > 0 ? text.slice(0, Math.min(...ends)) : text;
}

/**
 * Returns the rest of a response after the sent parts, ignoring whitespace at the seams, which clients trim.
 * Undefined if the response doesn't start with the parts.
 */
function resume(answer: string, sent: readonly string[]): string | undefined {
  let at = 0;
  for (const part of sent) {
    const next = skipPart(answer, at, part);
    if (next === undefined) return undefined;
    at = next;
  }
  return answer.slice(at);
}

function skipPart(answer: string, at: number, part: string): number | undefined {
  if (answer.startsWith(part, at)) return at + part.length;
  const trimmed = part.trim();
  let start = at;
  while (start < answer.length && /\s/.test(answer.charAt(start))) start += 1;
  return answer.startsWith(trimmed, start) ? start + trimmed.length : undefined;
}
