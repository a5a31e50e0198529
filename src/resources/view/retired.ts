import { ServiceError } from '../../api/errors';
import type { ResourceRef } from '../../catalog/ref';

/**
 * Whether an answer to a list says that the service has nothing of the kind any more: it knows no such
 * method, or the list of everything is not found, which can't be for want of a parent. Where something else
 * than the service answers, it says nothing.
 */
export function isRetired(collection: ResourceRef, error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.bodyExcerpt !== undefined) return false;
  if (error.httpStatus === 501) return true;
  if (error.httpStatus !== 404) return false;
  // A route that the service does not know is answered without a body, and so without words of its own.
  return collection.name === '' || error.message === '404 Not Found';
}
