import { items, textAt } from '../api/json';
import type { OperationId } from '../api/operations';
import type { JsonObject } from '../api/schema/row';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import type { L10n } from '../platform/l10n';
import type { PickItem } from '../platform/prompts';
import { nameOf } from '../service/loadedList';
import type { LoadedList } from '../service/store';
import type { Listing } from './listPage';

/** What a row of the list of resources stands for. */
export type ResourceRow =
  | { readonly kind: 'resource'; readonly name: string }
  /** The next page, or the same one again after it failed. */
  | { readonly kind: 'load' }
  | { readonly kind: 'type' };

export interface ResourceItemsOptions {
  readonly operation: OperationId;
  readonly listing: Listing;
  /** Undefined where nothing is, or where the service lists no such resources. */
  readonly loaded: LoadedList | undefined;
  /** Index of the first item that was not there before. */
  readonly firstNew?: number | undefined;
  /** Why the list, or its next page, did not come. */
  readonly error?: unknown;
  readonly l10n: L10n;
}

/** The resources to choose from, and always a row to type a name in their place. */
export function resourceItems(options: ResourceItemsOptions): readonly PickItem<ResourceRow>[] {
  const { operation, listing, loaded, firstNew, error, l10n } = options;
  const resources = (loaded?.items ?? []).filter((item) => nameOf(item) !== '');
  const start = firstNew === undefined ? undefined : loaded?.items[firstNew];
  const toItem = (resource: JsonObject): PickItem<ResourceRow> => ({
    ...describe(resource, listing),
    value: { kind: 'resource', name: nameOf(resource) },
    ...(resource === start ? { active: true } : {}),
  });
  const suited = resources.filter((resource) => isSuited(resource, operation));
  const others = resources.filter((resource) => !suited.includes(resource)).map(toItem);
  const [other, ...rest] = others;
  const separator = l10n.t('Not made for {0}', operation);
  const last = other && suited.length > 0 ? [{ ...other, separator }, ...rest] : others;
  return [
    ...suited.map(toItem),
    ...last,
    ...(error === undefined || CancelledError.is(error) ? [] : [failureItem(error, l10n)]),
    ...(error === undefined && loaded?.nextPageToken !== undefined
      ? [{ label: l10n.t('Load more'), icon: 'fold-down', value: { kind: 'load' } as const }]
      : []),
    {
      label: l10n.t('Type a name…'),
      icon: 'edit',
      value: { kind: 'type' },
      ...(resources.length > 0 ? { separator: '' } : {}),
    },
  ];
}

/** The name below the parent’s, and whatever tells people which resource it is. */
function describe(
  resource: JsonObject,
  { parent }: Listing,
): Pick<PickItem<ResourceRow>, 'label' | 'description'> {
  const name = nameOf(resource);
  const label =
    parent !== '' && name.startsWith(`${parent}/`) ? name.slice(parent.length + 1) : name;
  const facts = ['displayName', 'role', 'emailAddress', 'state'].map((field) =>
    textAt(resource, field),
  );
  const description = facts.filter((fact) => fact.trim() !== '').join(' · ');
  return { label, ...(description === '' ? {} : { description }) };
}

function failureItem(error: unknown, l10n: L10n): PickItem<ResourceRow> {
  const hint = error instanceof AppError ? error.hint : undefined;
  return {
    label: l10n.t('The list could not be loaded. Try again'),
    detail: [errorMessage(error), hint].filter(Boolean).join(' '),
    icon: 'warning',
    value: { kind: 'load' },
  };
}

/** Whether a model says that it takes the operation; other resources say nothing of it. */
function isSuited(resource: JsonObject, operation: OperationId): boolean {
  const [verb = ''] = operation.split('.').reverse();
  const method = verb === 'streamGenerateContent' ? 'generateContent' : verb;
  return items(resource.supportedGenerationMethods).includes(method);
}
