import * as l10n from '@vscode/l10n';
import type { ResourceHandler } from '../context';
import { stopJobs } from '../stopJobs';

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
