import type { JsonObject } from '../../api/schema/row';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { L10n } from '../../platform/l10n';
import type { Sheet, SheetBlock } from '../../platform/sheet';
import { snapshotsOf, type Snapshot } from './snapshots';

export interface Loss {
  readonly target: ResourceRef;
  readonly resource: JsonObject;
  readonly isRunning: boolean;
  /** Why it is not looked at any more, though it may go on. */
  readonly problem?: string;
}

/** The loss of a training as a curve and as a table. */
export function lossSheet({ target, resource, isRunning, problem }: Loss, l10n: L10n): Sheet {
  const snapshots = snapshotsOf(resource);
  const title = l10n.t('Loss of {0}', nameOf(target));
  const caption = captionOf(snapshots, l10n);
  const blocks: SheetBlock[] = [
    { kind: 'heading', text: title },
    { kind: 'facts', rows: factsOf(target, resource, snapshots, l10n) },
  ];
  if (problem !== undefined) blocks.push({ kind: 'text', text: problem, tone: 'danger' });
  if (snapshots.length > 1) {
    const points = snapshots.map(({ step, meanLoss }) => [step, meanLoss] as const);
    const axes = { xTitle: l10n.t('Step'), yTitle: l10n.t('Mean loss') };
    blocks.push({ kind: 'chart', caption, ...axes, points });
  }
  blocks.push(tableOf(snapshots, l10n));
  return { title, blocks, isBusy: isRunning && problem === undefined };
}

function nameOf({ name }: ResourceRef): string {
  return name.split('/')[1] ?? name;
}

function factsOf(
  { kind }: ResourceRef,
  resource: JsonObject,
  snapshots: readonly Snapshot[],
  l10n: L10n,
): readonly (readonly [string, string])[] {
  const state = kindRow(kind).description(resource);
  const first = snapshots[0];
  const last = snapshots.at(-1);
  return [
    ...(state ? [[l10n.t('State'), l10n.t(state.message, ...state.args)] as const] : []),
    ...(last ? [[l10n.t('Last step'), String(last.step)] as const] : []),
    ...(first && last
      ? [
          [l10n.t('First loss'), lossText(first.meanLoss)] as const,
          [l10n.t('Last loss'), lossText(last.meanLoss)] as const,
          [
            l10n.t('Lowest loss'),
            lossText(Math.min(...snapshots.map(({ meanLoss }) => meanLoss))),
          ] as const,
        ]
      : []),
  ];
}

function captionOf(snapshots: readonly Snapshot[], l10n: L10n): string {
  const first = snapshots[0];
  const last = snapshots.at(-1);
  if (!first || !last) return l10n.t('Mean loss by step.');
  return l10n.t(
    'Mean loss by step: from {0} in step {1} to {2} in step {3}.',
    lossText(first.meanLoss),
    first.step,
    lossText(last.meanLoss),
    last.step,
  );
}

function tableOf(snapshots: readonly Snapshot[], l10n: L10n): SheetBlock {
  return {
    kind: 'table',
    id: 'snapshots',
    caption: l10n.t('Snapshots'),
    columns: [
      { title: l10n.t('Step'), align: 'end' },
      { title: l10n.t('Epoch'), align: 'end' },
      { title: l10n.t('Mean loss'), align: 'end' },
      { title: l10n.t('Time') },
    ],
    rows: snapshots.map(({ step, epoch, meanLoss, computeTime }, index) => ({
      id: String(index),
      cells: [String(step), String(epoch), lossText(meanLoss), computeTime].map((text) => ({
        text,
      })),
    })),
    empty: l10n.t('The training has not reported anything yet.'),
  };
}

function lossText(loss: number): string {
  return loss.toPrecision(4);
}
