import { collectionRef, type ResourceRef } from '../../catalog/ref';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow, type KindId } from '../../catalog/kinds';
import { textAt } from '../../base/json';
import { AppError } from '../../base/errors';
import { requireConnected } from '../../platform/errors';
import type { Room } from '../room';

type Choice = ResourceRef | 'more';

/** The document that is meant: that of the row, or of a chunk's row, or one that is asked for. */
export async function documentOf(
  room: Room,
  targets: readonly ResourceRef[],
  title: string,
): Promise<ResourceRef | undefined> {
  const [target] = targets;
  if (target) return documentRef(target);
  const active = requireConnected(room.services.connections.active, room.l10n);
  const corpora = topCollection('corpus', active);
  const corpus = corpora && (await pickFrom(room, corpora, title));
  if (!corpus) return undefined;
  return await pickFrom(room, { ...corpus, kind: 'document', collection: true }, title);
}

function documentRef({ collection, ...target }: ResourceRef): ResourceRef {
  const document = { ...target, kind: 'document' as const };
  if (target.kind !== 'chunk' || collection) return document;
  return { ...document, name: collectionRef(target).name };
}

/** A list that shows what is loaded, and more of it when asked. */
async function pickFrom(
  { services, prompts, l10n }: Room,
  collection: ResourceRef,
  title: string,
): Promise<ResourceRef | undefined> {
  const { kind, connection, version } = collection;
  const row = kindRow(kind);
  let loading = services.store.list(collection);
  for (;;) {
    const items = loading.then((list) => {
      if (list.items.length === 0) {
        throw new AppError('nothingThere', l10n.t(row.empty.message, ...row.empty.args));
      }
      const found = list.items.map((item) => ({
        label: row.label(item),
        description: textAt(item, 'name').split('/').at(-1) ?? '',
        icon: row.icon,
        value: refOf(textAt(item, 'name')),
      }));
      if (list.nextPageToken === undefined) return found;
      return [...found, { label: l10n.t('Load More'), icon: 'fold-down', value: 'more' as const }];
    });
    const placeholder = PLACEHOLDERS[kind];
    const chosen = await prompts.pick<Choice>(
      { title, ...(placeholder && { placeholder: l10n.t(placeholder) }) },
      items,
    );
    if (chosen !== 'more') return chosen;
    loading = services.store.loadMore(collection);
  }

  function refOf(name: string): ResourceRef {
    return { connection, version, kind, name };
  }
}

const PLACEHOLDERS: { readonly [kind in KindId]?: string } = {
  corpus: 'The corpus that has the document',
  document: 'The document that gets the chunks',
};
