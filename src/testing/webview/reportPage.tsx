import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { shownDuration } from '../../base/format';
import { Button } from '../../webview/kit/button';
import { Icon } from '../../webview/kit/icon';
import { LiveRegion } from '../../webview/kit/liveRegion';
import { Table } from '../../webview/kit/table';
import type { ReportAnswers, ReportCheck, ReportDetail, ReportVerdict } from '../report/reportRun';
import './details.css';
import { countText, priceText, VERDICT_ICONS, verdictText } from './figures';
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

function Details({ store }: ReportProps): VNode {
  const title = useRef<HTMLHeadingElement>(null);
  const row = store.rows.value.find(({ id }) => id === store.open.value);
  const details = store.details.value;
  const id = row?.id;
  useLayoutEffect(() => {
    // Moves the focus if the user opened a test case, but not on reload.
    if (document.activeElement?.closest('.data-table')) title.current?.focus();
  }, [id]);
  const close = (): void => {
    const at = store.table.shown.peek().findIndex((one) => one.id === id);
    store.showDetails(undefined);
    // A filter may hide the row.
    const goal = at < 0 ? store.table.activeIndex : at;
    const place = document.querySelector<HTMLElement>(`.data-table [data-row="${goal}"]`);
    (place ?? document.querySelector<HTMLElement>('.report input, .report button'))?.focus();
  };
  return (
    <aside
      class="details"
      aria-label={l10n.t('Details')}
      aria-busy={details.kind === 'loading'}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <div class="details-head">
        <h2 ref={title} tabIndex={-1}>
          {row?.name ?? l10n.t('Not in this run')}
        </h2>
        <Button label={l10n.t('Close Details')} icon="close" bare onClick={close} />
      </div>
      {row?.tags && <p class="quiet">{row.tags}</p>}
      {row && details.kind === 'failed' && <p class="danger">{details.message}</p>}
      {row &&
        details.kind === 'there' &&
        details.details.map((one) => <Variant key={one.id} store={store} detail={one} />)}
    </aside>
  );
}

interface VariantProps {
  readonly store: ReportStore;
  readonly detail: ReportDetail;
}

function Variant({ store, detail }: VariantProps): VNode {
  const { id, variant, verdict, isFlaky, passed, count, place, answers } = detail;
  const share = count > 1 ? l10n.t('{0} of {1} responses passed', passed, count) : undefined;
  const facts = [share, isFlaky ? l10n.t('flaky') : undefined].filter(Boolean).join(', ');
  return (
    <section class="variant">
      <h3>
        <Mark verdict={verdict} />
        {variant}
      </h3>
      {facts && <p class="quiet">{facts}</p>}
      <div class="details-links">
        <Button
          label={place}
          kind="link"
          name={l10n.t('Go to {0}', place)}
          onClick={() => store.openAnswer('case', { id, repeat: 0 })}
        />
        <Button
          label={l10n.t('Run Again')}
          kind="link"
          isDisabled={store.runs.value?.isRunning}
          onClick={() => store.rerun('these', [id])}
        />
      </div>
      {answers.map((one) => (
        <Answers key={one.repeat} store={store} detail={detail} answers={one} />
      ))}
    </section>
  );
}

interface AnswersProps extends VariantProps {
  readonly answers: ReportAnswers;
}

function Answers({ store, detail, answers }: AnswersProps): VNode {
  const { repeat, count, pieces, isCut, problem, checks, wasAsked, hasExchange } = answers;
  const at = { id: detail.id, repeat };
  const open = (what: 'playground' | 'json' | 'exchange') => () => store.openAnswer(what, at);
  return (
    <div class="answers">
      {detail.count > 1 && (
        <h4>
          <Mark verdict={answers.verdict} />
          {l10n.t('{0} of {1} responses', count, detail.count)}
        </h4>
      )}
      {problem !== undefined && <p class="problem">{problem}</p>}
      {pieces.length > 0 && (
        <pre class="answer" tabIndex={0} role="group" aria-label={l10n.t('Response')}>
          {pieces.map(({ text, isMarked }, index) =>
            isMarked ? <mark key={index}>{text}</mark> : text,
          )}
          {isCut && '…'}
        </pre>
      )}
      <ul class="report-checks">
        {checks.map((check, index) => (
          <CheckRow key={index} check={check} />
        ))}
      </ul>
      <p class="quiet">{factsOf(answers)}</p>
      {wasAsked && (
        <div class="details-links">
          <Button label={l10n.t('Open in Playground')} kind="link" onClick={open('playground')} />
          <Button label={l10n.t('Show as JSON')} kind="link" onClick={open('json')} />
          <Button
            label={l10n.t('Show Request Details')}
            kind="link"
            isDisabled={!hasExchange}
            title={hasExchange ? undefined : l10n.t('No longer available in the Traffic view.')}
            onClick={open('exchange')}
          />
        </div>
      )}
    </div>
  );
}

function CheckRow({ check }: { readonly check: ReportCheck }): VNode {
  const { type, verdict, message, expected, actual } = check;
  return (
    <li>
      <Mark verdict={verdict} />
      <div>
        <code>{type}</code> {message}
        {expected !== undefined && actual !== undefined && verdict === 'fail' && (
          <dl class="sides">
            <dt>{l10n.t('Expected')}</dt>
            <dd>{expected}</dd>
            <dt>{l10n.t('Actual')}</dt>
            <dd>{actual}</dd>
          </dl>
        )}
      </div>
    </li>
  );
}

function Mark({ verdict }: { readonly verdict: ReportVerdict }): VNode {
  return (
    <span class={`verdict ${verdict}`} role="img" aria-label={verdictText(verdict)}>
      <Icon name={VERDICT_ICONS[verdict]} />
    </span>
  );
}

function factsOf({ tokens: count, price, ms, firstMs, finishReason }: ReportAnswers): string {
  const facts = [
    shownDuration(ms),
    firstMs === undefined ? undefined : l10n.t('first text after {0}', shownDuration(firstMs)),
    count === undefined ? undefined : l10n.t('{0} tokens', countText(count)),
    price === undefined ? undefined : priceText(price),
    // Omits the normal finish reason.
    finishReason === undefined || finishReason === 'STOP'
      ? undefined
      : l10n.t('finished with {0}', finishReason),
  ];
  return facts.filter((one) => one !== undefined).join(' · ');
}
