import type { TurnAction } from '../turnActions';

export const editorTurnActions: readonly TurnAction[] = [];
