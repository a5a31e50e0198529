import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { MODES } from '../../../conversation/model/modes';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import { openChoices, menuOpener } from '../pickers';
import { FixButtons } from '../failures';
import { useStore } from '../useStore';
import { revealedText } from '../reveal';

export function EmptyState(): VNode | null {
  const store = useStore();
  const panel = store.panel.value;
  if (!panel) return null;
  const { connection, mode, model, kept } = panel;
  if (!connection) return <NoConnection />;
  const { empty } = MODES[mode];
  return (
    <section class="empty-state">
      <h1>
        {model ? empty.title(revealedText(model.displayName)) : l10n.t('Start a conversation')}
      </h1>
      <p>{connectionWords(connection)}</p>
      {kept === 'these' && (
        <>
          <p>{l10n.t('Starts with your saved settings for new conversations.')}</p>
          <Button
            label={l10n.t('Clear Saved Settings')}
            kind="secondary"
            onClick={() => void store.ask('keepSettings', { keep: false })}
          />
        </>
      )}
      {!model && (
        <Button
          label={l10n.t('Select Model')}
          kind="primary"
          hasMenu
          onClick={(event) => openChoices(store, menuOpener(event), { list: 'model' })}
        />
      )}
      <div class="starters" role="group" aria-label={l10n.t('Starter prompts')}>
        {empty.starters().map((text) => (
          <Button
            key={text}
            label={text}
            class="starter"
            onClick={() => store.dock.draft.fill(text)}
          />
        ))}
      </div>
    </section>
  );
}

function NoConnection(): VNode {
  const store = useStore();
  return (
    <section class="empty-state">
      <h1>{l10n.t('No connection yet')}</h1>
      <p>{l10n.t('Add an API key, or try everything offline with the built-in emulator.')}</p>
      <FixButtons fixes={['addApiKey', 'startEmulator']} turn="" ask={store.ask} />
      <Button
        label={l10n.t('Select Connection')}
        kind="secondary"
        hasMenu
        onClick={(event) => openChoices(store, menuOpener(event), { list: 'connection' })}
      />
    </section>
  );
}

function connectionWords({
  name,
  detail,
  emulator,
}: NonNullable<PlaygroundState['connection']>): string {
  const [shownName, shownDetail] = [revealedText(name), revealedText(detail)];
  if (emulator) {
    return l10n.t(
      'Using “{0}”, {1}. It generates fake responses, so it needs no account or network.',
      shownName,
      shownDetail,
    );
  }
  return shownName === shownDetail
    ? l10n.t('Using “{0}”.', shownName)
    : l10n.t('Using “{0}”, {1}.', shownName, shownDetail);
}
