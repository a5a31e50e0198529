import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { resourceName } from '../../catalog/resourceName';
import type { Connection } from '../../service/connection';
import { createCall } from '../../service/tableCalls';
import type { FilesContext } from '../context';

type ChooseDeps = Pick<FilesContext, 'prompts' | 'services' | 'progress' | 'clock'>;

/** Asks which environment is meant, or makes an empty one. Undefined when dismissed. */
export async function chooseEnvironment(
  context: ChooseDeps,
  connection: Connection,
  title: string,
): Promise<ResourceRef | undefined> {
  const { prompts, services, clock } = context;
  const collection = topCollection('environment', connection);
  if (!collection) {
    throw new AppError('noEnvironments', l10n.t('No version of this connection has environments.'));
  }
  const row = kindRow('environment');
  const gone = new AbortController();
  const listed = services.store.loadAll(collection, { signal: gone.signal }).then(({ items }) => [
    ...items.map((item) => {
      const facts = row.description(item, clock.now());
      return {
        label: row.label(item),
        ...(facts && { detail: l10n.t(facts.message, ...facts.args) }),
        icon: row.icon,
        value: resourceName(collection, item),
      };
    }),
    { label: l10n.t('New Empty Environment'), icon: 'add', value: '', separator: '' },
  ]);
  let name: string | undefined;
  try {
    name = await prompts.pick<string>({ title }, listed);
  } finally {
    gone.abort();
  }
  if (name === undefined) return undefined;
  const { connection: id, version, kind } = collection;
  if (name !== '') return { connection: id, version, kind, name };
  const call = createCall(collection, {});
  const made = await context.progress(l10n.t('Creating an environment'), (signal) =>
    services.calls.call(collection, call.id, call.input, { signal }),
  );
  const ref = { connection: id, version, kind, name: resourceName(collection, made) };
  services.store.merge(ref, made);
  return ref;
}
