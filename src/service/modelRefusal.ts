import { ServiceError } from '../api/errors';
import type { Refusal } from './modelStatuses';

// A separate file, because its dependencies must not load at activation.

/**
 * Returns why the API rejects every request to a model. Undefined if only this request is rejected.
 * @param isListed whether the model list supports this use; otherwise a 404 means a wrong name.
 */
export function refusalOf(error: unknown, isListed: boolean): Refusal['why'] | undefined {
  if (!(error instanceof ServiceError) || error.httpStatus !== 404) return undefined;
  if (/no longer available to new users/i.test(error.message)) return 'earlierUsers';
  return isListed && error.reason === 'modelNotFound' ? 'notServed' : undefined;
}
