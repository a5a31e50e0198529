import * as l10n from '@vscode/l10n';
import { ServiceError, TransportError, type TransportReason } from '../../api/errors';
import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { parseJson } from '../../platform/jsonPath';
import type {
  Conversation,
  Failure,
  FinishStatus,
  Fix,
  ModelTurn,
  TurnResult,
} from '../model/conversation';
import { settingsModeOf } from '../model/modes';
import { responseFormat } from '../model/requestFields';
import { hasAnswer, hasContent } from '../model/turns';
import type { AnswerExtras } from './mergeAnswer';
import { SchemaCheck } from './schemaCheck';

export interface CollectedResponse {
  readonly parts: readonly Message<'Part'>[];
  readonly finishReason?: string | undefined;
  readonly finishMessage?: string | undefined;
  readonly safetyRatings?: readonly Message<'SafetyRating'>[] | undefined;
  readonly promptFeedback?: Message<'GenerateContentResponse.PromptFeedback'> | undefined;
  readonly usage?: Message<'GenerateContentResponse.UsageMetadata'> | undefined;
  readonly hasVectors?: boolean;
  readonly verdict?: FinishStatus;
  readonly failure?: Failure;
  /** Whether the response consists of steps, which can't be continued by a prompt. */
  readonly isOfSteps?: boolean;
  readonly hasSteps?: boolean;
  /** Whether the response continues on the server and can be resumed. */
  readonly isResumable?: boolean;
  readonly isStored?: boolean;
}

export interface AnswerCollector {
  /** Called when a request was sent, with the time in ms since the first one. */
  sent?(now: number): void;
  /** Adds a chunk and returns whether it had content. Throws `AppError` (`badAnswer`). */
  add(piece: unknown, now: number): boolean;
  readonly content: Message<'Content'>;
  readonly extras: AnswerExtras;
  readonly answer: CollectedResponse;
}

export type Ending =
  | { readonly kind: 'ended' }
  | { readonly kind: 'stopped'; readonly by?: Interruption }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly promptRefused: boolean;
      readonly verdict: FinishStatus;
    };

/** Cause of an interruption: the user or the environment. */
export type Interruption = 'user' | 'tab' | 'window' | 'conversation';

interface Timing {
  /** Time in ms from sending to the first text; undefined without text. */
  readonly firstTokenMs: number | undefined;
  readonly durationMs: number;
}

/** Final statuses by finish reason; others become `other` and are shown by name. */
const FINISH: ReadonlyMap<string, FinishStatus> = new Map(
  Object.entries({
    STOP: 'complete',
    MAX_TOKENS: 'maxTokens',
    SAFETY: 'blocked',
    BLOCKLIST: 'blocked',
    PROHIBITED_CONTENT: 'blocked',
    SPII: 'blocked',
    IMAGE_SAFETY: 'blocked',
    IMAGE_PROHIBITED_CONTENT: 'blocked',
    RECITATION: 'recitation',
    IMAGE_RECITATION: 'recitation',
    PUP_LIMITED_DISABLED: 'accountLimited',
    // The enum's default value, used for "no reason given".
    FINISH_REASON_UNSPECIFIED: 'unfinished',
  } as const),
);

/** The enum's default value, used for "not blocked". */
const NOT_BLOCKED = 'BLOCK_REASON_UNSPECIFIED';

/**
 * Determines the final status. A broken connection is `lost` even after a finish reason, because
 * some models send one with every chunk.
 */
