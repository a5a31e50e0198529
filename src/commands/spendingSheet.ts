import * as l10n from '@vscode/l10n';
import { PACK_DATE } from '../api/modelPack';
import {
  type Cap,
  periodText,
  resetText,
  resetTime,
  shownDollars,
  usedText,
} from '../catalog/spend/caps';
import type { CapState } from '../catalog/spend/guard';
import type { PeriodTotals, SpendSummary, SpendTotals } from '../catalog/spend/summary';
import type { Sheet, SheetBlock } from '../platform/sheet';
import type { TableCell, TableRow } from '../webview/tableRows';

/** Action of the button that raises a cap, and of the one that opens the setting. */
export const ALLOW = 'allow';
export const SETTING = 'setting';

/** Returns the page: caps, totals, models, and programs. */
export function spendingSheet(
  summary: SpendSummary,
  states: readonly CapState[],
  nameOf: (connection: string) => string | undefined,
  now: number,
): Sheet {
  const title = l10n.t('Spending');
  return {
    title,
    blocks: [
      { kind: 'heading', text: title },
      muted(
        l10n.t(
          'Estimated on this machine with paid-tier prices as of {0}. This isn’t your bill.',
          PACK_DATE,
        ),
      ),
      {
        kind: 'facts',
        rows: [
          [l10n.t('Today'), totalText(summary.today)],
          [l10n.t('This month'), totalText(summary.month)],
        ],
      },
      ...(states.length === 0
        ? [muted(l10n.t('No limits are set.'))]
        : [
            capTable(states, nameOf, now),
            muted(
              l10n.t(
                'Running requests can exceed a limit by the difference between their costs and the estimates.',
              ),
            ),
          ]),
      {
        kind: 'buttons',
        buttons: [
          ...(states.length === 0 ? [] : [{ id: ALLOW, title: l10n.t('Allow More Today') }]),
          { id: SETTING, title: l10n.t('Set Limits…') },
        ],
      },
      ...periodTable('models', l10n.t('By model'), l10n.t('Model'), summary.models),
      ...periodTable('programs', l10n.t('By app'), l10n.t('App'), summary.programs),
    ],
  };
}

function muted(text: string): SheetBlock {
  return { kind: 'text', text, tone: 'muted' };
}

/** Returns a sum, such as “about $1.20, 14 requests, plus 3 requests of unknown price”. */
function totalText({ requests, dollars, unknown, partly }: SpendTotals): string {
  if (requests === 0) return l10n.t('No paid requests');
  const count = requests.toLocaleString('en');
  return [
    l10n.t('about {0}', shownDollars(dollars)),
    requests === 1 ? l10n.t('1 request') : l10n.t('{0} requests', count),
    ...(partly > 0 ? [l10n.t('{0} with a partly known price', partly)] : []),
    ...(unknown > 0 ? [l10n.t('plus {0} of unknown price', unknown)] : []),
  ].join(', ');
}

function capTable(
  states: readonly CapState[],
  nameOf: (connection: string) => string | undefined,
  now: number,
): SheetBlock {
  return {
    kind: 'table',
    id: 'caps',
    caption: l10n.t('Limits'),
    empty: '',
    columns: [{ title: l10n.t('Limit') }, { title: l10n.t('Used') }, { title: l10n.t('Resets') }],
    rows: states.map(({ cap, purse }, at): TableRow => {
      const used: TableCell = { text: `${usedText(purse)} ${periodText(cap)}`, order: purse.share };
      const reset = resetTime(cap, now) ?? now;
      return {
        id: String(at),
        cells: [
          { text: capName(cap, nameOf) },
          purse.share >= 0.8 ? { ...used, tone: 'danger' } : used,
          { text: resetText(reset), order: reset },
        ],
      };
    }),
  };
}

/** Names what a cap limits: a connection, a folder, or both. */
export function capName(
  { connection, folder }: Cap,
  nameOf: (connection: string) => string | undefined,
): string {
  const names = [
    ...(connection === undefined ? [] : [nameOf(connection) ?? connection]),
    ...(folder === undefined ? [] : [folder]),
  ];
  return names.length === 0 ? l10n.t('All requests') : names.join(', ');
}

function periodTable(
  id: string,
  caption: string,
  title: string,
  totals: ReadonlyMap<string, PeriodTotals>,
): readonly SheetBlock[] {
  if (totals.size === 0) return [];
  const sorted = [...totals].toSorted(([, a], [, b]) => b.month.dollars - a.month.dollars);
  return [
    {
      kind: 'table',
      id,
      caption,
      empty: '',
      columns: [
        { title },
        { title: l10n.t('Today'), align: 'end' },
        { title: l10n.t('This month'), align: 'end' },
        { title: l10n.t('Requests'), align: 'end' },
        { title: l10n.t('Tokens'), align: 'end' },
      ],
      rows: sorted.map(([name, { today, month }]) => ({
        id: name,
        cells: [
          name === '' ? { text: l10n.t('Unknown'), tone: 'muted' } : { text: name },
          priceCell(today),
          priceCell(month),
          { text: month.requests.toLocaleString('en'), order: month.requests },
          { text: month.tokens.toLocaleString('en'), order: month.tokens },
        ],
      })),
    },
  ];
}

function priceCell({ requests, dollars, unknown }: SpendTotals): TableCell {
  const order = dollars;
  if (requests === 0) return { text: '', order };
  if (unknown === requests) return { text: l10n.t('unknown'), order, tone: 'muted' };
  const text = shownDollars(dollars);
  return { text: unknown === 0 ? text : l10n.t('{0} + {1} unknown', text, unknown), order };
}
