import type { Message } from '../../api/schema/infer';
import type { Turn, UserTurn } from './conversation';

type Part = Message<'Part'>;
export type FunctionCall = Message<'FunctionCall'>;

/** Fields that carry no content: a part may have only a signature next to an empty text. */
const MARKS: ReadonlySet<string> = new Set(['thought', 'thoughtSignature']);
/**
 * Limit on consecutive automatic responses to calls, because a model may call functions endlessly.
 */
export const MAX_AUTOMATIC_ROUNDS = 25;

/** Whether there is text or other data, not counting thoughts. */
export function hasAnswer(parts: readonly Part[]): boolean {
  return parts.some((part) => part.thought !== true && isNotEmpty(part));
}

/** Whether there is any content, including thoughts. */
export function hasContent(parts: readonly Part[]): boolean {
  return parts.some(isNotEmpty);
}

/** Whether a turn has anything to keep: every message of the user, and every response that isn't empty. */
export function hasSavableContent(turn: Turn): boolean {
  if (turn.role === 'user') return true;
  const { content, embeddings, interaction } = turn;
  const { steps = [] } = interaction ?? {};
  return embeddings !== undefined || steps.length > 0 || hasContent(content.parts ?? []);
}

function isNotEmpty(part: Part): boolean {
  return Object.entries(part).some(
    ([name, value]) => !MARKS.has(name) && !(name === 'text' && value === ''),
  );
}

/** Whether a turn has function results, which belong to the message that caused the calls. */
export function isResult({ content: { parts = [] } }: Turn): boolean {
  return parts.length > 0 && parts.every((part) => part.functionResponse !== undefined);
}

/**
 * Whether later requests omit a message: its request failed, was stopped, or was rejected by the
 * API.
 */
export function isExcluded(message: Turn, answer: Turn | undefined): boolean {
  if (message.role !== 'user' || answer?.role !== 'model') return false;
  const { promptRefused, unanswered } = answer.outcome ?? {};
  return promptRefused === true || (unanswered === true && !isResult(message));
}

/** Returns the text of a turn without thoughts and text attachments. */
export function answerText(
  parts: readonly Part[],
  { attached = [] }: Pick<UserTurn, 'attached'> = {},
  between = '',
): string {
  return parts
    .filter((_, index) => !attached.some((other) => other.part === index))
    .filter((part) => part.text !== undefined && !part.thought)
    .map((part) => part.text)
    .join(between);
}

export function turnText(turn: Turn): string {
  return answerText(turn.content.parts ?? [], turn.role === 'user' ? turn : {});
}

/** Returns the pending function calls of the last response in order. */
export function openCalls(turns: readonly Turn[]): readonly FunctionCall[] {
  const last = turns.at(-1);
  if (last?.role !== 'model' || !last.outcome) return [];
  const { parts = [] } = last.content;
  // Responses of agents contain results of their own calls.
  const answered = new Set(parts.flatMap(({ functionResponse }) => functionResponse?.id ?? []));
  return parts.flatMap(({ functionCall: call }) =>
    call && (call.id === undefined || !answered.has(call.id)) ? call : [],
  );
}

/** Returns the number of consecutive rounds of function results at the end of a conversation. */
export function consecutiveRounds(turns: readonly Turn[]): number {
  let rounds = 0;
  for (let at = turns.length - 2; at > 0; at -= 2) {
    const turn = turns[at];
    if (turn?.role !== 'user' || !isResult(turn)) break;
    rounds++;
  }
  return rounds;
}

/** Returns a message's text without text attachments; undefined if the message has other parts. */
export function typedText({ content, attached = [] }: UserTurn): string | undefined {
  const own = (content.parts ?? []).filter((_, at) => !attached.some(({ part }) => part === at));
  const texts = own.map((part) => (Object.keys(part).length === 1 ? part.text : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

/**
 * Returns messages that no request has sent: those after the API's last response. Responses from a
 * prompt file don't count.
 */
export function unsentTurns(turns: readonly Turn[]): readonly UserTurn[] {
  const last = turns.findLastIndex((turn) => turn.role === 'model' && turn.answer !== undefined);
  return turns.slice(last + 1).filter((turn) => turn.role === 'user');
}

export function textLines(text: string): readonly string[] {
  return text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
}

export interface TurnPrice {
  readonly total: number;
  readonly input: number;
  readonly cached: number;
  /** Includes thoughts. */
  readonly output: number;
  readonly saved: number;
  /** Date of the last check if the prices may have changed since, such as `2026-11-22`. */
  readonly outdated?: string;
}

export interface TurnPrices {
  /** Date when the prices were checked, such as `2026-11-22`. */
  readonly asOf: string;
  readonly estimates: { readonly [turn: string]: TurnPrice };
}

/** Tokens and estimated price of all responses of a conversation, including its branches. */
export interface Spending {
  readonly tokens: number;
  /** In US dollars. Absent if no price is known. */
  readonly price?: number;
  /** Number of responses whose price is unknown. */
  readonly unknown: number;
  /** Date of the last check of the prices, such as `2026-11-22`. */
  readonly asOf: string;
  readonly isOutdated: boolean;
}
