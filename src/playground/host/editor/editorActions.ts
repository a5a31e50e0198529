import type { TurnAction } from '../turnAction';

/** What takes a turn into the editor. */
export const editorActions: readonly TurnAction[] = [];
