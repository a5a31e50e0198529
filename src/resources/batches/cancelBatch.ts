import * as l10n from '@vscode/l10n';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { ResourceHandler, ResourcesContext } from '../context';
import { shortLabel } from '../resourceTexts';
import { notStopped, stopFailures } from '../stopFailures';

/** Ends batches that run. */
export const cancelBatch: ResourceHandler = async (context, targets) => {
  const { prompts, services } = context;
  const running = targets.filter(
    (target) =>
      target.kind === 'batch' && !target.collection && services.store.find(target)?.done !== true,
  );
  const [first] = running;
  if (!first) return;
  const stop = l10n.t('Stop Batch');
  const known = services.store.find(first);
  const label = known ? kindRow('batch').label(known) : first.name;
  const question =
    running.length === 1
      ? l10n.t('Stop the batch “{0}”?', shortLabel(label))
      : l10n.t('Stop {0} batches?', running.length);
  const answer = await prompts.confirm(question, {
    detail: l10n.t(
      'It can’t be resumed. What is answered already is billed, and stays among its results.',
    ),
    actions: [stop],
  });
  if (answer !== stop) return;
  const failures = await stopFailures(running.map((batch) => cancelOne(context, batch)));
  if (failures.length === 1) throw failures[0];
  if (failures.length === 0) return;
  const text = l10n.t('{0} of {1} batches could not be stopped.', failures.length, running.length);
  throw notStopped(text, failures);
};

async function cancelOne({ services }: ResourcesContext, batch: ResourceRef): Promise<void> {
  const { connection, version, name } = batch;
  await services.calls.call({ connection, version }, 'batches.cancel', { name, body: {} });
  await services.store.get(batch);
}
