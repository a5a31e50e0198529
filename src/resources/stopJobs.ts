import * as l10n from '@vscode/l10n';
import { VERSIONS } from '../api/versions';
import { AppError, errorMessage } from '../base/errors';
import { listVersion } from '../catalog/kindOperations';
import { collectionRef, type ResourceRef } from '../catalog/ref';
import type { ResourceHandler, ResourcesContext } from './context';
import { labelledResource, shortLabel } from './resourceTexts';

export const cancelInteraction: ResourceHandler = async (context, targets) => {
  const { calls } = context.services;
  const running = targets.filter(({ kind, collection }) => kind === 'interaction' && !collection);
  await stopJobs(context, running, {
    action: l10n.t('Cancel Interaction'),
    detail: l10n.t('Output generated so far is saved and billed. Canceling may take a moment.'),
    question: (count, label) =>
      count === 1
        ? l10n.t('Cancel the interaction “{0}”?', label)
        : l10n.t('Cancel {0} interactions?', count),
    failed: (count, all) => l10n.t('Couldn’t cancel {0} of {1} interactions.', count, all),
    stop: async ({ connection, version, name }) =>
      await calls.call({ connection, version }, 'interactions.cancel', { name }),
  });
};

export const cancelBatch: ResourceHandler = async (context, targets) => {
  const { calls, store } = context.services;
  const running = targets.filter(
    (target) => target.kind === 'batch' && !target.collection && store.find(target)?.done !== true,
  );
  await stopJobs(context, running, {
    action: l10n.t('Cancel Batch Job'),
    detail: l10n.t(
      'Canceled jobs can’t be resumed. Completed requests are billed, and their results remain available.',
    ),
    question: (count, label) =>
      count === 1
        ? l10n.t('Cancel the batch job “{0}”?', label)
        : l10n.t('Cancel {0} batch jobs?', count),
    failed: (count, all) => l10n.t('Couldn’t cancel {0} of {1} batch jobs.', count, all),
    stop: async ({ connection, version, name }) =>
      await calls.call({ connection, version }, 'batches.cancel', { name, body: {} }),
  });
};

export const cancelOperation: ResourceHandler = async (context, targets) => {
  const { store } = context.services;
  const running = targets.filter(
    (target) =>
      target.kind === 'tunedModelOperation' &&
      !target.collection &&
      store.find(target)?.done !== true,
  );
  const [first] = running;
  await stopJobs(context, running, {
    action: l10n.t('Cancel Tuning Job'),
    detail: l10n.t('Canceled tuning jobs can’t be resumed. Canceling may take a moment.'),
    question: (count) =>
      count === 1 && first
        ? l10n.t(
            'Cancel the tuning job for “{0}”?',
            collectionRef(first).name.replace(/^tunedModels\//, ''),
          )
        : l10n.t('Cancel {0} tuning jobs?', count),
    failed: (count, all) => l10n.t('Couldn’t cancel {0} of {1} tuning jobs.', count, all),
    stop: (operation) => stop(context, operation),
  });
};

async function stop({ services, log }: ResourcesContext, operation: ResourceRef): Promise<void> {
  const { calls, store, connections } = services;
  const { connection, version, name } = operation;
  await calls.call({ connection, version }, 'tunedModels.operations.cancel', { name, body: {} });
  const preferred = connections.find(connection)?.apiVersion ?? VERSIONS[0];
  const model: ResourceRef = {
    connection,
    kind: 'tunedModel',
    name: collectionRef(operation).name,
    version: listVersion('tunedModel', preferred) ?? preferred,
  };
  await store.get(model).catch((error: unknown) => {
    // The job is canceled even if this fails.
    log.warn(`tunedModels.get: ${errorMessage(error)}`);
  });
}

interface Stop {
  readonly action: string;
  readonly detail: string;
  readonly question: (count: number, label: string) => string;
  readonly failed: (count: number, all: number) => string;
  readonly stop: (ref: ResourceRef) => Promise<unknown>;
}

/** Confirms, stops jobs, and fetches their results. Throws the reason if one wasn't stopped. */
export async function stopJobs(
  { prompts, services }: ResourcesContext,
  running: readonly ResourceRef[],
  { action, detail, question, failed, stop }: Stop,
): Promise<void> {
  const [first] = running;
  if (!first) return;
  const label = shortLabel(labelledResource(first, services.store.find(first)).label);
  const asked = question(running.length, label);
  if ((await prompts.confirm(asked, { detail, actions: [action] })) !== action) return;
  const ends = await Promise.allSettled(
    running.map(async (ref) => {
      await stop(ref);
      await services.store.get(ref);
    }),
  );
  const failures = ends.flatMap((end) =>
    end.status === 'rejected' ? [end.reason as unknown] : [],
  );
  const [why] = failures;
  if (failures.length === 0) return;
  if (failures.length === 1) throw why;
  const text = failed(failures.length, running.length);
  throw new AppError('notStopped', text, { hint: errorMessage(why), cause: why });
}
