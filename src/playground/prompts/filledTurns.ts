import type { Conversation, Turn, UserTurn } from '../conversation';
import { fillVariables, type Variables } from '../variables';
import { unsentTurns } from './unsentTurns';

/** A message with the values of its variables; what it was before stays with it. */
export function filledTurn(turn: UserTurn, variables: Variables = {}): UserTurn {
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

/** A message that was sent, with other values of its variables. Without any, and once it was edited, it stays. */
export function filledAgain(turn: UserTurn, variables: Variables): UserTurn {
  const { template, content, attached = [] } = turn;
  if (!template) return turn;
  const parts = (content.parts ?? []).map((part, at) =>
    part.text === undefined || attached.some((file) => file.part === at)
      ? part
      : { ...part, text: template.text },
  );
  const filled = filledTurn({ ...turn, content: { ...content, parts } }, variables);
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
