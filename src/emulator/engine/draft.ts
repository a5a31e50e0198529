import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject } from '../../base/json';
import { digest, seedOf } from '../digest';
import type { ModelSeed } from '../models';
import { shorten, takeTokens, words } from '../text';
import { triggersIn, withoutTriggers } from '../triggers';
import { compose, composeResults, echoIn } from './compose';
import type { Conversation } from './conversation';
import { notesOf, partsAfter, partsBefore, type WholePart } from './featureParts';
import { instanceOf } from './instance';
import { NO_OUTPUT_FEATURES, type OutputFeatures } from './outputFeatures';
import { think, thinkingTokens } from './thoughts';

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

type Declaration = Message<'FunctionDeclaration'>;

interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

/**
 * Returns function calls. ANY calls each function until it has a result, or agents would never finish; AUTO
 * calls functions named in the prompt or by `[[call:name]]`; NONE never calls.
 */
function toolCalls(request: Request, conversation: Conversation): readonly ToolCall[] {
  const config = request.toolConfig?.functionCallingConfig;
  const mode = config?.mode ?? 'AUTO';
  // VALIDATED acts like AUTO with valid arguments, which the emulator always generates.
  const isAuto = !['ANY', 'NONE'].includes(mode);
  const declared = (request.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []);
  const allowed = config?.allowedFunctionNames ?? [];
  const { answered, soFar } = conversation;
  const usable = declared.filter(
    ({ name = '' }) => (allowed.length === 0 || allowed.includes(name)) && !answered.includes(name),
  );
  const first = usable[0];
  if (mode === 'NONE' || !first || soFar || (isAuto && answered.length > 0)) return [];
  const named = usable.filter((row) => isNamed(row, conversation.question));
  const chosen =
    named.length > 0 ? named : mode === 'ANY' ? [bestOf(usable, first, conversation)] : [];
  const hinted =
    isAuto && chosen.length === 0
      ? usable.filter((row) => isHinted(row, conversation)).slice(0, 1)
      : [];
  return [...chosen, ...hinted].map((row, index) => toolCallTo(row, conversation, index));
}

function toolCallTo(row: Declaration, conversation: Conversation, index: number): ToolCall {
  const prompt = withoutTriggers(conversation.question);
  const schema = (row.parametersJsonSchema ?? row.parameters) as JsonValue | undefined;
  const args = schema === undefined ? {} : instanceOf(schema, prompt);
  const name = row.name ?? '';
  const id = `call-${digest([name, conversation.question, index]).slice(0, 8)}`;
  return { id, name, args: isObject(args) ? args : {} };
}

function isNamed(row: Declaration, question: string): boolean {
  const name = row.name ?? '';
  const called = triggersIn(question).some((one) => one.name === 'call' && one.argument === name);
  return (
    called || new RegExp(`(?<![\\w.-])${escape(name)}(?![\\w-])`).test(question.slice(0, 2000))
  );
}

function isHinted(row: Declaration, conversation: Conversation): boolean {
  const said = new Set(words(conversation.question).map((word) => word.toLowerCase()));
  return significantWords(row).some((word) => said.has(word));
}

function bestOf(
  usable: readonly Declaration[],
  first: Declaration,
  conversation: Conversation,
): Declaration {
  return usable.find((row) => isHinted(row, conversation)) ?? first;
}

/** Returns the significant words: `get_current_weather` → current, weather. */
function significantWords(row: Declaration): readonly string[] {
  return (row.name ?? '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= 4);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
