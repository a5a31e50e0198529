import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { Handlers } from '../../webview/rpc';
import type { Turn } from '../../conversation/model/conversation';
import { textsOf } from '../../conversation/model/modeBodies';
import type { editorCalls } from '../../conversation/model/calls';
import { showCode, turnRequest } from './code/getCode';
import type { PanelDeps, TurnAction } from './panelDeps';

export function editorHandlers(parts: PanelDeps): Handlers<{ calls: typeof editorCalls }> {
  return {
    insertAtCursor: ({ text }) => insertAtCursor(parts, text),
    compareWithSelection: ({ text }) => parts.actions.editor.compare(text),
    showPlace: (place) => parts.actions.editor.reveal(place),
  };
}

/** Throws `AppError` where there is no text: nothing is deleted that way. */
async function insertAtCursor({ actions }: PanelDeps, text: string): Promise<void> {
  if (text === '') throw new AppError('noText', l10n.t('There is no text to insert.'));
  await actions.editor.insert(text);
}

/** What takes a turn into the editor. */
export const editorActions: readonly TurnAction[] = [
  {
    label: () => l10n.t('Insert at Cursor'),
    icon: 'insert',
    when: hasText,
    run: (parts, turn) => insertAtCursor(parts, textOf(turn)),
  },
  {
    label: () => l10n.t('Compare with Selection'),
    icon: 'diff',
    when: hasText,
    run: ({ actions }, turn) => actions.editor.compare(textOf(turn)),
  },
  {
    label: () => l10n.t('Get Code for This Request…'),
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
