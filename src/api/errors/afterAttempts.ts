import { ServiceError } from './serviceError';
import { TransportError } from './transportError';

/** The same error as what several attempts ended with. */
export function afterAttempts(
  error: ServiceError | TransportError,
  attempts: number,
  hint: string,
): ServiceError | TransportError {
  if (error instanceof ServiceError) {
    const { reason, message, httpStatus, status, details, retryDelayMs, bodyExcerpt } = error;
    const parts = { reason, message, httpStatus, status, details, retryDelayMs, bodyExcerpt };
    return new ServiceError({ ...parts, attempts, hint });
  }
  const { reason, message, cause, isUnanswered } = error;
  return new TransportError(reason, message, { hint, cause, attempts, isUnanswered });
}
