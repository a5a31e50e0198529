import type { TurnAction } from '../turnAction';

/** Changes of a turn. */
export const editingActions: readonly TurnAction[] = [];
