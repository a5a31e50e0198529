import { useComputed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { BranchInfo } from '../../../conversation/model/interaction';
import { Button } from '../../../webview/kit/button';
import type { IconName } from '../../../webview/kit/icon';
import type { ModelTurn, Turn } from '../../../conversation/model/conversation';
import { turnText } from '../../../conversation/model/turns';
import { menuOpener, openChoices } from '../pickers';
import { useStore } from '../useStore';
import type { PanelStore } from '../state/panelStore';
import { CopyButton } from '../copyButton';

/** Switches between the candidates of a response. */
export function CandidateSwitch({ turn }: { readonly turn: ModelTurn }): VNode | null {
  const { ask, announce, format } = useStore();
  const [count, at] = [turn.alternatives?.length ?? 0, turn.chosen ?? 0];
  if (count < 2) return null;
  const choose = async (index: number): Promise<void> => {
    if (!(await ask('chooseCandidate', { turn: turn.id, index }))) return;
    announce(l10n.t('Showing candidate {0} of {1}.', format.count(index + 1), format.count(count)));
  };
  return (
    <AlternativeSwitch
      {...{ count, at }}
      name={l10n.t('Candidates of this response')}
      text={l10n.t('Candidate {0} of {1}', format.count(at + 1), format.count(count))}
      previous={l10n.t('Previous Candidate')}
      next={l10n.t('Next Candidate')}
      onChoose={(index) => void choose(index)}
    />
  );
}

/** Switches between the branches that start with a message. */
export function BranchSwitch({ id }: { readonly id: string }): VNode | null {
  const { ask, announce, format, panel, isStreaming, reading } = useStore();
  const branches = useComputed(() => siblingsOf(panel.value?.branches, id)).value;
  const isBusy = isStreaming.value;
  if (!branches) return null;
  const [count, at] = [branches.length, branches.indexOf(id)];
  const choose = async (index: number): Promise<void> => {
    const branch = branches[index] ?? '';
    if (!(await ask('showBranch', { branch }))) return;
    announce(l10n.t('Showing branch {0} of {1}.', format.count(index + 1), format.count(count)));
    reading.focusWithin(branch, `.branch-switch .${index < at ? 'previous' : 'next'}`);
  };
  return (
    <AlternativeSwitch
      {...{ count, at, isBusy }}
      class="branch-switch"
      name={l10n.t('Branch {0} of {1}', format.count(at + 1), format.count(count))}
      text={l10n.t('{0}/{1}', format.count(at + 1), format.count(count))}
      previous={l10n.t('Previous Branch')}
      next={l10n.t('Next Branch')}
      onChoose={(index) => void choose(index)}
    />
  );
}

interface AlternativeSwitchProps {
  readonly count: number;
  readonly at: number;
  readonly isBusy?: boolean;
  readonly class?: string;
  readonly name: string;
  readonly text: string;
  readonly previous: string;
  readonly next: string;
  readonly onChoose: (index: number) => void;
}

function AlternativeSwitch(props: AlternativeSwitchProps): VNode {
  const { count, at, isBusy = false, name, text, previous, next, onChoose } = props;
  return (
    <div
      class={['alternatives', props.class].filter(Boolean).join(' ')}
      role="group"
      aria-label={name}
    >
      <Button
        label={previous}
        icon="chevron-left"
        class="previous"
        bare
        isDisabled={isBusy || at === 0}
        onClick={() => onChoose(at - 1)}
      />
      <span>{text}</span>
      <Button
        label={next}
        icon="chevron-right"
        class="next"
        bare
        isDisabled={isBusy || at === count - 1}
        onClick={() => onChoose(at + 1)}
      />
    </div>
  );
}

type Siblings = ReadonlyMap<string, readonly string[]>;

/** Cache by tree, because every message looks itself up. */
const known = new WeakMap<readonly BranchInfo[], Siblings>();

/** Returns the IDs of all branches that start in place of a shown turn, with its own ID. */
function siblingsOf(
  branches: readonly BranchInfo[] | undefined,
  id: string,
): readonly string[] | undefined {
  if (!branches) return undefined;
  const siblings = known.get(branches) ?? shownSiblings(branches);
  known.set(branches, siblings);
  return siblings.get(id);
}

function shownSiblings(branches: readonly BranchInfo[]): Siblings {
  const found = new Map<string, readonly string[]>();
  let level = branches;
  for (;;) {
    const shown = level.find(({ isShown }) => isShown);
    if (!shown) return found;
    if (level.length > 1) {
      found.set(
        shown.id,
        level.map(({ id }) => id),
      );
    }
    level = shown.children;
  }
}

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
    const said = store.turns.get(turn.id)?.value;
    return store.turns.growing.value === turn.id || (said !== undefined && turnText(said) !== '');
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
