import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { Check } from '../../../webview/kit/choice';
import { useStore } from '../useStore';

export function AutomaticAnswers(): VNode {
  const { panel, actions } = useStore();
  return (
    <div class="automatic-row">
      <label class="check-row">
        <Check
          isOn={panel.value?.settings.autoRespond ?? false}
          onChange={(on) => void actions.setAutoRespond({ on })}
        />
        {l10n.t('Automatically use saved results')}
      </label>
      <Button
        label={l10n.t('Saved Results…')}
        kind="link"
        onClick={() => void actions.savedResults()}
      />
    </div>
  );
}
