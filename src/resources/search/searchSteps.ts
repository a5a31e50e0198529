import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { kindRow } from '../../catalog/kinds';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { PickItem } from '../../platform/prompts';
import { corporaOf } from '../chooseResource';
import { nameOf } from '../../service/store';
import type { ResourcesContext } from '../context';
import { documentLabel, isSource } from './searchRequest';

/** Returns the clicked source, or asks for one, with the last searched first. Undefined if dismissed. */
export async function askForSource(
  context: ResourcesContext,
  targets: readonly ResourceRef[],
  title: string,
): Promise<ResourceRef | undefined> {
  const clicked = targets[0];
  if (clicked && isSource(clicked)) return clicked;
  const { prompts, services, searches } = context;
  const collection = corporaOf(context);
  if (!collection) throw noCorpora();
  const { connection, version, kind } = collection;
  const last = searches.source?.connection === connection ? searches.source : undefined;
  const rows = async (): Promise<PickItem<ResourceRef>[]> => {
    const { items } = await services.store.loadAll(collection);
    const all = items
      .map((item) => ({ connection, version, kind, name: nameOf(item) }))
      .filter(isSource);
    const others = all.filter((ref) => !last || refKey(ref) !== refKey(last));
    const sources = [...(last ? [last] : []), ...others];
    if (sources.length === 0) throw noCorpora();
    return sources.map((ref) => ({
      label: sourceLabel(context, ref),
      description: ref === last ? l10n.t('last searched') : ref.name,
      icon: kindRow(ref.kind).icon,
      value: ref,
    }));
  };
  const placeholder = l10n.t(
    'Select a corpus. To search a document, use its menu in the Resources view.',
  );
  return await prompts.pick({ title, placeholder }, rows());
}

export function sourceLabel({ services }: ResourcesContext, source: ResourceRef): string {
  if (source.kind === 'document') return documentLabel(source, services.store);
  const { name } = source;
  return kindRow('corpus').label({ ...services.store.find(source), name });
}

function noCorpora(): AppError {
  return new AppError('nothingToSearch', l10n.t('No corpora to search.'), {
    hint: l10n.t('Create one in the Resources view first.'),
  });
}

export async function askForQuery(
  { prompts }: ResourcesContext,
  title: string,
  prompt: string,
  value: string | undefined,
): Promise<string | undefined> {
  return await prompts.input({
    title,
    prompt,
    ...(value === undefined ? {} : { value }),
    validate: (text) => (text.trim() === '' ? l10n.t('Enter a search query.') : undefined),
  });
}

export async function askForCount(
  { prompts }: ResourcesContext,
  title: string,
  prompt: string,
  { value, most }: { readonly value: number; readonly most: number },
): Promise<number | undefined> {
  const read = (text: string): number | undefined => {
    const number = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
    return number >= 1 && number <= most ? number : undefined;
  };
  const typed = await prompts.input({
    title,
    prompt,
    value: String(value),
    validate: (text) =>
      read(text) === undefined ? l10n.t('Enter a whole number from 1 to {0}.', most) : undefined,
  });
  return typed === undefined ? undefined : read(typed);
}
