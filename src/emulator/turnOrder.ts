import { StatusError } from './status';

const CALL_OUT_OF_TURN =
  'Please ensure that function call turn comes immediately after a user turn or after a function ' +
  'response turn.';
const RESULT_OUT_OF_TURN =
  'Please ensure that function response turn comes immediately after a function call turn.';
const UNEVEN =
  'Please ensure that the number of function response parts is equal to the number of function ' +
  'call parts of the function call turn.';

export interface OrderedTurn {
  readonly isModel: boolean;
  readonly calls: number;
  readonly results: number;
}

/**
 * Throws 400 for an invalid order: calls must follow a user turn or results, and all results must be in the
 * turn after their calls.
 * @param isContinued whether unknown turns precede the first one
 */
export function checkTurnOrder(turns: readonly OrderedTurn[], isContinued = false): void {
  for (const [at, { calls, results }] of turns.entries()) {
    const before = turns[at - 1];
    const isKnown = before !== undefined || !isContinued;
    if (calls > 0 && isKnown && before?.isModel !== false) refuse(CALL_OUT_OF_TURN);
    if (results > 0 && isKnown && (before?.calls ?? 0) === 0) refuse(RESULT_OUT_OF_TURN);
    if (calls > 0 && calls !== turns[at + 1]?.results) refuse(UNEVEN);
  }
}

function refuse(message: string): never {
  throw new StatusError(400, message);
}
