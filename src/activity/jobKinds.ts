import * as l10n from '@vscode/l10n';
import type { CallOptions, Client } from '../api/call';
import { ServiceError } from '../api/errors';
import { watchOperation } from '../api/operationWatcher';
import type { JsonObject } from '../api/schema/row';
import { type Clock, sleep } from '../base/clock';
import { AppError, CancelledError } from '../base/errors';
import type { Event } from '../base/event';
import { isObject, items, textAt } from '../base/json';
import { waitPolicies } from '../base/waitPolicies';
import { batchCounts, type KindId } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import type { Clients } from '../service/clients';
import type { Interactions } from '../service/interactions';
import { isGone, isHidden } from '../service/resourceErrors';
import type { ActivityProgress } from './activityList';
import type { Job } from './jobs';

export type JobEnd =
  | JobVerdict
  | { readonly kind: 'gone'; readonly error: Error }
  /** Couldn't be fetched, for example without a sign-in, so the job may still be running. */
  | { readonly kind: 'lost'; readonly error: unknown };

export interface WatchDeps {
  readonly clients: Clients;
  readonly interactions: Pick<Interactions, 'change' | 'find'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onState: (state: { readonly metadata?: JsonObject }) => void;
  readonly onAnswer: (answer: JsonObject) => void;
  readonly wake?: Event<void>;
}

export type WatchOnce<J extends Job = Job> = (job: J, deps: WatchDeps) => Promise<JobEnd>;

/** Whether an error means that the resource no longer exists, not that the current credential lacks access. */
export function isDeleted({ startedBy }: Job, error: unknown): error is Error {
  return isGone(JOB_KINDS[startedBy].kind, error) || isHidden(error);
}

const { closedClient } = waitPolicies;

/** Follows a job to its end. Throws `CancelledError` if the signal aborts. */
export async function watchJob<J extends Job>(
  job: J,
  once: WatchOnce<J>,
  deps: WatchDeps,
): Promise<JobEnd> {
  const { clock, signal } = deps;
  for (let opened = 1; ; opened++) {
    const woken = new AbortController();
    const subscription = deps.wake?.(() => woken.abort(new CancelledError()));
    const either = AbortSignal.any([signal, woken.signal]);
    const end = await once(job, { ...deps, signal: either });
    subscription?.dispose();
    if (signal.aborted) throw new CancelledError(signal.reason);
    if (woken.signal.aborted && end.kind === 'lost') {
      opened--;
      continue;
    }
    const isClosed = end.kind === 'lost' && CancelledError.is(end.error);
    if (!isClosed || opened === closedClient.limit) return end;
    await sleep(clock, closedClient.first, signal);
  }
}

type PollArguments = readonly [id: string, input: object, options?: CallOptions];
type OperationJob = Job & { readonly startedBy: Parameters<typeof watchOperation>[1] };

export const watchOperationJob: WatchOnce<OperationJob> = async (job, deps) => {
  const { clients, clock, signal, onState } = deps;
  let failedPoll: unknown;
  try {
    const client = await clients.get(job.connection);
    // The types of individual API methods don't apply to a dynamic method.
    const send: (...args: PollArguments) => Promise<unknown> = client.call.bind(client) as never;
    // Poll errors and the operation's own error share a class, so the source must be tracked.
    const call = async (...args: PollArguments): Promise<unknown> => {
      try {
        const answer = await send(...args);
        if (isObject(answer)) deps.onAnswer(answer);
        return answer;
      } catch (error) {
        failedPoll = error;
        throw error;
      }
    };
    const polling = { call } as unknown as Pick<Client, 'call'>;
    for await (const state of watchOperation(polling, job.startedBy, job.name, { clock, signal })) {
      onState(state);
    }
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof ServiceError)) return { kind: 'lost', error };
    if (error !== failedPoll) {
      return error.reason === 'cancelled' ? { kind: 'cancelled' } : { kind: 'failed', error };
    }
    return isDeleted(job, error) ? { kind: 'gone', error } : { kind: 'lost', error };
  }
};

export interface JobCommands {
  open(resource: ResourceRef): Promise<void>;
  openInteraction(interaction: ResourceRef): Promise<void>;
  showLoss(operation: ResourceRef): Promise<void>;
  openResults(batch: ResourceRef): Promise<void>;
  cancelOperation(operation: ResourceRef): Promise<void>;
  cancelBatch(batch: ResourceRef): Promise<void>;
  cancelInteraction(interaction: ResourceRef): Promise<void>;
}

export type JobVerdict =
  /** `sentence` replaces the default success message. */
  | { readonly kind: 'done'; readonly sentence?: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: Error };

interface JobKind {
  readonly kind: KindId;
  /** Item type of the result. Undefined if the operation itself is the result. */
  readonly target?: KindId;
  /** Command behind *Open*; `early` if the command is useful while running. */
  readonly open: { readonly command: 'open' | 'openInteraction'; readonly early?: true };
  readonly cancel: 'cancelOperation' | 'cancelBatch' | 'cancelInteraction';
  progress(metadata: JsonObject): ActivityProgress;
  /** @param title of the job, for a sentence */
  verdict?(metadata: JsonObject, end: JobVerdict, title: string): JobVerdict;
  readonly look?: {
    readonly after: readonly JobVerdict['kind'][];
    readonly command: 'showLoss' | 'openResults';
  };
}

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
  verdict(metadata, end, title) {
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
      default: {
        const { total, failed } = batchCounts(metadata) ?? { total: 0, failed: 0 };
        if (end.kind !== 'done' || failed === 0) return end;
        const [count, all] = [failed.toLocaleString('en'), total.toLocaleString('en')];
        return {
          kind: 'done',
          sentence: l10n.t('{0} completed. {1} of {2} requests failed.', title, count, all),
        };
      }
    }
  },
  look: { after: ['done', 'cancelled', 'failed'], command: 'openResults' },
};

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

export const JOB_KINDS: { readonly [S in Job['startedBy']]: JobKind } = {
  'tunedModels.create': training,
  'models.batchGenerateContent': batch,
  'models.asyncBatchEmbedContent': batch,
  'tunedModels.batchGenerateContent': batch,
  'tunedModels.asyncBatchEmbedContent': batch,
  'interactions.create': interaction,
};
