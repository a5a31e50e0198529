import * as l10n from '@vscode/l10n';
import { collectionRef } from '../../catalog/ref';
import { makeResource } from '../documents/saveNewResource';
import type { ResourceHandler } from '../context';

export const copyEnvironment: ResourceHandler = async (context, [target]) => {
  if (!target || target.collection || target.kind !== 'environment') return;
  const { services, activity } = context;
  const id = target.name.split('/').at(-1) ?? '';
  const ref = await activity.run(l10n.t('Duplicating environment {0}', id), async (task) => {
    const parts = { ...services };
    const body = { from_environment: id };
    const made = await makeResource(parts, collectionRef(target), body, undefined, task.signal);
    task.conclude(l10n.t('Duplicated environment {0}', id));
    return made.ref;
  });
  await context.reveal(ref);
};
