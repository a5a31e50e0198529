import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import { Check } from '../../../webview/kit/choice';
import { useStore } from '../mount';

/** Whether calls of functions are answered by themselves, and what with. */
export function AutomaticAnswers(): VNode {
  const { panel, actions } = useStore();
  const id = useId();
  return (
    <div class="automatic-row">
      <div class="check-row">
        <Check
          input={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined }}
          isOn={panel.value?.settings.autoRespond ?? false}
          onChange={(on) => void actions.setAutoRespond({ on })}
        />
        <label for={id}>{l10n.t('Automatically use saved results')}</label>
      </div>
      <Button
        label={l10n.t('Saved Results…')}
        kind="link"
        onClick={() => void actions.savedResults()}
      />
    </div>
  );
}
