import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../api/schema/row';
import { AppError } from '../base/errors';
import { isObject, items, textAt } from '../base/json';
import { batchCounts, type KindId } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import type { ActivityProgress } from './activityList';
import type { Job } from './jobs';

/** What can be done with the resources of a job; the commands of other rooms. */
export interface JobCommands {
  open(resource: ResourceRef): Promise<void>;
  /** Where it was begun, as it goes on. */
  openInteraction(interaction: ResourceRef): Promise<void>;
  showLoss(operation: ResourceRef): Promise<void>;
  openResults(batch: ResourceRef): Promise<void>;
  /** Ask, and then tell the service. */
  cancelOperation(operation: ResourceRef): Promise<void>;
  cancelBatch(batch: ResourceRef): Promise<void>;
  cancelInteraction(interaction: ResourceRef): Promise<void>;
}

/** How an Operation ended, as it says itself. */
export type JobVerdict =
  /** With what there is to say instead of that it is done. */
  | { readonly kind: 'done'; readonly sentence?: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: Error };

/** What is told apart between the kinds of work that are followed. */
interface JobKind {
  /** As which the tree has the Operation. */
  readonly kind: KindId;
  /** As which the tree has what it makes; absent where that is the Operation itself. */
  readonly target?: KindId;
  /** What *Open* does, and whether that is of use while it runs. */
  readonly open: { readonly command: 'open' | 'openInteraction'; readonly early?: true };
  readonly cancel: 'cancelOperation' | 'cancelBatch' | 'cancelInteraction';
  progress(metadata: JsonObject): ActivityProgress;
  /** What became of one, where its metadata say more than the Operation itself. */
  verdict?(metadata: JsonObject, end: JobVerdict): JobVerdict;
  /** What is offered at its end, and after a failure. */
  readonly look?: {
    readonly after: readonly JobVerdict['kind'][];
    readonly command: 'showLoss' | 'openResults';
  };
}

/** A training: `step 12 of 38 · loss 2.31`. */
const training: JobKind = {
  kind: 'tunedModelOperation',
  target: 'tunedModel',
  open: { command: 'open' },
  cancel: 'cancelOperation',
  progress(metadata) {
    const { totalSteps: total, completedSteps: done = 0 } = metadata;
    if (typeof total !== 'number' || typeof done !== 'number') return {};
    const last = items(metadata.snapshots).at(-1);
    const loss = isObject(last) ? last.meanLoss : undefined;
    const step = l10n.t('step {0} of {1}', done, total);
    const facts =
      typeof loss === 'number' ? [step, l10n.t('loss {0}', loss.toPrecision(3))] : [step];
    return { text: facts.join(' · '), done, total };
  },
  look: { after: ['done', 'failed'], command: 'showLoss' },
};

/** A batch: `120 of 500 · 3 failed`. */
const batch: JobKind = {
  kind: 'batch',
  open: { command: 'open' },
  cancel: 'cancelBatch',
  progress(metadata) {
    const counts = batchCounts(metadata);
    if (!counts) return {};
    const { total, succeeded, failed } = counts;
    const done = succeeded + failed;
    const facts = [l10n.t('{0} of {1}', done.toLocaleString('en'), total.toLocaleString('en'))];
    if (failed > 0) facts.push(l10n.t('{0} failed', failed.toLocaleString('en')));
    return { text: facts.join(' · '), done, total };
  },
  verdict(metadata, end) {
    switch (textAt(metadata, 'state')) {
      case 'BATCH_STATE_CANCELLED':
        return { kind: 'cancelled' };
      case 'BATCH_STATE_EXPIRED':
        return {
          kind: 'failed',
          error: new AppError('expired', l10n.t('The batch job expired before it completed.')),
        };
      case 'BATCH_STATE_FAILED': {
        if (end.kind === 'failed') return end;
        return {
          kind: 'failed',
          error: new AppError('failed', l10n.t('The API didn’t give a reason.')),
        };
      }
      default:
        return end;
    }
  },
  look: { after: ['done', 'cancelled', 'failed'], command: 'openResults' },
};

/** A run of a model or an agent: `7 steps`. */
const interaction: JobKind = {
  kind: 'interaction',
  open: { command: 'openInteraction', early: true },
  cancel: 'cancelInteraction',
  progress({ steps, status }) {
    if (status === 'queued') return { text: l10n.t('waiting') };
    if (typeof steps !== 'number' || steps === 0) return {};
    return { text: steps === 1 ? l10n.t('1 step') : l10n.t('{0} steps', steps) };
  },
};

/** Work that is followed, by the operation that begins it. */
export const JOB_KINDS: { readonly [S in Job['startedBy']]: JobKind } = {
  'tunedModels.create': training,
  'models.batchGenerateContent': batch,
  'models.asyncBatchEmbedContent': batch,
  'tunedModels.batchGenerateContent': batch,
  'tunedModels.asyncBatchEmbedContent': batch,
  'interactions.create': interaction,
};
