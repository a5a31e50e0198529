import * as l10n from '@vscode/l10n';
import type { ResourceHandler } from '../context';
import { stopRunning } from '../stopRunning';

/** Ends interactions that run in the background. */
export const cancelInteraction: ResourceHandler = async (context, targets) => {
  const { calls } = context.services;
  const running = targets.filter(({ kind, collection }) => kind === 'interaction' && !collection);
  await stopRunning(context, running, {
    action: l10n.t('Stop Interaction'),
    detail: l10n.t(
      'What it has brought so far stays, and is billed. The service may need a moment to end it.',
    ),
    question: (count, label) =>
      count === 1
        ? l10n.t('Stop the interaction “{0}”?', label)
        : l10n.t('Stop {0} interactions?', count),
    failed: (count, all) => l10n.t('{0} of {1} interactions could not be stopped.', count, all),
    stop: async ({ connection, version, name }) =>
      await calls.call({ connection, version }, 'interactions.cancel', { name }),
  });
};
