import type { JsonObject } from '../schema/row';
import { decodeErrorEnvelope } from './decode';
import type { ServiceError } from './serviceError';

/** The canonical codes by number, each with the HTTP status that stands for it (google/rpc/code.proto). */
const codes: readonly (readonly [status: string, httpStatus: number])[] = [
  // No error: where one is told all the same, nothing is known of it.
  ['UNKNOWN', 500],
  ['CANCELLED', 499],
  ['UNKNOWN', 500],
  ['INVALID_ARGUMENT', 400],
  ['DEADLINE_EXCEEDED', 504],
  ['NOT_FOUND', 404],
  ['ALREADY_EXISTS', 409],
  ['PERMISSION_DENIED', 403],
  ['RESOURCE_EXHAUSTED', 429],
  ['FAILED_PRECONDITION', 400],
  ['ABORTED', 409],
  ['OUT_OF_RANGE', 400],
  ['UNIMPLEMENTED', 501],
  ['INTERNAL', 500],
  ['UNAVAILABLE', 503],
  ['DATA_LOSS', 500],
  ['UNAUTHENTICATED', 401],
];

/**
 * The error in a `google.rpc.Status` that is part of a resource, such as a long-running operation that
 * failed. Its code is the canonical number, not the HTTP status; a number that nobody knows is `UNKNOWN`.
 */
export function decodeRpcStatus(error: JsonObject): ServiceError {
  const [status, httpStatus] = codes[Number(error.code)] ?? ['UNKNOWN', 500];
  return decodeErrorEnvelope({ error: { ...error, status } }, httpStatus);
}
