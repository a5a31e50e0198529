import { ServiceError } from '../../api/errors';
import { CancelledError } from '../../base/errors';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { Connection } from '../../service/connection';
import { errorNode, unavailableNode } from './buildNodes';
import type { TreeNode } from './nodes';

/** List errors, stored until the list is requested again. */
export class ListFailures {
  readonly #failures = new Map<string, unknown>();
  readonly #onFailed: (collection: ResourceRef, error: unknown) => void;

  /** @param onFailed receives errors other than cancellations */
  constructor(onFailed: (collection: ResourceRef, error: unknown) => void) {
    this.#onFailed = onFailed;
  }

  get isEmpty(): boolean {
    return this.#failures.size === 0;
  }

  of(collection: ResourceRef): unknown {
    return this.#failures.get(refKey(collection));
  }

  has(collection: ResourceRef): boolean {
    return this.#failures.has(refKey(collection));
  }

  note(collection: ResourceRef, error: unknown): void {
    this.#failures.set(refKey(collection), error);
    if (!CancelledError.is(error)) this.#onFailed(collection, error);
  }

  forget(collection: ResourceRef): boolean {
    return this.#failures.delete(refKey(collection));
  }

  forgetAll(connection?: string): void {
    for (const key of this.#failures.keys()) {
      if (connection === undefined || key.startsWith(`${connection}/`)) this.#failures.delete(key);
    }
  }
}

export function failedNode(
  collection: ResourceRef,
  error: unknown,
  auth: Connection['auth'] | undefined,
): TreeNode {
  return isUnavailable(collection, error)
    ? unavailableNode(collection, error)
    : errorNode(collection, error, auth);
}

/**
 * Whether an error means that the API no longer supports a kind: unknown method, or HTTP 404 for a top-level
 * list. Ignores proxy errors.
 */
function isUnavailable(collection: ResourceRef, error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.bodyExcerpt !== undefined) return false;
  if (error.httpStatus === 501) return true;
  if (error.httpStatus !== 404) return false;
  // HTTP 404 for an unknown route has no body, so the message is generic.
  return collection.name === '' || error.message === '404 Not Found';
}
