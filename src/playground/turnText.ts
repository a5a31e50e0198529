import type { Message } from '../api/schema/infer';
import type { Turn, UserTurn } from './conversation';

type Part = Message<'Part'>;

/** The text of a turn as it is copied: without thoughts, and without files that went along as text. */
export function answerText(
  parts: readonly Part[],
  { attached = [] }: Pick<UserTurn, 'attached'> = {},
): string {
  return parts
    .filter((_, index) => !attached.some((other) => other.part === index))
    .filter((part) => part.text !== undefined && !part.thought)
    .map((part) => part.text)
    .join('');
}

/** The text of a turn as it is copied, opened or compared. */
export function turnText(turn: Turn): string {
  return answerText(turn.content.parts ?? [], turn.role === 'user' ? turn : {});
}
