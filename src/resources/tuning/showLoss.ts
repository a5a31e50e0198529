import * as l10n from '@vscode/l10n';
import { isObject, items, objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { VERSIONS } from '../../api/versions';
import { sleep } from '../../base/clock';
import { CancelledError, errorMessage } from '../../base/errors';
import { waitPolicies } from '../../base/waitPolicies';
import { listVersion } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import { displayLabel } from '../../catalog/kinds/facts';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { Sheet, SheetBlock } from '../../platform/sheet';
import type { Store } from '../../service/store';
import type { ResourceHandler, ResourcesContext } from '../context';
import { shortLabel } from '../resourceTexts';

/** Shows a tuning job's loss as a chart and a table, updated while it runs. */
export const showLoss: ResourceHandler = async (context, [clicked]) => {
  if (!clicked || clicked.collection) return;
  const { services, sheets, clock } = context;
  const { store } = services;
  const target = await runningOperation(context, clicked);
  const closed = new AbortController();
  let resource = store.find(target) ?? (await store.get(target));
  let problem: string | undefined;
  const draw = () => {
    const isRunning = runs(target, resource);
    const label = modelLabel(target, resource, store);
    const parts = { target, label, resource, isRunning, ...(problem !== undefined && { problem }) };
    return lossSheet(parts);
  };
  const sheet = sheets.open(
    `loss ${refKey(target)}`,
    draw(),
    () => Promise.resolve(),
    () => closed.abort(new CancelledError()),
  );
  // Updates by other watchers save a poll.
  const changes = store.onDidChange(({ ref }) => {
    if (!ref || refKey(ref) !== refKey(target)) return;
    resource = store.find(target) ?? resource;
    sheet.update(draw());
  });
  closed.signal.addEventListener('abort', () => changes.dispose());
  const watch = async (): Promise<void> => {
    while (runs(target, resource)) {
      await sleep(clock, waitPolicies.trainingLoss.first, closed.signal);
      resource = await store.get(target, closed.signal);
      sheet.update(draw());
    }
  };
  // Not awaited: the command is done once the sheet is open.
  watch().catch((error: unknown) => {
    if (closed.signal.aborted || CancelledError.is(error)) return;
    problem = l10n.t('No longer updating: {0}', errorMessage(error));
    sheet.update(draw());
  });
};

function runs({ kind }: ResourceRef, resource: Parameters<typeof textAt>[0]): boolean {
  return kind === 'tunedModel' ? textAt(resource, 'state') === 'CREATING' : resource.done !== true;
}

async function runningOperation(
  context: ResourcesContext,
  target: ResourceRef,
): Promise<ResourceRef> {
  const { store, connections } = context.services;
  if (target.kind !== 'tunedModel') return target;
  const model = store.find(target) ?? (await store.get(target));
  if (textAt(model, 'state') !== 'CREATING') return target;
  const { connection, name } = target;
  const preferred = connections.find(connection)?.apiVersion ?? VERSIONS[0];
  const kind = 'tunedModelOperation';
  const at = { connection, kind, version: listVersion(kind, preferred) ?? preferred } as const;
  const { items } = await store.list({ ...at, name, collection: true });
  const operation = items.find((item) => item.done !== true);
  return operation ? { ...at, name: textAt(operation, 'name') } : target;
}

export interface Loss {
  readonly target: ResourceRef;
  readonly label: string;
  readonly resource: JsonObject;
  readonly isRunning: boolean;
  /** Why polling stopped, although the job may still run. */
  readonly problem?: string;
}

function lossSheet({ target, label, resource, isRunning, problem }: Loss): Sheet {
  const snapshots = snapshotsOf(resource);
  const title = l10n.t('Loss Curve: {0}', label);
  const caption = captionOf(snapshots);
  const blocks: SheetBlock[] = [
    { kind: 'heading', text: title },
    { kind: 'facts', rows: factsOf(target, resource, snapshots) },
  ];
  if (problem !== undefined) blocks.push({ kind: 'text', text: problem, tone: 'danger' });
  if (snapshots.length > 1) {
    const points = snapshots.map(({ step, meanLoss }) => [step, meanLoss] as const);
    const axes = { xTitle: l10n.t('Step'), yTitle: l10n.t('Mean loss') };
    blocks.push({ kind: 'chart', caption, ...axes, points });
  }
  blocks.push(tableOf(snapshots));
  return { title, blocks, isBusy: isRunning && problem === undefined };
}

function modelLabel(target: ResourceRef, resource: JsonObject, store: Pick<Store, 'find'>): string {
  const { connection, version, name: full } = target;
  const name = full.split('/').slice(0, 2).join('/');
  const isModel = target.kind === 'tunedModel';
  const model = isModel ? resource : store.find({ connection, version, kind: 'tunedModel', name });
  return shortLabel(displayLabel({ ...model, name }));
}

function factsOf(
  { kind }: ResourceRef,
  resource: JsonObject,
  snapshots: readonly Snapshot[],
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

function captionOf(snapshots: readonly Snapshot[]): string {
  const first = snapshots[0];
  const last = snapshots.at(-1);
  if (!first || !last) return l10n.t('Mean loss by step.');
  return l10n.t(
    'Mean loss by step: from {0} at step {1} to {2} at step {3}.',
    lossText(first.meanLoss),
    first.step,
    lossText(last.meanLoss),
    last.step,
  );
}

function tableOf(snapshots: readonly Snapshot[]): SheetBlock {
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
    empty: l10n.t('No tuning data reported yet'),
  };
}

function lossText(loss: number): string {
  return loss.toPrecision(4);
}

interface Snapshot {
  readonly step: number;
  readonly epoch: number;
  readonly meanLoss: number;
  /** RFC 3339; empty if absent. */
  readonly computeTime: string;
}

/** Returns snapshots by step, from an operation or a tuned model. The API omits zeros. */
function snapshotsOf(resource: JsonObject): readonly Snapshot[] {
  const inOperation = items(objectAt(resource, 'metadata').snapshots);
  const found =
    inOperation.length > 0 ? inOperation : items(objectAt(resource, 'tuningTask').snapshots);
  return found
    .filter(isObject)
    .map((one) => ({
      step: numberAt(one, 'step'),
      epoch: numberAt(one, 'epoch'),
      meanLoss: numberAt(one, 'meanLoss'),
      computeTime: textAt(one, 'computeTime'),
    }))
    .sort((a, b) => a.step - b.step);
}

function numberAt(value: JsonObject, name: string): number {
  const found = value[name];
  return typeof found === 'number' && Number.isFinite(found) ? found : 0;
}
