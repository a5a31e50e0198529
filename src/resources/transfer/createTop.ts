import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import { textAt } from '../../base/json';
import { findMessage } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import { childKinds, type KindId, kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { nameOfId, resourceId } from '../../catalog/resourceName';
import { plainText } from '../../platform/plainText';
import { createCall, getCall } from '../../service/tableCalls';
import type { ResourcesContext } from '../context';

const MAX_NAME_LENGTH = 40;
const MAX_ATTEMPTS = 50;

/**
 * Creates an export's corpus or document. If the ID exists, prompts the user to merge or use another ID.
 * Undefined if dismissed.
 */
export async function createTop(
  context: ResourcesContext,
  collection: ResourceRef,
  resource: JsonObject,
  signal: AbortSignal,
): Promise<ResourceRef | undefined> {
  const { connection, version, kind } = collection;
  const id = resourceId(kind, resource);
  const ref: ResourceRef = { connection, version, kind, name: nameOfId(collection, id) };
  const made = await create(context, collection, resource, id, signal);
  if (made) return made;
  const { prompts } = context;
  const found = await find(context, ref, signal);
  const row = kindRow(kind);
  const noun = l10n.t(row.noun.message);
  const choices = [
    {
      label: l10n.t('Create another {0}', noun),
      detail: l10n.t('Adds a number to the ID.'),
      icon: 'add',
      value: 'other' as const,
    },
    {
      label: l10n.t('Add missing items to “{0}”', found ? row.label(found) : ref.name),
      detail: l10n.t('Existing items aren’t changed.'),
      icon: 'merge',
      value: 'into' as const,
    },
  ];
  const choice = await prompts.pick(
    { title: l10n.t('{0} already exists', plainText(ref.name)) },
    found ? choices : choices.slice(0, 1),
  );
  if (choice === undefined) return undefined;
  if (choice === 'into') return ref;
  for (let number = 2; number < MAX_ATTEMPTS; number++) {
    const ending = `-${number}`;
    const other = `${id.slice(0, MAX_NAME_LENGTH - ending.length).replace(/-+$/, '')}${ending}`;
    const second = await create(context, collection, resource, other, signal);
    if (second) return second;
  }
  return await create(context, collection, resource, undefined, signal);
}

/** Undefined if the ID exists. */
async function create(
  { services }: ResourcesContext,
  collection: ResourceRef,
  resource: JsonObject,
  chosen: string | undefined,
  signal: AbortSignal,
): Promise<ResourceRef | undefined> {
  const { connection, version, kind } = collection;
  const { id, input } = createCall(collection, newBody(kind, resource), chosen);
  try {
    const made = await services.calls.call(collection, id, input, { signal });
    const ref: ResourceRef = { connection, version, kind, name: textAt(made, 'name') };
    services.store.merge(ref, made);
    return ref;
  } catch (error) {
    if (error instanceof ServiceError && error.httpStatus === 409) return undefined;
    throw error;
  }
}

/** Undefined if inaccessible because another user owns the resource. */
async function find(
  { services }: ResourcesContext,
  ref: ResourceRef,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  try {
    const { id, input } = getCall(ref);
    return await services.calls.call(ref, id, input, { signal });
  } catch (error) {
    if (error instanceof ServiceError && [403, 404].includes(error.httpStatus)) return undefined;
    throw error;
  }
}

export function newBody(kind: KindId, resource: JsonObject): JsonObject {
  const { message, namedBy } = kindRow(kind);
  const fields = findMessage(message)?.fields ?? {};
  const isName = (field: string): boolean => namedBy === undefined && field === 'name';
  return Object.fromEntries(
    Object.entries(resource).filter(
      ([field]) => !isName(field) && fields[field]?.outputOnly !== true,
    ),
  );
}

export function forgetBelow(
  { services }: Pick<ResourcesContext, 'services'>,
  top: ResourceRef,
): void {
  const { connection, version, name } = top;
  for (const kind of childKinds(top.kind)) {
    services.store.invalidate({ connection, version, kind, name, collection: true });
  }
}
