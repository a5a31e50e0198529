import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { Check } from '../../../webview/kit/choice';
import { Field } from '../../../webview/kit/field';
import type { PanelStore } from '../state/panelStore';
import { useStore } from '../useStore';

interface KeepingBarProps {
  readonly runInBackground?: (() => void) | undefined;
}

export function StorageBar({ runInBackground }: KeepingBarProps): VNode | null {
  const { panel, ask, dock, isStreaming } = useStore();
  const keeping = panel.value?.keeping;
  if (!keeping) return null;
  const isEmpty = dock.draft.isBlank.value && panel.value.attachments.length === 0;
  const { stored, retention } = keeping;
  const change = stored ? l10n.t('Click to stop storing.') : l10n.t('Click to store.');
  return (
    <div class="keeping-bar">
      <Button
        label={stored ? l10n.t('Stored on server') : l10n.t('Not stored on server')}
        title={`${retention} ${change}`}
        kind="link"
        class="keeping-word"
        onClick={() => void ask('setStored', { stored: !stored })}
      />
      {runInBackground && (
        <Button
          label={l10n.t('Run in Background')}
          title={l10n.t(
            'Sends the message and keeps working after you close this tab. Follow the response in the Activity view.',
          )}
          kind="link"
          class="run-in-background"
          isDisabled={isEmpty || isStreaming.value}
          onClick={runInBackground}
        />
      )}
    </div>
  );
}

/** The keeping bar's switch, shown in the settings. Applies to all of the connection's conversations. */
export function StorageSetting(): VNode | null {
  const store = useStore();
  const { panel, settings, ask } = store;
  const keeping = panel.value?.keeping;
  const { page } = settings;
  if (!keeping || !isStorageSettingVisible(store)) return null;
  return (
    <div class="section-body">
      <Field
        id={`${page.id}-keeping`}
        layout="before"
        label={settingLabel()}
        isSet={keeping.stored}
        input={(input) => (
          <Check
            input={input}
            isOn={keeping.stored}
            onChange={(stored) => void ask('setStored', { stored })}
          />
        )}
      >
        <p class="note">{keeping.retention}</p>
        <p class="note">{l10n.t('Applies to all conversations on this connection.')}</p>
      </Field>
    </div>
  );
}

function settingLabel(): string {
  return l10n.t('Store interactions on server');
}

export function isStorageSettingVisible({ panel, settings }: PanelStore): boolean {
  if (!panel.value?.keeping) return false;
  const query = settings.page.query.value.trim().toLowerCase();
  return settingLabel().toLowerCase().includes(query);
}
