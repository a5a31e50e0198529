import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { shownDuration } from '../../base/format';
import { Icon, type IconName } from '../../webview/kit/icon';
import type { TurnRow, TurnState } from '../view/runViews';
import { RowList, priceText, spokenPrice, tokensText } from './rowList';
import type { RunsProps } from './runsStore';

const ICONS: { readonly [S in TurnState]: IconName } = {
  good: 'check',
  bad: 'error',
  warning: 'warning',
  running: 'loading',
  left: 'circle-slash',
};

/** The requests of the selected run, as a waterfall. */
export function Turns({ store }: RunsProps): VNode {
  const view = store.view.value;
  return (
    <section class="pane turns-pane" aria-label={l10n.t('Turns')}>
      <div class="row head" aria-hidden="true">
        <span class="number step" />
        <span class="mark" />
        <span class="mark" />
        <span class="words">{l10n.t('Turn')}</span>
        <span class="legend">
          <span class="key wait">{l10n.t('Wait')}</span>
          <span class="key thoughts">{l10n.t('Thoughts')}</span>
          <span class="key output">{l10n.t('Output')}</span>
        </span>
        <span class="number">{l10n.t('Time')}</span>
        <span class="number input">{l10n.t('Input')}</span>
        <span class="number cached">{l10n.t('Cached')}</span>
        <span class="number thought">{l10n.t('Thoughts')}</span>
        <span class="number out">{l10n.t('Output')}</span>
        <span class="number price">{l10n.t('Est. price')}</span>
        <span class="source">{l10n.t('Source')}</span>
      </div>
      {view && (
        <RowList
          label={l10n.t('Turns')}
          rows={view.turns}
          selected={store.turn.value}
          look={({ attempt }) => (attempt > 1 ? 'attempt' : undefined)}
          name={spokenTurn}
          content={(row) => <TurnCells row={row} span={view.span} />}
          onSelect={(id) => store.selectTurn(id)}
          onOpen={(id) => store.open('open', id)}
        />
      )}
    </section>
  );
}

function stepText({ step, attempt, attempts }: TurnRow): string {
  if (attempts === 1) return String(step);
  return l10n.t('{0}, attempt {1} of {2}', step, attempt, attempts);
}

function spokenTurn(row: TurnRow): string {
  const { asked, said, result, duration, findings, price, source, input, cached, out } = row;
  return [
    l10n.t('Turn {0}', stepText(row)),
    ...[asked, said, result].filter(Boolean),
    shownDuration(duration),
    ...(findings === 0
      ? []
      : [findings === 1 ? l10n.t('1 finding') : l10n.t('{0} findings', findings)]),
    ...(input === undefined ? [] : [l10n.t('{0} input tokens', input)]),
    ...(cached === undefined ? [] : [l10n.t('{0} cached', cached)]),
    ...(out === undefined ? [] : [l10n.t('{0} output tokens', out)]),
    ...spokenPrice(price),
    ...(source === '' ? [] : [source]),
  ].join(', ');
}

interface TurnCellsProps {
  readonly row: TurnRow;
  readonly span: number;
}

function TurnCells({ row, span }: TurnCellsProps): VNode {
  const { step, attempt, state, result, asked, said, duration, findings, source } = row;
  const { input, cached, thoughts, out, price } = row;
  const answer = state === 'good' ? said : [result, said].filter(Boolean).join(' ');
  return (
    <>
      <span class="number step">{attempt === 1 ? step : ''}</span>
      <span class={`mark ${state}`}>
        <Icon name={ICONS[state]} />
      </span>
      <span class={`mark ${findings > 0 ? 'warning' : ''}`}>
        {findings > 0 && state !== 'warning' && <Icon name="warning" />}
      </span>
      <span class="words" title={[asked, answer].join('\n')}>
        {attempt > 1 ? l10n.t('Attempt {0}', attempt) : asked}{' '}
        {answer !== '' && <span class="quiet">{l10n.t('→ {0}', answer)}</span>}
      </span>
      <Bar row={row} span={span} />
      <span class="number">{state === 'running' ? '' : shownDuration(duration)}</span>
      <span class="number input">{tokensText(input)}</span>
      <span class="number cached">{tokensText(cached)}</span>
      <span class="number thought">{tokensText(thoughts)}</span>
      <span class="number out">{tokensText(out)}</span>
      <span class="number price">{priceText(price)}</span>
      <span class="source" title={source}>
        {source}
      </span>
    </>
  );
}

function barText({ first, output, duration, state }: TurnRow): string {
  if (state === 'running') return '';
  const pieces = [
    [l10n.t('Wait'), first],
    [l10n.t('Thoughts'), output - first],
    [l10n.t('Output'), duration - output],
  ] as const;
  const shown = pieces.filter(([, ms]) => ms > 0);
  return shown.map(([name, ms]) => l10n.t('{0}: {1}', name, shownDuration(ms))).join('\n');
}

function Bar({ row, span }: TurnCellsProps): VNode {
  const { start, first, output, duration, state } = row;
  const share = (ms: number): string => `${((100 * ms) / span).toFixed(3)}%`;
  const piece = (look: string, from: number, to: number) =>
    to > from && (
      <span
        class={`piece ${look}`}
        style={{ left: share(start + from), width: share(to - from) }}
      />
    );
  return (
    <span class={`bar ${state}`} title={barText(row)} aria-hidden="true">
      {piece('wait', 0, first)}
      {piece('thoughts', first, output)}
      {state !== 'running' && piece('output', output, Math.max(duration, output + span / 400))}
    </span>
  );
}
