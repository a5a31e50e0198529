import type { Message } from '../../api/schema/infer';
import type { Turn, UserTurn } from './conversation';

type Part = Message<'Part'>;
export type FunctionCall = Message<'FunctionCall'>;

/** Parts with nothing else say nothing: they often come with a signature or a finish reason. */
const MARKS: ReadonlySet<string> = new Set(['thought', 'thoughtSignature']);
/** Calls are answered without asking so many times in a row: a model may call functions for ever. */
export const MAX_AUTOMATIC_ROUNDS = 10;

/** Whether there is anything to read or to go on from: text or another kind of data, thoughts aside. */
export function hasAnswer(parts: readonly Part[]): boolean {
  return parts.some((part) => part.thought !== true && saysSomething(part));
}

/** Whether anything arrived that would be missed, thoughts included. */
export function hasContent(parts: readonly Part[]): boolean {
  return parts.some(saysSomething);
}

/** More than marks and an empty text. */
function saysSomething(part: Part): boolean {
  return Object.entries(part).some(
    ([name, value]) => !MARKS.has(name) && !(name === 'text' && value === ''),
  );
}

/** What a function gave back: it goes with the message that made the model call it. */
export function isResult({ content: { parts = [] } }: Turn): boolean {
  return parts.length > 0 && parts.every((part) => part.functionResponse !== undefined);
}

/**
 * Whether a message is left out of later requests until it is sent again: nothing was answered to it, because that
 * failed or was stopped, or because the service refused it and would refuse every request that holds it.
 */
export function isLeftOut(message: Turn, answer: Turn | undefined): boolean {
  if (message.role !== 'user' || answer?.role !== 'model') return false;
  const { promptRefused, unanswered } = answer.outcome ?? {};
  return promptRefused === true || (unanswered === true && !isResult(message));
}

/** The text of a turn as it is copied: without thoughts, and without files that went along as text. */
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

/** The text of a turn as it is copied, opened or compared. */
export function turnText(turn: Turn): string {
  return answerText(turn.content.parts ?? [], turn.role === 'user' ? turn : {});
}

/** The calls of functions in the answer at the end that wait for their results, in its order; often none. */
export function openCalls(turns: readonly Turn[]): readonly FunctionCall[] {
  const last = turns.at(-1);
  if (last?.role !== 'model' || !last.outcome) return [];
  const { parts = [] } = last.content;
  // Agents answer calls of their own.
  const answered = new Set(parts.flatMap(({ functionResponse }) => functionResponse?.id ?? []));
  return parts.flatMap(({ functionCall: call }) =>
    call && (call.id === undefined || !answered.has(call.id)) ? call : [],
  );
}

/** How many times in a row results were sent and more were asked for, at the end of a conversation. */
export function roundsInARow(turns: readonly Turn[]): number {
  let rounds = 0;
  for (let at = turns.length - 2; at > 0; at -= 2) {
    const turn = turns[at];
    if (turn?.role !== 'user' || !isResult(turn)) break;
    rounds++;
  }
  return rounds;
}

/** The text of a message, without files that went along as text; undefined where it has other parts too. */
export function ownText({ content, attached = [] }: UserTurn): string | undefined {
  const own = (content.parts ?? []).filter((_, at) => !attached.some(({ part }) => part === at));
  const texts = own.map((part) => (Object.keys(part).length === 1 ? part.text : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

/**
 * The messages of a prompt file that no request has carried yet: those after the last answer of the service.
 * Answers that stand in a prompt file are none of the service.
 */
export function unsentTurns(turns: readonly Turn[]): readonly UserTurn[] {
  const last = turns.findLastIndex((turn) => turn.role === 'model' && turn.answer !== undefined);
  return turns.slice(last + 1).filter((turn) => turn.role === 'user');
}

/** The lines of a text that have something on them: each of them is a text of its own. */
export function textLines(text: string): readonly string[] {
  return text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
}

/** What an answer costs, about, in US dollars. */
export interface TurnPrice {
  readonly total: number;
  readonly input: number;
  readonly cached: number;
  /** Thoughts included. */
  readonly output: number;
  /** How much less it is than without the cache. */
  readonly saved: number;
}

/** Estimates by published prices. */
export interface TurnPrices {
  /** The day on which the prices were checked, such as `2026-11-22`. */
  readonly asOf: string;
  /** By the ids of turns; without those whose prices are not known. */
  readonly estimates: { readonly [turn: string]: TurnPrice };
}
