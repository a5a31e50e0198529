import * as l10n from '@vscode/l10n';
import { textAt } from '../../base/json';
import type { ResourceRef } from '../../catalog/ref';
import { nameOfId, resourceName } from '../../catalog/resourceName';
import { patchCall } from '../../service/tableCalls';
import type { ResourceHandler, ResourcesContext } from '../context';

/** Runs triggers immediately, even paused ones, and reveals the runs. */
export const runTrigger: ResourceHandler = async (context, targets) => {
  for (const trigger of targets) {
    if (!trigger.collection && trigger.kind === 'trigger') await run(context, trigger);
  }
};

async function run(context: ResourcesContext, trigger: ResourceRef): Promise<void> {
  const { services, progress } = context;
  const { calls, store } = services;
  const begun = await progress(l10n.t('Starting a run'), (signal) =>
    calls.call(trigger, 'triggers.run', { name: trigger.name }, { signal }),
  );
  const { connection, version, name } = trigger;
  const runs = { connection, version, kind: 'triggerExecution', name, collection: true } as const;
  // The new run is first, and the trigger's fields also change.
  store.invalidate(runs);
  await store.get(trigger);
  context.tell(l10n.t('The run has started.'));
  const { collection: _, ...below } = runs;
  await context.reveal({ ...below, name: resourceName(runs, begun) }, { preserveFocus: true });
}

export const pauseTrigger: ResourceHandler = async (context, targets) =>
  await setStatus(context, targets, 'paused');

export const resumeTrigger: ResourceHandler = async (context, targets) =>
  await setStatus(context, targets, 'active');

async function setStatus(
  context: ResourcesContext,
  targets: readonly ResourceRef[],
  status: 'active' | 'paused',
): Promise<void> {
  const triggers = targets.filter(({ kind, collection }) => kind === 'trigger' && !collection);
  if (triggers.length === 0) return;
  const { calls, store } = context.services;
  const mark = store.mark(triggers, 'saving');
  try {
    for (const ref of triggers) {
      const { id, input } = patchCall(ref, { status }, ['status']);
      store.merge(ref, await calls.call(ref, id, input));
    }
  } finally {
    mark.dispose();
  }
  context.tell(status === 'paused' ? l10n.t('Paused') : l10n.t('Resumed'));
}

export const openRunInteraction: ResourceHandler = async (context, targets) => {
  for (const ref of targets) {
    const run = ref.collection ? undefined : context.services.store.find(ref);
    const id = run && textAt(run, 'interaction_id');
    if (!id) continue;
    const { connection, version } = ref;
    const name = nameOfId({ kind: 'interaction', name: '' }, id);
    await context.openDocument({ connection, version, kind: 'interaction', name });
  }
};
