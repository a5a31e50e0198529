import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { extensionOf, isPreviewed } from '../../base/mediaTypes';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { requireConnected } from '../../platform/errors';
import type { PickItem } from '../../platform/prompts';
import type { ListQuery } from '../../service/store';
import { listPages } from '../../service/tableCalls';
import type { ResourceHandler, ResourcesContext } from '../context';
import { wordsOf } from '../create/formQuestions';

const SEARCH = 'search';

type Choice = 'list' | 'all' | { readonly by: string };

export const findVoices: ResourceHandler = async (context, [target]) => {
  const { services } = context;
  const collection = target?.collection
    ? target
    : topCollection('voice', requireConnected(services.connections.active));
  if (!collection) return;
  const { nouns, listedBy = {} } = kindRow(collection.kind);
  const title = l10n.t('Listing {0}', l10n.t(nouns.message));
  const all = await context.progress(title, (signal) => everything(context, collection, signal));
  let query: ListQuery = services.store.listFilter(collection) ?? {};
  for (;;) {
    const choice = await context.prompts.pick(
      { title: l10n.t('Find Voices') },
      rowsOf(context, collection, query),
    );
    if (choice === undefined) return;
    if (choice === 'all' || choice === 'list') {
      const isAll = choice === 'all' || Object.keys(query).length === 0;
      services.store.filterList(collection, isAll ? undefined : query);
      return;
    }
    const { by } = choice;
    const known = valuesOf(all, listedBy[by] ?? '');
    const chosen = await askFor(context, by, query[by], known);
    if (chosen === undefined) continue;
    const { [by]: _before, ...others } = query;
    query = chosen.length === 0 ? others : { ...others, [by]: chosen };
  }
};

function rowsOf(
  { services }: ResourcesContext,
  collection: ResourceRef,
  query: ListQuery,
): readonly PickItem<Choice>[] {
  const { listedBy = {} } = kindRow(collection.kind);
  const isChosen = Object.keys(query).length > 0;
  const isPart = services.store.listFilter(collection) !== undefined;
  const told = (by: string): string => [query[by] ?? []].flat().join(', ');
  const rows = [SEARCH, ...Object.keys(listedBy)].map((by) => ({
    label: by === SEARCH ? l10n.t('Name or description…') : `${wordsOf(by)}…`,
    description: told(by),
    icon: told(by) === '' ? 'blank' : 'check',
    value: { by },
  }));
  return [
    ...(isChosen
      ? [{ label: l10n.t('Show matching items'), icon: 'filter', value: 'list' } as const]
      : []),
    ...(isPart
      ? [{ label: l10n.t('Show all items'), icon: 'clear-all', value: 'all' } as const]
      : []),
    ...rows,
  ];
}

/** Asks for search terms; empty for all. Undefined if dismissed. */
async function askFor(
  { prompts }: ResourcesContext,
  by: string,
  before: ListQuery[string] | undefined,
  known: readonly string[],
): Promise<string | readonly string[] | undefined> {
  const now = [before ?? []].flat();
  if (by !== SEARCH && known.length > 0) {
    const rows = known.map((value) => ({ label: value, value, checked: now.includes(value) }));
    return await prompts.pickMany(
      { title: wordsOf(by), placeholder: l10n.t('Select one or more values') },
      rows,
    );
  }
  const prompt =
    by === SEARCH
      ? l10n.t('Enter part of the name or description')
      : l10n.t('Enter values as the API returns them, separated by commas');
  const typed = await prompts.input({ title: wordsOf(by), prompt, value: now.join(', ') });
  return by === SEARCH ? typed?.trim() : typed?.split(/\s*,\s*/).filter((word) => word !== '');
}

function valuesOf(all: readonly JsonObject[], field: string): readonly string[] {
  const values = new Set(all.map((one) => textAt(one, field)).filter((value) => value !== ''));
  return [...values].sort();
}

async function everything(
  { services }: ResourcesContext,
  collection: ResourceRef,
  signal: AbortSignal,
): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for await (const page of listPages(services.calls, collection, signal)) found.push(...page);
  return found;
}

export const playVoice: ResourceHandler = async (context, [target]) => {
  if (target?.kind !== 'voice' || target.collection) return;
  const { services } = context;
  const listed = sampleOf(services.store.find(target));
  const sample =
    listed ??
    sampleOf(
      await context.progress(l10n.t('Getting {0}', target.name), async (signal) =>
        services.store.get(target, signal),
      ),
    );
  if (!sample) {
    throw new AppError('noSample', l10n.t('This voice has no sample.'), {
      hint: l10n.t('Only voices created from a description have a sample.'),
    });
  }
  const extension = extensionOf(sample.type) ?? '';
  if (!isPreviewed(extension)) {
    throw new AppError(
      'notShown',
      l10n.t('VS Code can’t preview content of type “{0}”.', sample.type),
      { hint: l10n.t('Use “Open as JSON” to see the raw content.') },
    );
  }
  await context.preview({ word: 'voice', extension, bytes: sample.bytes });
};

function sampleOf(resource: JsonObject | undefined) {
  const sample = objectAt(resource ?? {}, 'sample_audio');
  const bytes = Buffer.from(textAt(sample, 'data'), 'base64');
  const [type = ''] = textAt(sample, 'mime_type').toLowerCase().split(';', 1);
  return bytes.length === 0 ? undefined : { type: type.trim(), bytes };
}
