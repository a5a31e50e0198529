import * as l10n from '@vscode/l10n';
import { VERSIONS } from '../../api/versions';
import { errorMessage } from '../../base/errors';
import { listVersion } from '../../catalog/kindOperations';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import type { ResourceHandler, ResourcesContext } from '../context';
import { notStopped, stopFailures } from '../stopFailures';

/** Ends trainings that run. */
export const cancelOperation: ResourceHandler = async (context, targets) => {
  const { prompts } = context;
  const running = targets.filter((target) => isRunning(context, target));
  const [first] = running;
  if (!first) return;
  const stop = l10n.t('Stop Training');
  const question =
    running.length === 1
      ? l10n.t('Stop the training of “{0}”?', modelOf(first))
      : l10n.t('Stop {0} trainings?', running.length);
  const answer = await prompts.confirm(question, {
    detail: l10n.t('It can’t be resumed. The service may need a moment to end it.'),
    actions: [stop],
  });
  if (answer === stop) await stopAll(context, running);
};

function isRunning({ services }: ResourcesContext, target: ResourceRef): boolean {
  if (target.kind !== 'tunedModelOperation' || target.collection) return false;
  return services.store.find(target)?.done !== true;
}

function modelOf(operation: ResourceRef): string {
  return collectionRef(operation).name.replace(/^tunedModels\//, '');
}

async function stopAll(
  context: ResourcesContext,
  operations: readonly ResourceRef[],
): Promise<void> {
  const failures = await stopFailures(operations.map((operation) => stop(context, operation)));
  if (failures.length === 1) throw failures[0];
  if (failures.length === 0) return;
  const text = l10n.t(
    '{0} of {1} trainings could not be stopped.',
    failures.length,
    operations.length,
  );
  throw notStopped(text, failures);
}

async function stop({ services, log }: ResourcesContext, operation: ResourceRef): Promise<void> {
  const { calls, store, connections } = services;
  const { connection, version, name } = operation;
  await calls.call({ connection, version }, 'tunedModels.operations.cancel', { name, body: {} });
  await store.get(operation);
  const preferred = connections.find(connection)?.apiVersion ?? VERSIONS[0];
  const model: ResourceRef = {
    connection,
    kind: 'tunedModel',
    name: collectionRef(operation).name,
    version: listVersion('tunedModel', preferred) ?? preferred,
  };
  await store.get(model).catch((error: unknown) => {
    // It is stopped all the same.
    log.warn(`tunedModels.get: ${errorMessage(error)}`);
  });
}
