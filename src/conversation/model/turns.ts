import type { Message } from '../../api/schema/infer';
import { fence } from '../../base/format';
import type { Conversation, EditorPiece, Turn, UserTurn } from './conversation';

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

/** Returns the texts of a turn's parts, without thoughts and attachments. */
export function textsOf(turn: Turn | undefined): readonly string[] {
  const attached = turn?.role === 'user' ? (turn.attached ?? []) : [];
  return (turn?.content.parts ?? []).flatMap(({ text = '', thought }, index) =>
    text === '' || thought || attached.some(({ part }) => part === index) ? [] : [text],
  );
}

/** Returns the turns of a chat without embedded texts and their results. */
export function chatTurns(turns: readonly Turn[]): readonly Turn[] {
  if (!turns.some(isEmbedded)) return turns;
  return turns.filter((turn, index) => {
    const next = turns[index + 1];
    return !isEmbedded(turn) && !(turn.role === 'user' && next && isEmbedded(next));
  });
}

/** Returns the turns with text, without messages that the API rejected or didn't respond to. */
export function sentTurns(turns: readonly Turn[]): readonly Turn[] {
  const said = chatTurns(turns);
  return said.filter(
    (turn, index) => textsOf(turn).length > 0 && !isExcluded(turn, said[index + 1]),
  );
}

function isEmbedded(turn: Turn): boolean {
  return turn.role === 'model' && turn.mode === 'embed';
}

/** Returns the source of a piece, such as `src/twice.ts:1-3`. */
export function placeOf({ path, lines }: Pick<EditorPiece, 'path' | 'lines'>): string {
  if (!lines) return path;
  const { first, last } = lines;
  return last > first ? `${path}:${first}-${last}` : `${path}:${first}`;
}

/** Formats a piece for a message: its source, then a fenced code block. */
export function fencedText(piece: Omit<EditorPiece, 'uri'>): string {
  return `${placeOf(piece)}\n${fence(piece.text, piece.language)}`;
}

export function textAfterPieces(message: string): string {
  let rest = message;
  for (;;) {
    const head = rest.indexOf('\n');
    if (head < 0 || !isPlace(rest.slice(0, head))) return rest;
    const below = rest.slice(head + 1);
    const [opening, marks] = /^(`{3,})[^`\n]*\n/.exec(below.slice(0, MAX_LINE)) ?? [];
    if (opening === undefined || marks === undefined) return rest;
    const end = `${below}\n`.indexOf(`\n${marks}\n`, opening.length - 1);
    if (end < 0) return rest;
    rest = below.slice(end + marks.length + 2).trimStart();
  }
}

/** Maximum length in UTF-16 units of a path and its line numbers. */
const MAX_LINE = 8300;

function isPlace(line: string): boolean {
  if (line.length > MAX_LINE) return false;
  if (/:\d+(?:-\d+)?$/.test(line) || !/\s/.test(line)) return true;
  return /[\\/]/.test(line) && /\.\w+$/.test(line);
}

/** A variable `{{name}}`, with optional spaces; a backslash escapes it. */
const PLACES = /(\\?)\{\{[ \t]*([A-Za-z_][\w.-]*)[ \t]*\}\}/g;

export type Variables = { readonly [name: string]: string };

/** Returns the unique variable names of a text in order of appearance. */
export function variablesIn(text: string): readonly string[] {
  if (!text.includes('{{')) return [];
  const found = new Set<string>();
  for (const [, escape, name = ''] of text.matchAll(PLACES)) if (!escape) found.add(name);
  return [...found];
}

/**
 * Replaces variables by their values. Variables without a value or with `literal(name)` stay.
 * Values aren't expanded again. `\{{name}}` becomes `{{name}}`.
 */
export function fillVariables(text: string, values: Variables = {}): string {
  if (!text.includes('{{')) return text;
  return text.replace(PLACES, (place: string, escape: string, name: string) => {
    if (escape) return place.slice(1);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined || value === literal(name) ? place : value;
  });
}

