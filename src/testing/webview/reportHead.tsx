import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { shownDuration } from '../../base/format';
import { Button } from '../../webview/kit/button';
import { Choice } from '../../webview/kit/choice';
import {
  filterCounts,
  type Filter,
  FILTERS,
  goneCount,
  type ReportTotals,
  sharedRuns,
  totalsOf,
  variantsOf,
} from '../report/compare';
import type { ReportMeans, ReportRun, ReportState } from '../report/reportRun';
import { countText, priceText, scoreText } from './figures';
import type { ReportProps } from './reportStore';

export function RunHead({ store }: ReportProps): VNode | null {
  const runs = store.runs.value;
  if (!runs) return null;
  const options = runs.runs.map(({ id, label }) => ({ value: id, label }));
  const others = options.filter(({ value }) => value !== runs.run);
  const run = store.shown.value;
  const hasFailed = run?.cells.some(({ verdict }) => verdict !== 'pass') ?? false;
  return (
    <div class="report-head">
      <div class="report-choice">
        <label for="run">{l10n.t('Run')}</label>
        <Choice
          input={input('run')}
          options={options}
          value={runs.run}
          onChange={(id) => store.choose(id, runs.before === id ? '' : runs.before)}
        />
      </div>
      <div class="report-choice">
        <label for="before">{l10n.t('Compared with')}</label>
        <Choice
          input={input('before')}
          options={[{ value: '', label: l10n.t('No other run') }, ...others]}
          value={runs.before}
          onChange={(id) => store.choose(runs.run, id)}
        />
      </div>
      <div class="button-row">
        {runs.isRunning ? (
          <Button
            label={l10n.t('Cancel Run')}
            kind="secondary"
            icon="stop-circle"
            onClick={() => store.cancel()}
          />
        ) : (
          <Button
            label={l10n.t('Rerun Failed')}
            kind="secondary"
            icon="refresh"
            isDisabled={!hasFailed}
            title={hasFailed ? undefined : l10n.t('All tests in this run passed.')}
            onClick={() => store.rerun('failed')}
          />
        )}
        <Button
          label={l10n.t('Export…')}
          kind="secondary"
          icon="save"
          isDisabled={!run}
          onClick={() => store.export()}
        />
      </div>
    </div>
  );
}

function input(id: string) {
  return { id, 'aria-describedby': undefined, 'aria-invalid': undefined } as const;
}

interface TotalsProps {
  readonly run: ReportRun;
  readonly before: ReportRun | undefined;
}

export function Totals({ run, before }: TotalsProps): VNode {
  const now = totalsOf(run);
  const compared = before && sharedRuns(run, before).map(totalsOf);
  const rows = TOTALS.filter(({ of }) => of(now) !== undefined);
  const notes = [stateText(run.state), goneText(run, before)].filter((one) => one !== undefined);
  return (
    <>
      <dl class="report-totals">
        {rows.map((row) => (
          <div key={row.id} class={row.id}>
            <dt>{row.title()}</dt>
            <dd>
              {row.text(row.of(now) ?? 0)}
              <Delta row={row} compared={compared} />
            </dd>
          </div>
        ))}
      </dl>
      <Means means={run.means} before={before?.means ?? []} />
      {notes.map((note) => (
        <p key={note} class="quiet">
          {note}
        </p>
      ))}
    </>
  );
}

interface MeansProps {
  readonly means: readonly ReportMeans[];
  readonly before: readonly ReportMeans[];
}

