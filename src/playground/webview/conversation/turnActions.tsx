import { useComputed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import type { IconName } from '../../../webview/kit/icon';
import type { Turn } from '../../../conversation/model/conversation';
import { turnText } from '../../../conversation/model/turns';
import { openChoices, menuOpener } from '../choiceMenu';
import { useStore } from '../useStore';
import type { PanelStore } from '../state/panelStore';
import { CopyButton } from '../copyButton';

interface TurnActionsProps {
  readonly turn: Turn;
  readonly isStreaming: boolean;
  readonly isLast: boolean;
}

/** A button in a turn's head. Rare actions are in the menu of the last button. */
interface TurnAction {
  readonly needsText?: true;
  readonly label: () => string;
  readonly icon: IconName;
  readonly class?: string;
  readonly shows: (props: TurnActionsProps) => boolean;
  /** `turn` is the current state, because a response grows. */
  readonly run: (turn: Turn, store: PanelStore, button: HTMLElement) => void;
  readonly hasMenu?: true;
}

const ACTIONS: readonly TurnAction[] = [
  {
    label: () => l10n.t('Open Message in Editor'),
    needsText: true,
    icon: 'go-to-file',
    shows: ({ turn }) => turn.role === 'model',
    run: (turn, { ask }) =>
      void ask('openInEditor', { text: turnText(turn), language: 'markdown' }),
  },
  {
    label: () => l10n.t('Insert at Cursor'),
    needsText: true,
    icon: 'insert',
    shows: ({ turn }) => turn.role === 'model',
    run: (turn, { ask }) => void ask('insertAtCursor', { text: turnText(turn) }),
  },
  {
    label: () => l10n.t('Edit Message'),
    icon: 'edit',
    class: 'edit-turn',
    shows: ({ isStreaming }) => !isStreaming,
    run: ({ id, role }, store) => store.edit({ turn: id, place: 'here', role }),
  },
  {
    label: () => l10n.t('Regenerate Response'),
    icon: 'refresh',
    shows: ({ turn, isLast }) => turn.role === 'model' && isLast,
    run: (_turn, { ask }) => void ask('regenerate', undefined),
  },
  {
    label: () => l10n.t('More Actions…'),
    icon: 'ellipsis',
    shows: ({ isStreaming }) => !isStreaming,
    hasMenu: true,
    run: ({ id }, store, button) => openChoices(store, button, { list: 'turn', turn: id }),
  },
];

export function TurnActions(props: TurnActionsProps): VNode {
  const store = useStore();
  const { turn } = props;
  const now = (): Turn => store.turnNow(turn.id) ?? turn;
  const hasText = useComputed(() => {
    const said = store.turn(turn.id)?.value;
    return store.growing.value === turn.id || (said !== undefined && turnText(said) !== '');
  }).value;
  return (
    <div class="turn-actions">
      {hasText && <CopyButton label={l10n.t('Copy Message')} text={() => turnText(now())} />}
      {ACTIONS.filter(({ needsText, shows }) => (hasText || !needsText) && shows(props)).map(
        (action) => (
          <Button
            key={action.icon}
            label={action.label()}
            icon={action.icon}
            bare
            class={action.class}
            hasMenu={action.hasMenu}
            onClick={(event) => action.run(now(), store, menuOpener(event))}
          />
        ),
      )}
    </div>
  );
}