/**
 * Returns the values that turn a template into a text; undefined if there are none or they are
 * ambiguous.
 * @param known values that are fixed
 */
export function matchVariables(
  template: string,
  text: string,
  known: Variables = {},
): Variables | undefined {
  const values = new Map(Object.entries(known));
  const places = [...template.matchAll(PLACES)].filter(([, escape]) => !escape);
  const plain = (from: number, to?: number): string => fillVariables(template.slice(from, to));
  let end = plain(0, places[0]?.index).length;
  if (text.slice(0, end) !== plain(0, places[0]?.index)) return undefined;
  if (places.length === 0) return end === text.length ? known : undefined;
  for (const [at, place] of places.entries()) {
    const next = places[at + 1]?.index;
    const after = plain(place.index + place[0].length, next);
    const isLast = next === undefined;
    if (!isLast && after === '') return undefined;
    const to = isLast ? text.length - after.length : text.indexOf(after, end);
    if (to < end || !text.startsWith(after, to)) return undefined;
    const [name = '', value] = [place[2], text.slice(end, to)];
    if (values.has(name) && values.get(name) !== value) return undefined;
    values.set(name, value);
    end = to + after.length;
  }
  return Object.fromEntries(values);
}

export function literal(name: string): string {
  return `{{${name}}}`;
}

/** Escapes braces, so that filling in returns the text unchanged. */
export function escapeVariables(text: string): string {
  return text.replace(PLACES, String.raw`\$&`);
}

/**
 * Fills in a message and saves its template. A filled-in message starts from its template, so
 * braces in values aren't variables.
 */
function filledTurn(turn: UserTurn, variables: Variables = {}): UserTurn {
  if (isFilled(turn)) return filledAgain(turn, { ...turn.template?.variables, ...variables });
  const { parts = [] } = turn.content;
  const isAttached = (at: number): boolean =>
    turn.attached?.some(({ part }) => part === at) ?? false;
  const filled = parts.map((part, at) =>
    part.text === undefined || isAttached(at)
      ? part
      : { ...part, text: fillVariables(part.text, variables) },
  );
  const own = parts.filter((_, at) => !isAttached(at));
  if (filled.every(({ text }, at) => text === parts[at]?.text)) return turn;
  const content = { ...turn.content, parts: filled };
  const [only] = own;
  if (own.length !== 1 || only?.text === undefined) return { ...turn, content };
  return { ...turn, content, template: { text: only.text, variables } };
}

export function isFilled(turn: UserTurn): boolean {
  const { template } = turn;
  return (
    template !== undefined && typedText(turn) === fillVariables(template.text, template.variables)
  );
}

/**
 * Fills in a sent message with other values. Messages without variables and edited messages are
 * unchanged.
 */
export function filledAgain(turn: UserTurn, variables: Variables): UserTurn {
  const { template, content, attached = [] } = turn;
  if (!template) return turn;
  const parts = (content.parts ?? []).map((part, at) =>
    part.text === undefined || attached.some((file) => file.part === at)
      ? part
      : { ...part, text: template.text },
  );
  const { template: _, ...unfilled } = turn;
  const filled = filledTurn({ ...unfilled, content: { ...content, parts } }, variables);
  return JSON.stringify(filled.content) === JSON.stringify(content) ? turn : filled;
}

export function withFilledTurns(conversation: Conversation): Conversation {
  const { turns, promptFile, variables } = conversation;
  const waiting: ReadonlySet<Turn | undefined> = new Set(
    promptFile === undefined ? [turns.at(-1)] : unsentTurns(turns),
  );
  const filled = turns.map((turn) =>
    turn.role === 'user' && waiting.has(turn) ? filledTurn(turn, variables) : turn,
  );
  return { ...conversation, turns: filled };
}

/**
 * Fills in the unsent messages of a prompt file's conversation; other conversations are unchanged.
 */
export function withFilledPrompt(conversation: Conversation): Conversation {
  return conversation.promptFile === undefined ? conversation : withFilledTurns(conversation);
}
