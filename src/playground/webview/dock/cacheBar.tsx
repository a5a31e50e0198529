import './cacheBar.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { Icon } from '../../../webview/kit/icon';
import { openChoices, openerOf } from '../choiceMenu';
import { revealedText } from '../reveal';
import { useStore } from '../useStore';

/** The cached content that requests begin with: a click on its name shows others, a button goes on without any. */
export function CacheBar(): VNode | null {
  const store = useStore();
  const cache = store.panel.value?.cache;
  if (cache === undefined) return null;
  const name = revealedText(cache.label);
  return (
    <div class="prompt-bar cache-bar" role="group" aria-label={l10n.t('Cached content')}>
      <button
        type="button"
        class="prompt-file"
        title={l10n.t('Choose Other Cached Content')}
        aria-haspopup="listbox"
        onClick={(event) => openChoices(store, openerOf(event), { list: 'cache' })}
      >
        <Icon name={cache.problem === undefined ? 'archive' : 'warning'} />
        <span class="label">{name}</span>
      </button>
      <Button
        label={l10n.t('Go On Without It')}
        icon="close"
        bare
        onClick={() => void store.ask('leaveCache', undefined)}
      />
      <span class="cache-facts">{revealedText(cache.problem ?? cache.facts.join(' · '))}</span>
    </div>
  );
}
