import { ServiceError } from '../api/errors';
import type { Refusal } from './modelStatuses';

// Apart from what keeps refusals: that is loaded when the extension starts, and errors are not.

/**
 * Why the service refuses every request to a model; undefined where it refuses this one only.
 * @param isListed it lists the model as one that can do what was asked: without that, a 404 is about a wrong name
 */
export function refusalOf(error: unknown, isListed: boolean): Refusal['why'] | undefined {
  if (!(error instanceof ServiceError) || error.httpStatus !== 404) return undefined;
  if (/no longer available to new users/i.test(error.message)) return 'earlierUsers';
  return isListed && error.reason === 'modelNotFound' ? 'notServed' : undefined;
}
