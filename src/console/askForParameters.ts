import * as l10n from '@vscode/l10n';
import { items, textAt } from '../base/json';
import { matchesName } from '../api/names';
import type { OperationId } from '../api/operations';
import { pathParameters } from '../api/request';
import type { JsonObject } from '../api/schema/row';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import { plainText } from '../platform/plainText';
import type { PickItem } from '../platform/prompts';
import { describeWithCauses } from '../platform/report';
import type { LoadedList } from '../service/store';
import {
  type Listing,
  type OperationChoice,
  appendPage,
  listOperation,
  listPage,
  listedName,
  localCollection,
} from './operationItems';
import type { ConsoleDeps } from './deps';

type ParameterDeps = Pick<ConsoleDeps, 'prompts' | 'clients' | 'log' | 'store'>;

/** Prompts for missing path parameters one by one. Undefined if the user cancels. */
export async function askForParameters(
  deps: ParameterDeps,
  connection: string,
  { operation, version, path }: OperationChoice,
): Promise<OperationChoice['path'] | undefined> {
  const filled: { [name: string]: string } = { ...path };
  for (const { name, pattern } of pathParameters(operation)) {
    filled[name] ??=
      (await askForName(deps, connection, operation, { pattern, parent: '', version })) ?? '';
    if (filled[name] === '') return undefined;
  }
  return filled;
}

async function askForName(
  deps: ParameterDeps,
  connection: string,
  operation: OperationId,
  { pattern, version }: Listing,
): Promise<string | undefined> {
  if (!pattern.includes('*')) return pattern;
  let parent = '';
  for (const level of pathLevels(pattern)) {
    const listing = { pattern: level, parent, version };
    const picked = await pickResource(deps, connection, operation, listing);
    if (picked === undefined) return undefined;
    if (picked === 'type') return await typeName(deps, operation, pattern, parent);
    parent = picked.name;
  }
  return parent;
}

function pathLevels(pattern: string): readonly string[] {
  const steps = pattern.split('/');
  return steps.flatMap((step, index) =>
    step.startsWith('*') ? [steps.slice(0, index + 1).join('/')] : [],
  );
}

async function pickResource(
  deps: ParameterDeps,
  connection: string,
  operation: OperationId,
  listing: Listing,
): Promise<'type' | { readonly name: string } | undefined> {
  const { prompts } = deps;
  const title =
    listing.parent === ''
      ? l10n.t('{0}: select from {1}', operation, collectionOf(listing.pattern))
      : l10n.t(
          '{0}: select from {1} of {2}',
          operation,
          collectionOf(listing.pattern),
          plainText(listing.parent),
        );
  let loaded: LoadedList | undefined;
  for (;;) {
    const leave = new AbortController();
    const before = loaded;
    const rows = loadRows(deps, connection, operation, listing, before, leave.signal);
    let row: ResourceRow | undefined;
    try {
      row = await prompts.pick(
        { title, placeholder: listing.pattern },
        rows.then((all) => all.items),
      );
    } finally {
      leave.abort();
    }
    if (!row) return undefined;
    if (row.kind === 'type') return 'type';
    if (row.kind === 'resource') return { name: row.name };
    loaded = (await rows).loaded;
  }
}

/** Returns the loaded rows and a row for the next page, or an error row. */
async function loadRows(
  { clients, log, store }: ParameterDeps,
  connection: string,
  operation: OperationId,
  listing: Listing,
  before: LoadedList | undefined,
  signal: AbortSignal,
) {
  const list = listOperation(listing.pattern);
  const shared = { operation, listing, firstNew: before?.items.length };
  const local = localCollection(connection, listing);
  if (local) {
    const loaded = await store.list(local, signal);
    return { items: resourceItems({ ...shared, loaded }), loaded };
  }
  if (list === undefined)
    return { items: resourceItems({ ...shared, loaded: undefined }), loaded: before };
  try {
    const client = await clients.get(connection);
    const page = await listPage(client, list, listing, before?.nextPageToken, signal);
    const loaded = before ? appendPage(listing, before, page) : page;
    return { items: resourceItems({ ...shared, loaded }), loaded };
  } catch (error) {
    if (!CancelledError.is(error))
      log.warn(`${operation}: ${list} failed: ${describeWithCauses(error)}`);
    return { items: resourceItems({ ...shared, loaded: before, error }), loaded: before };
  }
}