function Means({ means, before }: MeansProps): VNode | null {
  if (means.length === 0) return null;
  return (
    <dl class="report-means">
      {means.map(({ file, variant, figures }) => {
        const earlier = before.find((one) => one.file === file && one.variant === variant);
        const name = variant === '' ? file : `${file} · ${variant}`;
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figures}</dd>
            {earlier && earlier.figures !== figures && (
              <dd class="quiet">{l10n.t('Before: {0}', earlier.figures)}</dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

interface Total {
  readonly id: string;
  readonly title: () => string;
  readonly of: (totals: ReportTotals) => number | undefined;
  readonly text: (value: number) => string;
  /** Whether an increase is better or worse. Undefined if neither. */
  readonly more?: 'better' | 'worse';
  /** Selects “fewer” instead of “lower”. */
  readonly isCount?: boolean;
}

const COUNT = { text: countText, isCount: true } as const;

const TOTALS: readonly Total[] = [
  {
    id: 'passed',
    title: () => l10n.t('Passed'),
    ...COUNT,
    more: 'better',
    of: ({ verdicts }) => verdicts.pass,
  },
  {
    id: 'failed',
    title: () => l10n.t('Failed'),
    ...COUNT,
    more: 'worse',
    of: ({ verdicts }) => verdicts.fail,
  },
  {
    id: 'unmeasured',
    title: () => l10n.t('Errored'),
    ...COUNT,
    more: 'worse',
    of: ({ verdicts }) => verdicts.notMeasured,
  },
  {
    id: 'inconclusive',
    title: () => l10n.t('Inconclusive'),
    ...COUNT,
    more: 'worse',
    of: ({ verdicts }) => verdicts.inconclusive || undefined,
  },
  {
    id: 'flaky',
    title: () => l10n.t('Flaky'),
    ...COUNT,
    more: 'worse',
    of: ({ flaky }) => flaky,
  },
  {
    id: 'score',
    title: () => l10n.t('Mean score'),
    more: 'better',
    of: ({ score }) => score,
    text: scoreText,
  },
  {
    id: 'tokens',
    title: () => l10n.t('Tokens'),
    ...COUNT,
    more: 'worse',
    of: ({ tokens }) => tokens,
  },
  {
    id: 'price',
    title: () => l10n.t('Cost'),
    text: priceText,
    more: 'worse',
    of: ({ price }) => price,
  },
  {
    id: 'ms',
    title: () => l10n.t('Time'),
    more: 'worse',
    of: ({ ms }) => ms,
    text: (value) => shownDuration(value),
  },
];

interface DeltaProps {
  readonly row: Total;
  /** This run and the other one. Undefined without comparison. */
  readonly compared: readonly ReportTotals[] | undefined;
}

function Delta({ row, compared = [] }: DeltaProps): VNode | null {
  const [value, before] = compared.map(row.of);
  if (value === undefined || before === undefined) return null;
  const by = row.text(Math.abs(value - before));
  if (by === row.text(0)) return null;
  const isMore = value > before;
  const isGood = isMore === (row.more === 'better');
  return (
    <span class={isGood ? 'delta good' : 'delta danger'}>
      {deltaText(by, isMore, row.isCount ?? false)}
    </span>
  );
}

function deltaText(by: string, isMore: boolean, isCount: boolean): string {
  if (isCount) return isMore ? l10n.t('{0} more', by) : l10n.t('{0} fewer', by);
  return isMore ? l10n.t('{0} higher', by) : l10n.t('{0} lower', by);
}

function stateText(state: ReportState): string | undefined {
  switch (state) {
    case 'running':
      return l10n.t('The run is in progress. Results appear as they arrive.');
    case 'cancelled':
      return l10n.t('The run was canceled. Test cases without a result aren’t shown.');
    case 'budget':
      return l10n.t('The run stopped because its budget was used up.');
    case 'cutOff':
      return l10n.t('The window was closed during the run. Partial results are shown.');
    case 'ended':
      return undefined;
  }
}

function goneText(run: ReportRun, before: ReportRun | undefined): string | undefined {
  const gone = before && run.state !== 'running' ? goneCount(run, before) : 0;
  if (gone === 0) return undefined;
  return gone === 1
    ? l10n.t('1 test case from the other run isn’t in this run.')
    : l10n.t('{0} test cases from the other run aren’t in this run.', gone);
}

export function Filters({ store }: ReportProps): VNode {
  const counts = filterCounts(store.rows.value);
  const isCompared = store.before.value !== undefined;
  const run = store.shown.value;
  const hasVariants = run !== undefined && variantsOf(run).length > 1;
  const shown = FILTERS.filter((filter) => {
    if (filter === 'inconclusive')
      return counts.inconclusive > 0 || store.filters.value.has(filter);
    return filter !== 'changed' || isCompared;
  });
  return (
    <div class="report-filters" role="group" aria-label={l10n.t('Show only')}>
      {shown.map((filter) => {
        const isOn = store.filters.value.has(filter);
        return (
          <Button
            key={filter}
            label={filterLabel(filter, counts[filter], hasVariants)}
            class={isOn ? 'report-filter on' : 'report-filter'}
            isPressed={isOn}
            onClick={() => store.toggle(filter)}
          />
        );
      })}
    </div>
  );
}

/** Totals count variants, filters count test cases. */
function filterLabel(filter: Filter, count: number, hasVariants: boolean): string {
  const [name, number] = [filterText(filter), countText(count)];
  if (!hasVariants) return l10n.t('{0}: {1}', name, number);
  return count === 1
    ? l10n.t('{0}: 1 test case', name)
    : l10n.t('{0}: {1} test cases', name, number);
}

function filterText(filter: Filter): string {
  switch (filter) {
    case 'fail':
      return l10n.t('Failed');
    case 'flaky':
      return l10n.t('Flaky');
    case 'notMeasured':
      return l10n.t('Errored');
    case 'inconclusive':
      return l10n.t('Inconclusive');
    case 'pass':
      return l10n.t('Passed');
    case 'changed':
      return l10n.t('Changed');
  }
}
