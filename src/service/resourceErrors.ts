import { ServiceError } from '../api/errors';
import { type KindId, kindRow } from '../catalog/kinds';
import type { Refusal } from './modelStatuses';

/**
 * Whether an error means that the resource no longer exists. HTTP 403 counts only for types listed
 * in the table, and only with the “may not exist” message.
 */
export function isGone(kind: KindId, error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  if (error.httpStatus === 404) return true;
  const { statuses = [] } = kindRow(kind).gone ?? {};
  const isKnown = statuses.includes(error.httpStatus) && error.bodyExcerpt === undefined;
  return isKnown && error.reason === 'permission';
}

/**
 * Whether the API hides a resource, with the same error for missing and foreign ones.
 * For a resource that was read before, both mean it is no longer available.
 */
export function isHidden(error: unknown): boolean {
  const isRefused = error instanceof ServiceError && error.httpStatus === 403;
  // Other HTTP 403 messages mean a lack of access.
  return isRefused && error.message.includes('may not exist');
}

/**
 * Returns why the API rejects every request to a model. Undefined if only this request is rejected.
 * @param isListed whether the model list supports this use; otherwise a 404 means a wrong name.
 */
export function refusalOf(error: unknown, isListed: boolean): Refusal['why'] | undefined {
  if (!(error instanceof ServiceError) || error.httpStatus !== 404) return undefined;
  if (/no longer available to new users/i.test(error.message)) return 'earlierUsers';
  return isListed && error.reason === 'modelNotFound' ? 'notServed' : undefined;
}
