import * as l10n from '@vscode/l10n';
import type { ResourceHandler } from '../context';
import { stopJobs } from '../stopJobs';

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
