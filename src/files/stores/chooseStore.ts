import * as l10n from '@vscode/l10n';
import { storeLimits } from '../../api/schema/fieldLimits';
import { AppError } from '../../base/errors';
import { textAt } from '../../base/json';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import type { Connection } from '../../service/connection';
import { createCall } from '../../service/tableCalls';
import type { FilesContext } from '../context';
import { shortName } from '../names';

type ChooseDeps = Pick<FilesContext, 'prompts' | 'services' | 'progress'>;

/**
 * Asks for a File Search store or creates one. Undefined if dismissed.
 * @param proposed default name of a new store.
 */
export async function chooseStore(
  context: ChooseDeps,
  connection: Connection,
  title: string,
  proposed = '',
): Promise<ResourceRef | undefined> {
  const { prompts, services } = context;
  const collection = topCollection('fileSearchStore', connection);
  if (!collection) {
    throw new AppError(
      'noStores',
      l10n.t('No API version of this connection supports file search stores.'),
    );
  }
  const row = kindRow('fileSearchStore');
  const gone = new AbortController();
  const listed = services.store.loadAll(collection, { signal: gone.signal }).then(({ items }) => [
    ...items.map((item) => {
      const facts = row.description(item);
      return {
        label: row.label(item),
        description: textAt(item, 'name'),
        ...(facts && { detail: l10n.t(facts.message, ...facts.args) }),
        icon: row.icon,
        value: textAt(item, 'name'),
      };
    }),
    { label: l10n.t('New File Search Store…'), icon: 'add', value: '', separator: '' },
  ]);
  let name: string | undefined;
  try {
    name = await prompts.pick<string>({ title }, listed);
  } finally {
    gone.abort();
  }
  if (name === undefined) return undefined;
  return name === ''
    ? await makeStore(context, collection, { title, proposed })
    : storeRef(collection, name);
}

async function makeStore(
  { prompts, services, progress }: ChooseDeps,
  collection: ResourceRef,
  { title, proposed }: { readonly title: string; readonly proposed: string },
): Promise<ResourceRef | undefined> {
  const displayName = await prompts.input({
    title,
    prompt: l10n.t('Enter a name for the new file search store'),
    value: proposed,
    validate: (value) =>
      value.trim() === '' || value.length > storeLimits.displayName
        ? l10n.t('Enter 1 to {0} characters.', storeLimits.displayName)
        : undefined,
  });
  if (displayName === undefined) return undefined;
  const { id, input } = createCall(collection, { displayName: displayName.trim() });
  const made = await progress(l10n.t('Creating {0}', shortName(displayName)), (signal) =>
    services.calls.call(collection, id, input, { signal }),
  );
  const ref = storeRef(collection, textAt(made, 'name'));
  services.store.merge(ref, made);
  return ref;
}

function storeRef({ connection, version, kind }: ResourceRef, name: string): ResourceRef {
  return { connection, version, kind, name };
}

export function storeName({ services }: Pick<FilesContext, 'services'>, ref: ResourceRef): string {
  const known = services.store.find(ref);
  return shortName(plainText(known ? kindRow(ref.kind).label(known) : ref.name));
}
