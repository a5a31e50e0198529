import './branches.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { Tree } from '../../../webview/kit/tree';
import type { TreeNode } from '../../../webview/kit/treeRows';
import type { BranchInfo } from '../../../conversation/model/interaction';
import type { Format } from '../format';
import { revealedText } from '../reveal';
import { useStore } from '../useStore';

const KEY = 'branches';

export function BranchesButton({ controls }: { readonly controls: string }): VNode | null {
  const { panel, reading, format } = useStore();
  const { opened, setOpened } = reading;
  const branches = panel.value?.branches;
  if (!branches) return null;
  const isOpen = opened.value.get(KEY) ?? false;
  const count = format.count(countBranches(branches));
  return (
    <Button
      label={count}
      name={l10n.t('{0} branches', count)}
      title={l10n.t('Branches of this conversation')}
      icon="git-branch"
      kind="link"
      class="branches-button"
      isExpanded={isOpen}
      controls={controls}
      onClick={() => setOpened(KEY, !isOpen)}
    />
  );
}

export function Branches({ id }: { readonly id: string }): VNode | null {
  const { panel, reading, format, ask, announce } = useStore();
  const branches = panel.value?.branches;
  if (!branches || !reading.opened.value.get(KEY)) return null;
  const show = async (branch: string): Promise<void> => {
    if (await ask('showBranch', { branch })) announce(l10n.t('Showing the branch.'));
  };
  return (
    <div id={id} class="branches">
      <Tree
        label={l10n.t('Branches of this conversation')}
        nodes={branches.map((branch) => nodeOf(branch, format))}
        onChoose={(branch) => void show(branch)}
      />
    </div>
  );
}

function countBranches(branches: readonly BranchInfo[]): number {
  return branches.reduce((sum, { children }) => sum + Math.max(1, countBranches(children)), 0);
}

function nodeOf({ id, title, count, isShown, children }: BranchInfo, format: Format): TreeNode {
  return {
    id,
    label: revealedText(title) || l10n.t('No text'),
    description: count === 1 ? l10n.t('1 message') : l10n.t('{0} messages', format.count(count)),
    isCurrent: isShown && !children.some((child) => child.isShown),
    children: children.map((child) => nodeOf(child, format)),
  };
}
