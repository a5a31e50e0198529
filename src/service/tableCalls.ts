import { throwIfAborted } from '../base/async';
import { isObject, items } from '../base/json';
import { operationRow, type OperationId } from '../api/operations';
import { holdsIn } from '../api/versions';
import { nextPageToken, pageInput } from '../api/paging';
import type { JsonObject } from '../api/schema/row';
import { AppError } from '../base/errors';
import { kindOperations, listParameters, pathParameter } from '../catalog/kindOperations';
import { kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import { nameOfId } from '../catalog/resourceName';
import type { Calls } from './calls';
import type { ListQuery, LoadedList } from './store';

/** An operation with what it is called with, as the tables have it. */
export interface TableCall {
  readonly id: OperationId;
  readonly input: { readonly [name: string]: unknown };
}

/** The call that lists a page of a collection, and the field of the answer that has the items. */
export function listCall(
  { kind, name }: ResourceRef,
  pageToken: string | undefined,
): TableCall & { readonly items: string } {
  const id = kindOperations(kind).list;
  const row = id && operationRow(id);
  if (id === undefined || !row?.paging) throw unavailable(kind, 'list');
  const input = { ...listParameters(id, name), ...pageInput(row, pageToken) };
  return { id, input, items: row.paging.items };
}

/**
 * A call of a list that asks for a part of it. A version without a filter still has what another one finds, which is
 * then the one to ask.
 */
export function filteredCall(
  collection: ResourceRef,
  { id, input }: TableCall,
  asked: ListQuery,
): { readonly place: ResourceRef; readonly input: TableCall['input'] } {
  const [parameter = ''] = Object.keys(asked);
  const { versions } = operationRow(id).query?.[parameter] ?? {};
  const isThere = holdsIn(versions, collection.version);
  const version = isThere ? collection.version : (versions?.now[0] ?? collection.version);
  return { place: { ...collection, version }, input: { ...input, ...asked } };
}

/** What an answer has of a list. Throws where its next page is the one that it was asked for. */
export function pageOf(
  answer: JsonObject,
  { id, items: field }: Pick<ReturnType<typeof listCall>, 'id' | 'items'>,
  pageToken: string | undefined,
): LoadedList {
  const asked = new Set(pageToken === undefined ? [] : [pageToken]);
  const token = nextPageToken(operationRow(id), answer, asked);
  return {
    items: items(answer[field]).filter(isObject),
    ...(token === undefined ? {} : { nextPageToken: token }),
  };
}

/**
 * The pages of a collection, each asked for when the loop wants it. What it reads is not kept: it may be far
 * more than the tree shows.
 * @param onLast told before the page that is the last one.
 */
export async function* listPages(
  calls: Calls,
  collection: ResourceRef,
  signal: AbortSignal | undefined,
  onLast?: () => void,
): AsyncGenerator<readonly JsonObject[], void, undefined> {
  let token: string | undefined;
  do {
    throwIfAborted(signal);
    const call = listCall(collection, token);
    const answer = await calls.call(collection, call.id, call.input, signal ? { signal } : {});
    const page = pageOf(answer, call, token);
    throwIfAborted(signal);
    if (page.nextPageToken === undefined) onLast?.();
    yield page.items;
    token = page.nextPageToken;
  } while (token !== undefined);
}

/** The call that gets one resource. */
export function getCall({ kind, name }: ResourceRef): TableCall {
  const id = kindOperations(kind).get;
  const parameter = id && pathParameter(id);
  if (id === undefined || parameter === undefined) throw unavailable(kind, 'get');
  return { id, input: { [parameter]: name } };
}

/**
 * The call that makes a resource in a collection. The chosen id, where there is one, goes where the service
 * takes it: into a parameter of its own, or into the name of what is made.
 */
export function createCall({ kind, name }: ResourceRef, body: JsonObject, id?: string): TableCall {
  const operation = kindOperations(kind).create;
  if (operation === undefined) throw unavailable(kind, 'create');
  const parent = pathParameter(operation);
  const at = parent === undefined ? {} : { [parent]: name };
  const { namedBy } = kindRow(kind);
  const whole = id === undefined || namedBy === undefined ? body : { [namedBy]: id, ...body };
  if (id === undefined || namedBy !== undefined) {
    return { id: operation, input: { ...at, body: whole } };
  }
  const parameter = Object.keys(operationRow(operation).query ?? {}).find((key) =>
    key.endsWith('Id'),
  );
  if (parameter !== undefined) return { id: operation, input: { ...at, [parameter]: id, body } };
  const body_ = { ...body, name: nameOfId({ kind, name }, id) };
  return { id: operation, input: { ...at, body: body_ } };
}

/** The call that changes the fields of a mask, as the message has them. The name in the body comes with that in the path. */
export function patchCall(
  { kind, name }: ResourceRef,
  body: JsonObject,
  mask: readonly string[],
): TableCall {
  const id = kindOperations(kind).patch;
  const parameter = id && pathParameter(id);
  if (id === undefined || parameter === undefined) throw unavailable(kind, 'change');
  const { query = {} } = operationRow(id);
  const [[masked] = []] = Object.entries(query).filter(([, { type }]) => type === 'fieldMask');
  // Some take what the body has, and no mask.
  const named = masked === undefined ? {} : { [masked]: mask.join(',') };
  return { id, input: { [parameter]: name, ...named, body } };
}

/** The call that deletes one resource; with `force`, where the operation takes it, all below it too. */
export function deleteCall({ kind, name }: ResourceRef, force = false): TableCall {
  const id = kindOperations(kind).delete;
  const parameter = id && pathParameter(id);
  if (id === undefined || parameter === undefined) throw unavailable(kind, 'delete');
  const takesForce = operationRow(id).query?.force !== undefined;
  return { id, input: { [parameter]: name, ...(force && takesForce ? { force: true } : {}) } };
}

function unavailable(kind: string, verb: string): AppError {
  return new AppError('noOperation', `The service has no operation to ${verb} a ${kind}.`);
}
