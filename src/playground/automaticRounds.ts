import type { Turn } from './conversation';

/** Calls are answered by themselves so many times in a row: a model may call functions for ever. */
export const MAX_AUTOMATIC_ROUNDS = 10;

/** How many times in a row results were sent and more were asked for, at the end of a conversation. */
export function roundsInARow(turns: readonly Turn[]): number {
  let rounds = 0;
  for (let at = turns.length - 2; at > 0 && isOfResults(turns[at]); at -= 2) rounds++;
  return rounds;
}

function isOfResults(turn: Turn | undefined): boolean {
  const parts = turn?.content.parts ?? [];
  return turn?.role === 'user' && parts.length > 0 && parts.every((part) => part.functionResponse);
}
