import * as l10n from '@vscode/l10n';
import { VERSIONS } from '../../api/versions';
import { errorMessage } from '../../base/errors';
import { listVersion } from '../../catalog/kindOperations';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import type { ResourceHandler, ResourcesContext } from '../context';
import { stopJobs } from '../stopJobs';

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
