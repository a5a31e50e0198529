import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../webview/kit/button';
import { LiveRegion } from '../../webview/kit/liveRegion';
import { Table } from '../../webview/kit/table';
import { Details } from './details';
import { Pictures } from './pictures';
import './report.css';
import { Filters, RunHead, Totals } from './reportHead';
import type { ReportProps, ReportStore } from './reportStore';

export function ReportPage({ store }: ReportProps): VNode {
  const runs = store.runs.value;
  const isOpen = store.open.value !== undefined && store.shown.value !== undefined;
  return (
    <main
      aria-busy={runs === undefined || runs.isRunning}
      class={isOpen ? 'with-details' : undefined}
    >
      <div class="progress" aria-hidden="true" />
      {runs && (runs.runs.length === 0 ? <Empty store={store} /> : <Report store={store} />)}
      {isOpen && <Details store={store} />}
      <LiveRegion announcer={store.announcer} />
    </main>
  );
}

function Empty({ store }: ReportProps): VNode {
  return (
    <div class="page-empty">
      <h2>{l10n.t('No prompt test runs yet')}</h2>
      <p class="quiet">
        {l10n.t(
          'Results of prompt test runs appear here by case and model, with tokens, time, cost, and changes since the previous run.',
        )}
      </p>
      <div class="button-row">
        <Button
          label={l10n.t('Run All Prompt Tests')}
          kind="primary"
          icon="play"
          onClick={() => store.rerun('all')}
        />
      </div>
    </div>
  );
}

function Report({ store }: ReportProps): VNode {
  const area = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = area;
    if (!current) return;
    const look = (): void => void (store.room.value = current.clientWidth);
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [store]);
  const run = store.shown.value;
  return (
    <div class="report" ref={area}>
      <RunHead store={store} />
      {run ? (
        <>
          <Totals run={run} before={store.before.value} />
          <Pictures store={store} run={run} />
          <Filters store={store} />
          <Cases store={store} />
        </>
      ) : (
        <p class="quiet">{l10n.t('This run is no longer available.')}</p>
      )}
    </div>
  );
}

/** Separate component, so that totals and charts don't render again. */
function Cases({ store }: ReportProps): VNode {
  return (
    <Table
      id="cases"
      caption={l10n.t('Test cases')}
      columns={store.content.value.columns}
      model={store.table}
      empty={emptyText(store)}
      isFiltered
      current={store.open.value}
      onAction={(_, [row]) => store.showDetails(row)}
    />
  );
}

function emptyText(store: ReportStore): string {
  if (store.rows.value.length > 0) return l10n.t('No matching test cases');
  return store.shown.value?.state === 'running'
    ? l10n.t('Waiting for the first results…')
    : l10n.t('This run has no results.');
}
