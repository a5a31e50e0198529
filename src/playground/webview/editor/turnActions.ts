import { turnText } from '../../turns';
import type { TurnAction } from '../turnActions';

export const editorTurnActions: readonly TurnAction[] = [
  {
    label: 'insertAtCursor',
    icon: 'insert',
    shows: (turn) => turn.role === 'model',
    run: (turn, context) => void context.ask('insertAtCursor', { text: turnText(turn()) }),
  },
];
