import { AppError } from '../../base/errors';
import { fence } from '../../base/format';
import type { Handlers } from '../../webview/rpc';
import type { Turn } from '../conversation';
import { textsOf } from '../modeBodies';
import type { editorCalls } from '../calls';
import { showCode, turnRequest } from './code/getCode';
import type { PanelDeps, TurnAction } from './panelDeps';

export function editorHandlers(parts: PanelDeps): Handlers<{ calls: typeof editorCalls }> {
  return {
    insertAtCursor: ({ text }) => insertAtCursor(parts, text),
    compareWithSelection: ({ text }) => parts.actions.editor.compare(text),
  };
}

/** Throws `AppError` where there is no text: nothing is deleted that way. */
async function insertAtCursor({ actions, l10n }: PanelDeps, text: string): Promise<void> {
  if (text === '') throw new AppError('noText', l10n.t('There is no text to insert.'));
  await actions.editor.insert(text);
}

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

/** A piece of a file, as it stands in the editor. */
export interface EditorPiece {
  /** Path within the workspace, or the name of a document without one. */
  readonly path: string;
  /** Numbers of its first and its last line, from 1; absent for all of it. */
  readonly lines?: readonly [first: number, last: number];
  /** VS Code's id. */
  readonly language: string;
  readonly text: string;
}

/** A piece of a file as a message has it: where it is from, and a block of code. */
export function fencedText({ path, lines, language, text }: EditorPiece): string {
  const place = lines ? `${path}:${lines[0]}${lines[1] > lines[0] ? `-${lines[1]}` : ''}` : path;
  return `${place}\n${fence(text, language)}\n`;
}
