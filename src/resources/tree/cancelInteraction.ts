import * as l10n from '@vscode/l10n';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { ResourceHandler, ResourcesContext } from '../context';
import { shortLabel } from '../resourceTexts';
import { notStopped, stopFailures } from '../stopFailures';

/** Ends interactions that run in the background. */
export const cancelInteraction: ResourceHandler = async (context, targets) => {
  const { prompts, services } = context;
  const [first, ...more] = targets.filter(
    ({ kind, collection }) => kind === 'interaction' && !collection,
  );
  if (!first) return;
  const all = [first, ...more];
  const stop = l10n.t('Stop Interaction');
  const known = services.store.find(first);
  const label = known ? kindRow('interaction').label(known) : first.name;
  const question =
    more.length === 0
      ? l10n.t('Stop the interaction “{0}”?', shortLabel(label))
      : l10n.t('Stop {0} interactions?', all.length);
  const answer = await prompts.confirm(question, {
    detail: l10n.t(
      'What it has brought so far stays, and is billed. The service may need a moment to end it.',
    ),
    actions: [stop],
  });
  if (answer !== stop) return;
  const failures = await stopFailures(all.map((one) => cancelOne(context, one)));
  if (failures.length === 0) return;
  if (all.length === 1) throw failures[0];
  const text = l10n.t('{0} of {1} interactions could not be stopped.', failures.length, all.length);
  throw notStopped(text, failures);
};

async function cancelOne({ services }: ResourcesContext, ref: ResourceRef): Promise<void> {
  const { connection, version, name } = ref;
  await services.calls.call({ connection, version }, 'interactions.cancel', { name });
  await services.store.get(ref);
}
