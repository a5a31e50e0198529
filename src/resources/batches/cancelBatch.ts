import * as l10n from '@vscode/l10n';
import type { ResourceHandler } from '../context';
import { stopRunning } from '../stopRunning';

/** Ends batches that run. */
export const cancelBatch: ResourceHandler = async (context, targets) => {
  const { calls, store } = context.services;
  const running = targets.filter(
    (target) => target.kind === 'batch' && !target.collection && store.find(target)?.done !== true,
  );
  await stopRunning(context, running, {
    action: l10n.t('Stop Batch'),
    detail: l10n.t(
      'It can’t be resumed. What is answered already is billed, and stays among its results.',
    ),
    question: (count, label) =>
      count === 1 ? l10n.t('Stop the batch “{0}”?', label) : l10n.t('Stop {0} batches?', count),
    failed: (count, all) => l10n.t('{0} of {1} batches could not be stopped.', count, all),
    stop: async ({ connection, version, name }) =>
      await calls.call({ connection, version }, 'batches.cancel', { name, body: {} }),
  });
};
