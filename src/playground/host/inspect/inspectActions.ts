import type { TurnAction } from '../turnAction';

/** What shows how a turn came to be. */
export const inspectActions: readonly TurnAction[] = [];
