import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import { Check } from '../../../webview/kit/choice';
import { isStorageSettingVisible } from '../steps/storageBar';
import { useStore } from '../useStore';

export function SettingsHead({ onClose }: { readonly onClose: () => void }): VNode {
  const { settings, format } = useStore();
  const { page } = settings;
  const count = settings.setCount.value;
  const search = useRef<HTMLInputElement>(null);
  return (
    <>
      <div class="settings-head">
        <h2>{l10n.t('Settings')}</h2>
        {count > 0 && <span class="badge">{l10n.t('{0} set', format.count(count))}</span>}
        <span class="spacer" />
        <Button
          label={l10n.t('Reset All')}
          icon="discard"
          bare
          isDisabled={!settings.canReset.value}
          onClick={() => void settings.resetAll()}
        />
        <Button label={l10n.t('Hide Settings')} icon="close" bare onClick={onClose} />
      </div>
      <div class="settings-search">
        <input
          ref={search}
          type="search"
          aria-label={l10n.t('Search Settings')}
          placeholder={l10n.t('Search settings')}
          spellcheck={false}
          value={page.query.value}
          onInput={(event) => (page.query.value = event.currentTarget.value)}
        />
        {page.query.value !== '' && (
          <Button
            label={l10n.t('Clear Search')}
            icon="close"
            bare
            onClick={() => {
              page.query.value = '';
              search.current?.focus();
            }}
          />
        )}
      </div>
    </>
  );
}

export function ResetNote(): VNode | null {
  const { settings } = useStore();
  if (!settings.beforeReset.value) return null;
  return (
    <p class="settings-reset">
      {l10n.t('All settings have their default values.')}{' '}
      <Button label={l10n.t('Undo Reset')} kind="link" onClick={() => void settings.undoReset()} />
    </p>
  );
}

export function NothingFound(): VNode | null {
  const store = useStore();
  const { settings } = store;
  const { query } = settings.page;
  if (settings.found.value.length > 0 || isStorageSettingVisible(store)) return null;
  return <p class="settings-none">{l10n.t('No settings match “{0}”.', query.value)}</p>;
}

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
