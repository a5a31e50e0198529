import type { Conversation, Turn, UserTurn } from './conversation';
import { ownText, unsentTurns } from './turns';

/** A place for a value: `{{name}}`, with spaces where one likes; a backslash before it takes its meaning away. */
const PLACES = /(\\?)\{\{[ \t]*([A-Za-z_][\w.-]*)[ \t]*\}\}/g;

/** Values by the names of variables. */
export type Variables = { readonly [name: string]: string };

/** Names of the variables of a text, each once, in the order in which they stand there. */
export function variablesIn(text: string): readonly string[] {
  if (!text.includes('{{')) return [];
  const found = new Set<string>();
  for (const [, escape, name = ''] of text.matchAll(PLACES)) if (!escape) found.add(name);
  return [...found];
}

/**
 * A text with the values of its variables. Those without a value stay as they are, and so do those whose value
 * is `literal(name)`; what a value holds is no place for another. `\{{name}}` becomes `{{name}}`.
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
 * The other way round: the values with which a text becomes another one, where places are apart by texts that tell them;
 * undefined where there are none.
 * @param known values that are fixed already
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
    // Values of two places that touch can't be told apart.
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

/** The value of a variable that is none: its braces are sent as they stand there. */
export function literal(name: string): string {
  return `{{${name}}}`;
}

/** A text whose braces are no places: filling in gives it back as it is. */
export function escapeVariables(text: string): string {
  return text.replace(PLACES, String.raw`\$&`);
}

/**
 * A message with the values of its variables; what it was before stays with it. One that has been filled in is filled in
 * from what it was: braces of a value are no variable.
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

/** Whether its text is what filling in its template gave. */
export function isFilled(turn: UserTurn): boolean {
  const { template } = turn;
  return (
    template !== undefined && ownText(turn) === fillVariables(template.text, template.variables)
  );
}

/** A message that was sent, with other values of its variables. Without any, and once it was edited, it stays. */
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

/** A conversation whose messages have their values: the last, which is sent now, and those of its prompt file. */
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

/** The conversation of a prompt file with the values in what no request has carried yet; any other as it is. */
export function withFilledPrompt(conversation: Conversation): Conversation {
  return conversation.promptFile === undefined ? conversation : withFilledTurns(conversation);
}
