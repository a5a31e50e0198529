import { useComputed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import type { ModelTurn } from '../../../conversation/model/conversation';
import type { BranchInfo } from '../../../conversation/model/interaction';
import { useStore } from '../useStore';

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
