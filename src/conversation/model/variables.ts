import type { Conversation, Turn, UserTurn } from './conversation';
import { typedText, unsentTurns } from './turns';

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
