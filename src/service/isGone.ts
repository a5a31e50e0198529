import { ServiceError } from '../api/errors';
import { kindRow, type KindId } from '../catalog/kinds';

/**
 * Whether an answer about one resource says that it is no more. A 403 says so only for kinds of which the table
 * does, and only in the words that the service has for what may not exist: not for want of a scope or of the API.
 */
export function isGone(kind: KindId, error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  if (error.httpStatus === 404) return true;
  const { statuses = [] } = kindRow(kind).gone ?? {};
  const isKnown = statuses.includes(error.httpStatus) && error.bodyExcerpt === undefined;
  return isKnown && error.reason === 'permission';
}

/**
 * The service does not show a resource: of most kinds it says the same of what is not there and of what is somebody
 * else's. Of one that was read before, both mean that it is gone from here.
 */
export function isHidden(error: unknown): boolean {
  const isRefused = error instanceof ServiceError && error.httpStatus === 403;
  // Its words for both; any other refusal is one of access alone.
  return isRefused && error.message.includes('may not exist');
}
