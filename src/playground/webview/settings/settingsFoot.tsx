import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import { useStore } from '../useStore';
import { OpenEditor } from './partInput';

/** What concerns all of the settings: the request as JSON, and whether new conversations begin with them. */
export function SettingsFoot(): VNode {
  const { panel, settings } = useStore();
  const { kept, settings: set = {} } = panel.value ?? {};
  const foot = useRef<HTMLDivElement>(null);
  // The button that was clicked goes, and the other one comes, or none.
  const keep = async (isKept: boolean): Promise<void> => {
    await settings.keep(isKept);
    const row = foot.current?.querySelector('.button-row');
    (row ?? foot.current)?.querySelector('button')?.focus();
  };
  const isKeepOffered = kept !== 'these' && Object.keys(set).length > 0;
  return (
    <div class="settings-foot" ref={foot}>
      <Button
        label={l10n.t('Edit Request as JSON…')}
        icon="code"
        kind="secondary"
        title={l10n.t('Everything that is set, including what has no field here.')}
        onClick={() => void settings.edit('request')}
      />
      <OpenEditor part="request" />
      {(isKeepOffered || kept !== undefined) && (
        <>
          <div class="button-row">
            {isKeepOffered && (
              <Button
                label={l10n.t('Keep for New Conversations')}
                kind="secondary"
                onClick={() => void keep(true)}
              />
            )}
            {kept !== undefined && (
              <Button
                label={l10n.t('Forget Kept Settings')}
                kind="secondary"
                onClick={() => void keep(false)}
              />
            )}
          </div>
          <p class="field-note">{keptWords(kept)}</p>
        </>
      )}
    </div>
  );
}

function keptWords(kept: PlaygroundState['kept']): string {
  if (kept === 'these') return l10n.t('New conversations begin with these settings.');
  return kept === 'others'
    ? l10n.t('New conversations begin with other settings that you kept.')
    : l10n.t('New conversations begin with none of these settings unless you keep them.');
}
