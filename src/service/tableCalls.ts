import { throwIfAborted } from '../base/async';
import { isObject, items } from '../base/json';
import { operationRow, type OperationId } from '../api/operations';
import { isInEdition } from '../api/versions';
import { nextPageToken, pageInput } from '../api/paging';
import type { JsonObject } from '../api/schema/row';
import { AppError } from '../base/errors';
import { kindOperations, listParameters, pathParameter } from '../catalog/kindOperations';
import { kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import { nameOfId } from '../catalog/resourceName';
import type { Calls } from './calls';
import type { ListQuery, LoadedList } from './store';

export interface TableCall {
  readonly id: OperationId;
  readonly input: { readonly [name: string]: unknown };
}

/** Returns the list method of a collection and the response field with its items. */
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

/** Returns a filtered list call. If the version has no filter, uses a version that does. */
export function filteredCall(
  collection: ResourceRef,
  { id, input }: TableCall,
  asked: ListQuery,
): { readonly place: ResourceRef; readonly input: TableCall['input'] } {
  const [parameter = ''] = Object.keys(asked);
  const { versions } = operationRow(id).query?.[parameter] ?? {};
  const isThere = isInEdition(versions, collection.version);
  const version = isThere ? collection.version : (versions?.now[0] ?? collection.version);
  return { place: { ...collection, version }, input: { ...input, ...asked } };
}

/** Parses a list response. Throws if its next page token repeats the requested one. */
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
 * Yields pages on demand, without caching them.
 * @param onLast called before the last page.
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

export function getCall({ kind, name }: ResourceRef): TableCall {
  const id = kindOperations(kind).get;
  const parameter = id && pathParameter(id);
  if (id === undefined || parameter === undefined) throw unavailable(kind, 'get');
  return { id, input: { [parameter]: name } };
}

/** Returns the call that creates a resource. Passes a chosen id as a parameter or in the name. */
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

/** Returns the call that updates the fields of a mask. The name is in body and path. */
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
  // Some methods have no mask and update the fields in the body.
  const named = masked === undefined ? {} : { [masked]: mask.join(',') };
  return { id, input: { [parameter]: name, ...named, body } };
}

/** Returns the call that deletes a resource; with `force`, also its children if supported. */
export function deleteCall({ kind, name }: ResourceRef, force = false): TableCall {
  const id = kindOperations(kind).delete;
  const parameter = id && pathParameter(id);
  if (id === undefined || parameter === undefined) throw unavailable(kind, 'delete');
  const takesForce = operationRow(id).query?.force !== undefined;
  return { id, input: { [parameter]: name, ...(force && takesForce ? { force: true } : {}) } };
}

function unavailable(kind: string, verb: string): AppError {
  return new AppError('noOperation', `The API has no method to ${verb} a ${kind}.`);
}
