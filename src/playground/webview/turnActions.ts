import type { Turn } from '../conversation';
import type { StringKey } from '../strings';
import { turnText } from '../turns';
import type { PanelContext, TurnPlace } from './context';
import { button, copyButton } from './controls';
import type { IconName } from './icon';

/** A button in the head of a turn. What is rarely done is in the menu behind the last one. */
interface TurnAction {
  readonly label: StringKey;
  readonly icon: IconName;
  readonly class?: string;
  readonly shows: (turn: Turn, place: TurnPlace) => boolean;
  /** `turn` answers it as it is by then: an answer grows. */
  readonly run: (turn: () => Turn, context: PanelContext) => void;
}

const ACTIONS: readonly TurnAction[] = [
  {
    label: 'openMessage',
    icon: 'go-to-file',
    shows: (turn) => turn.role === 'model',
    run: (turn, context) =>
      void context.ask('openInEditor', { text: turnText(turn()), language: 'markdown' }),
  },
  {
    label: 'insertAtCursor',
    icon: 'insert',
    shows: (turn) => turn.role === 'model',
    run: (turn, context) => void context.ask('insertAtCursor', { text: turnText(turn()) }),
  },
  {
    label: 'editMessage',
    icon: 'edit',
    class: 'edit-turn',
    shows: (_turn, place) => !place.streaming,
    run: (turn, context) => context.edit(turn()),
  },
  {
    label: 'regenerate',
    icon: 'refresh',
    shows: (turn, place) => turn.role === 'model' && place.idle && place.index === place.count - 1,
    run: (_turn, context) => void context.ask('regenerate', undefined),
  },
  {
    label: 'turnMenu',
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
  const { strings } = context;
  return [
    copyButton(context, strings.copyMessage, () => turnText(turn())),
    ...ACTIONS.filter((action) => action.shows(turn(), place)).map((action) =>
      button({
        label: strings[action.label],
        icon: action.icon,
        bare: true,
        ...(action.class && { class: action.class }),
        onClick: () => action.run(turn, context),
      }),
    ),
  ];
}
