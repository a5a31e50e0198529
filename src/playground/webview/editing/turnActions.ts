import type { TurnAction } from '../turnActions';

export const editingTurnActions: readonly TurnAction[] = [
  {
    label: 'editMessage',
    icon: 'edit',
    class: 'edit-turn',
    shows: (_turn, place) => !place.streaming,
    run: (turn, context) => context.edit(turn()),
  },
];