export function classifyAnswer(
  answer: CollectedResponse,
  ending: Ending,
  timing: Timing,
): TurnResult {
  const verdict = verdictOf(answer, ending);
  const failure =
    ending.kind === 'failed'
      ? ending.failure
      : ending.kind === 'stopped'
        ? interruption(ending.by ?? 'user')
        : ownFailure(answer, verdict);
  const isEmpty = !holdsSomething(answer) && !answer.hasVectors;
  const blockReason = answer.promptFeedback?.blockReason;
  const ratings =
    verdict === 'promptBlocked' ? answer.promptFeedback?.safetyRatings : answer.safetyRatings;
  return {
    verdict,
    durationMs: timing.durationMs,
    ...(timing.firstTokenMs !== undefined && { firstTokenMs: timing.firstTokenMs }),
    ...(answer.finishReason !== undefined && { finishReason: answer.finishReason }),
    ...(answer.finishMessage !== undefined && { finishMessage: answer.finishMessage }),
    ...(blockReason !== undefined && { blockReason }),
    ...(ratings !== undefined && { safetyRatings: ratings }),
    ...(answer.usage !== undefined && { usage: answer.usage }),
    ...(failure && { failure: withContinue(failure, answer, verdict) }),
    ...(isRefused(ending, verdict) && !hasContent(answer.parts) && { promptRefused: true }),
    ...(UNANSWERED.has(verdict) && isEmpty && { unanswered: true }),
  };
}

function holdsSomething({ parts, hasSteps }: CollectedResponse): boolean {
  return hasSteps === true || hasContent(parts);
}

/** Statuses after which an unanswered message isn't resent automatically. */
const UNANSWERED: ReadonlySet<FinishStatus> = new Set(['failed', 'stopped', 'interrupted']);

/** The server or a gateway answered, but not with a valid response. */
const MALFORMED: ReadonlySet<TransportReason> = new Set([
  'empty',
  'notJson',
  'tooLarge',
  'redirect',
] as const);

export function endingOf(error: unknown): FinishStatus {
  if (error instanceof ServiceError) return 'serviceFailed';
  if (!(error instanceof TransportError)) return 'interrupted';
  if (MALFORMED.has(error.reason)) return 'malformed';
  return error.reason === 'idle' || error.reason === 'timeout' ? 'stalled' : 'lost';
}

function interruption(by: Interruption): Failure | undefined {
  const fixes = ['retry'] as const;
  switch (by) {
    case 'user':
      return undefined;
    case 'tab':
      return { message: l10n.t('The tab was closed while this response was arriving.'), fixes };
    case 'window':
      return {
        message: l10n.t('The window was closed or reloaded while this response was arriving.'),
        fixes,
      };
    case 'conversation':
      return {
        message: l10n.t('Another conversation was started while this response was arriving.'),
        fixes,
      };
  }
}

function verdictOf(answer: CollectedResponse, ending: Ending): FinishStatus {
  if (ending.kind === 'stopped') {
    return (ending.by ?? 'user') === 'user' ? 'stopped' : 'interrupted';
  }
  if (ending.kind === 'failed') return holdsSomething(answer) ? ending.verdict : 'failed';
  if (answer.verdict !== undefined) return stepsVerdict(answer, answer.verdict);
  if (answer.finishReason !== undefined) return FINISH.get(answer.finishReason) ?? 'other';
  if ((answer.promptFeedback?.blockReason ?? NOT_BLOCKED) !== NOT_BLOCKED) return 'promptBlocked';
  return hasContent(answer.parts) ? 'unfinished' : 'failed';
}

/** A response without content that the API ended has failed. */
function stepsVerdict(answer: CollectedResponse, verdict: FinishStatus): FinishStatus {
  return verdict === 'serviceFailed' && !holdsSomething(answer) ? 'failed' : verdict;
}

/** A rejected continuation doesn't affect the original message. */
function isRefused(ending: Ending, verdict: FinishStatus): boolean {
  return verdict === 'promptBlocked' || (ending.kind === 'failed' && ending.promptRefused);
}

