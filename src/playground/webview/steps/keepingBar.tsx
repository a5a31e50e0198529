import './keeping.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { Icon } from '../../../webview/kit/icon';
import { useStore } from '../useStore';

/** Above the composer: whether the service keeps what is said, and the way to leave the next answer to it. */
export function KeepingBar(): VNode | null {
  const { panel, ask } = useStore();
  const keeping = panel.value?.keeping;
  if (!keeping) return null;
  const { stored, retention } = keeping;
  return (
    <div class="prompt-bar keeping-bar" role="group" aria-label={l10n.t('Kept by the service')}>
      <Icon name={stored ? 'cloud' : 'circle-slash'} />
      <span class="keeping-words" title={retention}>
        {stored ? l10n.t('Kept by the service') : l10n.t('Not kept by the service')}
      </span>
      <Button
        label={stored ? l10n.t('Stop Keeping') : l10n.t('Keep It')}
        title={retention}
        kind="link"
        onClick={() => void ask('setStored', { stored: !stored })}
      />
    </div>
  );
}
