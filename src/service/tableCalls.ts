import { isObject, items } from '../api/json';
import { operationRow, type OperationId } from '../api/operations';
import { nextPageToken } from '../api/paging';
import type { JsonObject } from '../api/schema/row';
import { AppError } from '../base/errors';
import { kindOperations, pathParameter } from '../catalog/kindOperations';
import type { ResourceRef } from '../catalog/ref';
import type { LoadedList } from './store';

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
  const paging = id && operationRow(id).paging;
  if (!paging) throw unavailable(kind, 'list');
  const parent = pathParameter(id);
  const input = {
    ...(parent === undefined ? {} : { [parent]: name }),
    ...(paging.max === undefined ? {} : { pageSize: paging.max }),
    ...(pageToken === undefined ? {} : { pageToken }),
  };
  return { id, input, items: paging.items };
}

/** What an answer has of a list. Throws where its next page is the one that it was asked for. */
export function pageOf(
  answer: JsonObject,
  field: string,
  pageToken: string | undefined,
): LoadedList {
  const token = nextPageToken(answer, new Set(pageToken === undefined ? [] : [pageToken]));
  return {
    items: items(answer[field]).filter(isObject),
    ...(token === undefined ? {} : { nextPageToken: token }),
  };
}

/** The call that gets one resource. */
export function getCall({ kind, name }: ResourceRef): TableCall {
  const id = kindOperations(kind).get;
  const parameter = id && pathParameter(id);
  if (id === undefined || parameter === undefined) throw unavailable(kind, 'get');
  return { id, input: { [parameter]: name } };
}

/** The collection that a resource is listed in. */
export function collectionOf({ connection, version, kind, name }: ResourceRef): ResourceRef {
  // `corpora/x/documents/y` is listed in `corpora/x`, `models/x` at the top.
  const parent = name.split('/').slice(0, -2).join('/');
  return { connection, version, kind, name: parent, collection: true };
}

function unavailable(kind: string, verb: string): AppError {
  return new AppError('noOperation', `The service has no operation to ${verb} a ${kind}.`);
}
