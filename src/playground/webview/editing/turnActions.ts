import type { TurnAction } from '../turnActions';

export const editingTurnActions: readonly TurnAction[] = [];
