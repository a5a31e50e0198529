import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { CopyButton } from '../copyButton';
import { useStore } from '../useStore';
import { copiedText } from './copiedText';
import type { TimelineItem } from './timeline';

export interface StepActionsProps {
  readonly turn: string;
  readonly item: TimelineItem;
}

/** What can be done with a step; seen while the pointer or the focus is in its row. */
export function StepActions({ turn, item }: StepActionsProps): VNode {
  const { ask } = useStore();
  const { step, result, at, resultAt = at } = item;
  return (
    <div class="step-actions">
      <Button
        label={l10n.t('Branch from Here')}
        icon="git-branch"
        bare
        onClick={() => void ask('branchFrom', { turn, step: resultAt })}
      />
      <CopyButton label={l10n.t('Copy Step')} text={() => copiedText(item)} />
      <Button
        label={l10n.t('Show JSON')}
        icon="json"
        bare
        onClick={() => {
          const shown = result ? [step, result] : step;
          void ask('openInEditor', { text: JSON.stringify(shown, null, 2), language: 'json' });
        }}
      />
    </div>
  );
}
