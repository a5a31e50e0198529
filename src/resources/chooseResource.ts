import * as l10n from '@vscode/l10n';
import { textAt } from '../base/json';
import { AppError } from '../base/errors';
import { topCollection } from '../catalog/kindOperations';
import { kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import { requireConnected } from '../platform/errors';
import type { PickOptions } from '../platform/prompts';
import type { ResourcesContext } from './context';

/**
 * Returns the corpora collection of the window's connection. Undefined if there isn't one. Throws `AppError`
 * (`noConnection`).
 */
export function corporaOf({
  services,
}: Pick<ResourcesContext, 'services'>): ResourceRef | undefined {
  return topCollection('corpus', requireConnected(services.connections.active));
}

/** Asks for a corpus if the command has no target. Undefined if dismissed. */
export async function chooseCorpus(
  context: ResourcesContext,
  options: PickOptions<ResourceRef>,
): Promise<ResourceRef | undefined> {
  const collection = corporaOf(context);
  return collection && (await chooseResource(context, collection, options));
}

/**
 * Prompts for a resource in a collection. Undefined if dismissed. Throws `AppError` (`nothingThere`) if
 * empty.
 */
export async function chooseResource(
  { prompts, services }: ResourcesContext,
  collection: ResourceRef,
  options: PickOptions<ResourceRef>,
): Promise<ResourceRef | undefined> {
  const { connection, version, kind } = collection;
  const row = kindRow(kind);
  const dismissed = new AbortController();
  const rows = services.store
    .loadAll(collection, { signal: dismissed.signal })
    .then(({ items }) => {
      if (items.length === 0) {
        throw new AppError('nothingThere', l10n.t(row.empty.message, ...row.empty.args));
      }
      return items.map((item) => ({
        label: row.label(item),
        description: textAt(item, 'name'),
        icon: row.icon,
        value: { connection, version, kind, name: textAt(item, 'name') },
      }));
    });
  try {
    return await prompts.pick(options, rows);
  } finally {
    dismissed.abort();
  }
}
