import type { Turn, UserTurn } from '../conversation';

/**
 * The messages of a prompt file that no request has carried yet: those after the last answer of the service.
 * Answers that stand in a prompt file are none of the service.
 */
export function unsentTurns(turns: readonly Turn[]): readonly UserTurn[] {
  const last = turns.findLastIndex((turn) => turn.role === 'model' && turn.answer !== undefined);
  return turns.slice(last + 1).filter((turn) => turn.role === 'user');
}
