import type { Turn } from '../../conversation';
import { showCode } from '../code/showCode';
import { turnRequest } from '../code/turnRequest';
import { textsOf } from '../../modeBodies';
import type { TurnAction } from '../turnAction';
import { insertAtCursor } from './editorHandlers';

/** What takes a turn into the editor. */
export const editorActions: readonly TurnAction[] = [
  {
    label: (l10n) => l10n.t('Insert at Cursor'),
    icon: 'insert',
    when: hasText,
    run: (parts, turn) => insertAtCursor(parts, textOf(turn)),
  },
  {
    label: (l10n) => l10n.t('Compare with Selection'),
    icon: 'diff',
    when: hasText,
    run: ({ actions }, turn) => actions.editor.compare(textOf(turn)),
  },
  {
    label: (l10n) => l10n.t('Get Code for This Request…'),
    icon: 'code',
    run: async (parts, turn) => {
      await showCode(parts, turnRequest(parts.session.conversation, turn, parts));
    },
  },
];

function textOf(turn: Turn): string {
  return textsOf(turn).join(turn.role === 'user' ? '\n' : '');
}

function hasText(turn: Turn): boolean {
  return textOf(turn) !== '';
}
