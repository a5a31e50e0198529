import * as l10n from '@vscode/l10n';
import type { Turn } from '../conversation';
import { turnText } from '../turns';
import type { PanelContext, TurnPlace } from './context';
import { button, copyButton } from './controls';
import type { IconName } from '../../webview/kit/icon';

/** A button in the head of a turn. What is rarely done is in the menu behind the last one. */
interface TurnAction {
  readonly label: () => string;
  readonly icon: IconName;
  readonly class?: string;
  readonly shows: (turn: Turn, place: TurnPlace) => boolean;
  /** `turn` answers it as it is by then: an answer grows. */
  readonly run: (turn: () => Turn, context: PanelContext) => void;
}

const ACTIONS: readonly TurnAction[] = [
  {
    label: () => l10n.t('Open Message in Editor'),
    icon: 'go-to-file',
    shows: (turn) => turn.role === 'model',
    run: (turn, context) =>
      void context.ask('openInEditor', { text: turnText(turn()), language: 'markdown' }),
  },
  {
    label: () => l10n.t('Insert at Cursor'),
    icon: 'insert',
    shows: (turn) => turn.role === 'model',
    run: (turn, context) => void context.ask('insertAtCursor', { text: turnText(turn()) }),
  },
  {
    label: () => l10n.t('Edit Message'),
    icon: 'edit',
    class: 'edit-turn',
    shows: (_turn, place) => !place.streaming,
    run: (turn, context) => context.edit(turn()),
  },
  {
    label: () => l10n.t('Regenerate Answer'),
    icon: 'refresh',
    shows: (turn, place) => turn.role === 'model' && place.idle && place.index === place.count - 1,
    run: (_turn, context) => void context.ask('regenerate', undefined),
  },
  {
    label: () => l10n.t('More Actions…'),
    icon: 'ellipsis',
    shows: (_turn, place) => !place.streaming,
    run: (turn, context) => void context.ask('turnMenu', { turn: turn().id }),
  },
];

/** Which buttons a turn has, as a key that changes when they do. */
export function turnActionsKey(turn: Turn, place: TurnPlace): string {
  return ACTIONS.map((action) => (action.shows(turn, place) ? '1' : '0')).join('');
}

export function turnActions(
  turn: () => Turn,
  place: TurnPlace,
  context: PanelContext,
): readonly HTMLElement[] {
  return [
    copyButton(context, l10n.t('Copy Message'), () => turnText(turn())),
    ...ACTIONS.filter((action) => action.shows(turn(), place)).map((action) =>
      button({
        label: action.label(),
        icon: action.icon,
        bare: true,
        ...(action.class && { class: action.class }),
        onClick: () => action.run(turn, context),
      }),
    ),
  ];
}
