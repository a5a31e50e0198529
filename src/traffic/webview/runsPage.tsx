import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../../webview/kit/button';
import { Icon } from '../../webview/kit/icon';
import { LiveRegion } from '../../webview/kit/liveRegion';
import type { RunRow } from '../view/runViews';
import { Details } from './details';
import { RowList, priceText, spokenPrice, tokensText } from './rowList';
import './runs.css';
import type { RunsProps } from './runsStore';
import { Turns } from './turns';

const PANES = '.pane';

export function RunsPage({ store }: RunsProps): VNode {
  const main = useRef<HTMLElement>(null);
  const rows = store.rows.value;
  return (
    <main
      ref={main}
      aria-busy={rows === undefined}
      class={rows && rows.length > 0 ? 'runs' : 'runs empty'}
      onKeyDown={(event) => {
        if (event.key === 'F6' && movePane(main.current, event.shiftKey ? -1 : 1)) {
          event.preventDefault();
          // VS Code would move the focus to its next part.
          event.stopPropagation();
        }
      }}
    >
      {rows && (rows.length === 0 ? <Empty store={store} /> : <Panes store={store} />)}
      <LiveRegion announcer={store.announcer} />
    </main>
  );
}

/** Moves the focus to the next pane. False at the last one, after which VS Code takes over. */
function movePane(main: HTMLElement | null, by: number): boolean {
  const panes = [...(main?.querySelectorAll<HTMLElement>(PANES) ?? [])];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[at + by]?.querySelector<HTMLElement>('[tabindex="0"], button, summary');
  next?.focus();
  return next !== undefined && next !== null;
}

function Empty({ store }: RunsProps): VNode {
  const folder = store.folder.value;
  return (
    <div class="page-empty">
      <h2>{l10n.t('No requests to models yet')}</h2>
      <p class="quiet">
        {folder === ''
          ? l10n.t(
              'Requests of this window, and of apps in terminals that use the emulator, appear here as conversations with retries, caching, tokens, and findings.',
            )
          : l10n.t('Requests of apps in {0} appear here as conversations.', folder)}
      </p>
      {folder !== '' && (
        <div class="button-row">
          <Button
            label={l10n.t('Show All Runs')}
            kind="secondary"
            onClick={() => store.showAll()}
          />
        </div>
      )}
    </div>
  );
}

/** The folder of the session whose runs are shown. */
function Filter({ store }: RunsProps): VNode | null {
  const folder = store.folder.value;
  if (folder === '') return null;
  return (
    <div class="filter">
      <span class="words" title={folder}>
        {l10n.t('Folder: {0}', folder)}
      </span>
      <Button
        label={l10n.t('Show All Runs')}
        kind="link"
        onClick={() => {
          store.showAll();
          // The button is removed.
          document.querySelector<HTMLElement>('.runs-pane .row-list [tabindex="0"]')?.focus();
        }}
      />
    </div>
  );
}

function Panes({ store }: RunsProps): VNode {
  return (
    <>
      <section class="pane runs-pane" aria-label={l10n.t('Runs')}>
        <Filter store={store} />
        <div class="row head" aria-hidden="true">
          <span class="mark" />
          <span class="time">{l10n.t('Time')}</span>
          <span class="words">{l10n.t('Run')}</span>
          <span class="about">{l10n.t('App')}</span>
          <span class="number turns">{l10n.t('Turns')}</span>
          <span class="number errors">{l10n.t('Errors')}</span>
          <span class="number">{l10n.t('Tokens')}</span>
          <span class="number price">{l10n.t('Est. price')}</span>
        </div>
        <RowList
          label={l10n.t('Runs')}
          rows={store.rows.value ?? []}
          selected={store.run.value}
          look={({ errors }) => (errors > 0 ? 'has-errors' : undefined)}
          name={spokenRun}
          content={(row) => <RunCells row={row} />}
          onSelect={(id) => store.selectRun(id)}
          onOpen={() => document.querySelector<HTMLElement>('.turns-pane [tabindex="0"]')?.focus()}
        />
        {store.note.value !== '' && <p class="quiet note">{store.note.value}</p>}
      </section>
      <Turns store={store} />
      <Details store={store} />
    </>
  );
}

function spokenRun({
  words,
  time,
  app,
  models,
  during = '',
  turns,
  errors,
  tokens: count,
  price,
  findings,
}: RunRow): string {
  return [
    ...[words, time, during, app, models].filter(Boolean),
    turns === 1 ? l10n.t('1 turn') : l10n.t('{0} turns', turns),
    ...(errors > 0 ? [errors === 1 ? l10n.t('1 error') : l10n.t('{0} errors', errors)] : []),
    ...(findings > 0
      ? [findings === 1 ? l10n.t('1 finding') : l10n.t('{0} findings', findings)]
      : []),
    l10n.t('{0} tokens', count),
    ...spokenPrice(price),
  ].join(', ');
}

function RunCells({ row }: { readonly row: RunRow }): VNode {
  const { words, time, app, models, during, turns } = row;
  const { errors, tokens, price, unpriced, findings } = row;
  const about = [app, models].filter(Boolean).join(' · ');
  // Narrow lists hide both.
  const facts = [time, about].filter(Boolean).join(' · ');
  return (
    <>
      <span class={`mark ${findings > 0 ? 'warning' : ''}`}>
        {row.isRunning ? <Icon name="loading" /> : findings > 0 && <Icon name="warning" />}
      </span>
      <span class="time">{time}</span>
      <span class="words" title={[words, facts].filter(Boolean).join('\n')}>
        {during !== undefined && <span class="quiet">{l10n.t('{0}:', during)} </span>}
        {words}
      </span>
      <span class="about quiet" title={facts}>
        {about}
      </span>
      <span class="number turns">{turns}</span>
      <span class="number errors">{errors > 0 ? errors : ''}</span>
      <span class="number">{tokens > 0 ? tokensText(tokens) : ''}</span>
      <span
        class="number price"
        title={unpriced > 0 ? l10n.t('Responses with unknown price: {0}', unpriced) : undefined}
      >
        {priceText(price, unpriced)}
      </span>
    </>
  );
}