async function typeName(
  { prompts }: ParameterDeps,
  operation: OperationId,
  pattern: string,
  parent: string,
): Promise<string | undefined> {
  const rest = pattern.split('/').slice(parent === '' ? 0 : parent.split('/').length);
  const start = parent === '' ? '' : `${parent}/`;
  const name = await prompts.input({
    title: operation,
    prompt: l10n.t('Enter a resource name of the form {0}.', pattern),
    value: `${start}${rest[0] ?? ''}/`,
    validate: (value) =>
      matchesName(pattern, value.trim())
        ? undefined
        : l10n.t('The resource name must have the form {0}.', pattern),
  });
  const trimmed = name?.trim();
  return trimmed !== undefined && matchesName(pattern, trimmed) ? trimmed : undefined;
}

function collectionOf(pattern: string): string {
  return pattern.split('/').at(-2) ?? pattern;
}

type ResourceRow =
  | { readonly kind: 'resource'; readonly name: string }
  | { readonly kind: 'load' }
  | { readonly kind: 'type' };

interface ResourceItemsOptions {
  readonly operation: OperationId;
  readonly listing: Listing;
  /** Undefined if nothing is loaded or the API has no list method. */
  readonly loaded: LoadedList | undefined;
  readonly firstNew?: number | undefined;
  readonly error?: unknown;
}

function resourceItems(options: ResourceItemsOptions): readonly PickItem<ResourceRow>[] {
  const { operation, listing, loaded, firstNew, error } = options;
  const resources = (loaded?.items ?? []).filter((item) => listedName(listing, item) !== '');
  const start = firstNew === undefined ? undefined : loaded?.items[firstNew];
  const toItem = (resource: JsonObject): PickItem<ResourceRow> => ({
    ...describe(resource, listing),
    value: { kind: 'resource', name: listedName(listing, resource) },
    ...(resource === start ? { active: true } : {}),
  });
  const suited = resources.filter((resource) => supportsMethod(resource, operation));
  const others = resources.filter((resource) => !suited.includes(resource)).map(toItem);
  const [other, ...rest] = others;
  const separator = l10n.t('Not suitable for {0}', operation);
  const last = other && suited.length > 0 ? [{ ...other, separator }, ...rest] : others;
  return [
    ...suited.map(toItem),
    ...last,
    ...(error === undefined || CancelledError.is(error) ? [] : [failureItem(error)]),
    ...(error === undefined && loaded?.nextPageToken !== undefined
      ? [{ label: l10n.t('Load more'), icon: 'fold-down', value: { kind: 'load' } as const }]
      : []),
    {
      label: l10n.t('Enter a name…'),
      icon: 'edit',
      value: { kind: 'type' },
      ...(resources.length > 0 ? { separator: '' } : {}),
    },
  ];
}

function describe(
  resource: JsonObject,
  listing: Listing,
): Pick<PickItem<ResourceRow>, 'label' | 'description'> {
  const { parent } = listing;
  const name = listedName(listing, resource);
  const label =
    parent !== '' && name.startsWith(`${parent}/`) ? name.slice(parent.length + 1) : name;
  const told = ['displayName', 'display_name', 'role', 'emailAddress', 'state', 'status'];
  const facts = told.map((field) => textAt(resource, field));
  const description = facts.filter((fact) => fact.trim() !== '').join(' · ');
  return { label, ...(description === '' ? {} : { description }) };
}

function failureItem(error: unknown): PickItem<ResourceRow> {
  const hint = error instanceof AppError ? error.hint : undefined;
  return {
    label: l10n.t('Couldn’t load the list. Select to retry'),
    detail: [errorMessage(error), hint].filter(Boolean).join(' '),
    icon: 'warning',
    value: { kind: 'load' },
  };
}

function supportsMethod(resource: JsonObject, operation: OperationId): boolean {
  const [verb = ''] = operation.split('.').reverse();
  const method = verb === 'streamGenerateContent' ? 'generateContent' : verb;
  return items(resource.supportedGenerationMethods).includes(method);
}
