import { matchesName } from '../api/names';
import type { OperationId } from '../api/operations';
import { pathParameters } from '../api/rawRequest';
import { CancelledError } from '../base/errors';
import { plainText } from '../platform/plainText';
import { describeWithCauses } from '../platform/report';
import { appendPage } from '../service/loadedList';
import type { LoadedList } from '../service/store';
import { listOperation, listPage, type Listing } from './listPage';
import type { OperationChoice } from './operationItems';
import type { ConsoleParts } from './parts';
import { resourceItems, type ResourceRow } from './resourceItems';

export type ParameterParts = Pick<ConsoleParts, 'prompts' | 'clients' | 'l10n' | 'log'>;

/**
 * The parameters of an operation's path, those that are not known yet asked for one after the other.
 * Undefined where the user left.
 */
export async function askForParameters(
  parts: ParameterParts,
  connection: string,
  { operation, version, path }: OperationChoice,
): Promise<OperationChoice['path'] | undefined> {
  const filled: { [name: string]: string } = { ...path };
  for (const { name, pattern } of pathParameters(operation)) {
    filled[name] ??=
      (await askForName(parts, connection, operation, { pattern, parent: '', version })) ?? '';
    if (filled[name] === '') return undefined;
  }
  return filled;
}

/** A resource of a pattern: its parents first, one level after the other. */
async function askForName(
  parts: ParameterParts,
  connection: string,
  operation: OperationId,
  { pattern, version }: Listing,
): Promise<string | undefined> {
  // There is only one such name.
  if (!pattern.includes('*')) return pattern;
  let parent = '';
  for (const level of levelsOf(pattern)) {
    const listing = { pattern: level, parent, version };
    const picked = await pickResource(parts, connection, operation, listing);
    if (picked === undefined) return undefined;
    if (picked === 'type') return await typeName(parts, operation, pattern, parent);
    parent = picked.name;
  }
  return parent;
}

// `corpora/*/documents/*` → `corpora/*`, then itself.
function levelsOf(pattern: string): readonly string[] {
  const steps = pattern.split('/');
  return steps.flatMap((step, index) =>
    step.startsWith('*') ? [steps.slice(0, index + 1).join('/')] : [],
  );
}

async function pickResource(
  parts: ParameterParts,
  connection: string,
  operation: OperationId,
  listing: Listing,
): Promise<'type' | { readonly name: string } | undefined> {
  const { prompts, l10n } = parts;
  const title =
    listing.parent === ''
      ? l10n.t('{0}: choose from {1}', operation, collectionOf(listing.pattern))
      : l10n.t(
          '{0}: choose from {1} of {2}',
          operation,
          collectionOf(listing.pattern),
          plainText(listing.parent),
        );
  let loaded: LoadedList | undefined;
  for (;;) {
    const leave = new AbortController();
    const before = loaded;
    const rows = loadRows(parts, connection, operation, listing, before, leave.signal);
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

/** What is listed so far and the page after it; where that fails, a row that says why. */
async function loadRows(
  { clients, l10n, log }: ParameterParts,
  connection: string,
  operation: OperationId,
  listing: Listing,
  before: LoadedList | undefined,
  signal: AbortSignal,
) {
  const list = listOperation(listing.pattern);
  const shared = { operation, listing, firstNew: before?.items.length, l10n };
  if (list === undefined)
    return { items: resourceItems({ ...shared, loaded: undefined }), loaded: before };
  try {
    const client = await clients.get(connection);
    const page = await listPage(client, list, listing, before?.nextPageToken, signal);
    const loaded = before ? appendPage(before, page) : page;
    return { items: resourceItems({ ...shared, loaded }), loaded };
  } catch (error) {
    if (!CancelledError.is(error))
      log.warn(`${operation}: ${list} failed: ${describeWithCauses(error)}`);
    return { items: resourceItems({ ...shared, loaded: before, error }), loaded: before };
  }
}

async function typeName(
  { prompts, l10n }: ParameterParts,
  operation: OperationId,
  pattern: string,
  parent: string,
): Promise<string | undefined> {
  const rest = pattern.split('/').slice(parent === '' ? 0 : parent.split('/').length);
  const start = parent === '' ? '' : `${parent}/`;
  const name = await prompts.input({
    title: operation,
    prompt: l10n.t('A resource name of the form {0}.', pattern),
    value: `${start}${rest[0] ?? ''}/`,
    validate: (value) =>
      matchesName(pattern, value.trim())
        ? undefined
        : l10n.t('This is not a resource name of the form {0}.', pattern),
  });
  const trimmed = name?.trim();
  // The field itself takes nothing else.
  return trimmed !== undefined && matchesName(pattern, trimmed) ? trimmed : undefined;
}

// `corpora/*/documents/*` → `documents`
function collectionOf(pattern: string): string {
  return pattern.split('/').at(-2) ?? pattern;
}