function ownFailure(answer: CollectedResponse, verdict: FinishStatus): Failure | undefined {
  if (answer.failure) return answer.failure;
  switch (verdict) {
    case 'failed':
      return {
        message: l10n.t('The API returned an empty response without a reason.'),
        hint: l10n.t('Try again, or select another model.'),
        fixes: ['retry', 'chooseModel', 'showLog'],
      };
    case 'unfinished':
      return {
        message: l10n.t('The response has no finish reason, so it might be incomplete.'),
        fixes: ['retry'],
      };
    case 'promptBlocked':
      if (hasContent(answer.parts)) {
        return {
          message: l10n.t('The rest of this response was blocked.'),
          hint: l10n.t('The text so far was saved. Rephrase your request to continue.'),
          fixes: [],
        };
      }
      return {
        message: l10n.t('This message was blocked.'),
        hint: l10n.t('Rephrase it. The blocked message isn’t sent with later messages.'),
        fixes: [],
      };
    case 'maxTokens':
      if (hasAnswer(answer.parts)) return undefined;
      return {
        message: l10n.t('The token limit was reached before the response had any text.'),
        hint: l10n.t('Thinking counts too. Increase the maximum output tokens, then try again.'),
        fixes: ['retry'],
      };
    case 'complete':
      if (answer.hasVectors || hasAnswer(answer.parts)) return undefined;
      if (answer.isOfSteps && answer.hasSteps) return undefined;
      return {
        message: l10n.t('The model finished without a response.'),
        fixes: ['retry'],
      };
    case 'blocked':
    case 'accountLimited':
    case 'recitation':
    case 'lost':
    case 'stalled':
    case 'malformed':
    case 'serviceFailed':
    case 'stopped':
    case 'interrupted':
    case 'other':
      return undefined;
  }
}

const CONTINUABLE: ReadonlySet<FinishStatus> = new Set([
  'lost',
  'stalled',
  'malformed',
  'serviceFailed',
  'interrupted',
  'unfinished',
]);

function withContinue(failure: Failure, answer: CollectedResponse, verdict: FinishStatus): Failure {
  if (answer.isOfSteps) return withResume(failure, answer, verdict);
  if (!CONTINUABLE.has(verdict) || !hasAnswer(answer.parts)) return failure;
  const fixes: readonly Fix[] = ['continue', ...failure.fixes];
  return { ...failure, fixes };
}

/** Adds advice: a stored response can be resumed, any other must be regenerated. */
function withResume(failure: Failure, answer: CollectedResponse, verdict: FinishStatus): Failure {
  if (!CONTINUABLE.has(verdict)) return failure;
  const { fixes } = failure;
  if (answer.isResumable) {
    return { ...failure, fixes: ['resume', ...fixes.filter((fix) => fix !== 'resume')] };
  }
  return answer.isStored ? failure : { ...failure, fixes: [...fixes, 'keepInteractions'] };
}

const CHECKED: ReadonlySet<FinishStatus | undefined> = new Set<FinishStatus>([
  'complete',
  'maxTokens',
]);
const MAX_PROBLEMS = 20;

export function checkedAnswer(
  { schemaProblems: _, ...answer }: ModelTurn,
  conversation: Conversation,
): ModelTurn {
  const asked = responseFormat(requestOf(answer, conversation));
  const text = textOf(answer.content.parts ?? []);
  if (!asked || text === '' || !CHECKED.has(answer.outcome?.verdict)) return answer;
  const check = new SchemaCheck(asked.schema ?? true);
  if (asked.isEnum) check.run(text.trim());
  else {
    const read = parsed(text);
    if ('mistake' in read) return { ...answer, schemaProblems: [notJson(text, read.mistake)] };
    check.run(read.value);
  }
  const { problems, count } = check;
  const more = count > MAX_PROBLEMS ? [l10n.t('And {0} more.', count - MAX_PROBLEMS)] : [];
  return { ...answer, schemaProblems: [...problems.slice(0, MAX_PROBLEMS), ...more] };
}

function textOf(parts: readonly Message<'Part'>[]): string {
  return parts.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join('');
}

function parsed(text: string): { readonly value: JsonValue } | { readonly mistake: number } {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { mistake: parseJson(text).mistake?.offset ?? text.length };
  }
}

function notJson(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  const [line, column] = [before.length, (before.at(-1) ?? '').length + 1];
  return text.slice(offset).trim() === ''
    ? l10n.t('The response isn’t valid JSON. It ends early at line {0}, column {1}.', line, column)
    : l10n.t('The response isn’t valid JSON at line {0}, column {1}.', line, column);
}

/** Returns the request of a response. If the request wasn't saved, uses the current settings. */
export function requestOf(
  { sent, mode }: ModelTurn,
  { settings }: Conversation,
): JsonObject | undefined {
  return sent ?? (settingsModeOf(mode) === 'chat' ? settings.requests?.chat : undefined);
}
