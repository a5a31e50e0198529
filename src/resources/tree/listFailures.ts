import { ServiceError } from '../../api/errors';
import { CancelledError } from '../../base/errors';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { Connection } from '../../service/connection';
import { errorNode, unavailableNode } from './buildNodes';
import type { TreeNode } from './nodes';

/** What lists failed with, first or last, until they are asked for anew. */
export class ListFailures {
  readonly #failures = new Map<string, unknown>();
  readonly #onFailed: (collection: ResourceRef, error: unknown) => void;

  /** @param onFailed takes what a list failed with, but for what the user has cancelled. */
  constructor(onFailed: (collection: ResourceRef, error: unknown) => void) {
    this.#onFailed = onFailed;
  }

  get isEmpty(): boolean {
    return this.#failures.size === 0;
  }

  /** Undefined where the list has not failed. */
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

  /** Whether there was one. */
  forget(collection: ResourceRef): boolean {
    return this.#failures.delete(refKey(collection));
  }

  /** @param connection all of them without one. */
  forgetAll(connection?: string): void {
    for (const key of this.#failures.keys()) {
      if (connection === undefined || key.startsWith(`${connection}/`)) this.#failures.delete(key);
    }
  }
}

/** The row that says what a list failed with. */
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
 * Whether an answer to a list says that the service has nothing of the kind any more: it knows no such
 * method, or the list of everything is not found, which can't be for want of a parent. Where something else
 * than the service answers, it says nothing.
 */
function isUnavailable(collection: ResourceRef, error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.bodyExcerpt !== undefined) return false;
  if (error.httpStatus === 501) return true;
  if (error.httpStatus !== 404) return false;
  // A route that the service does not know is answered without a body, and so without words of its own.
  return collection.name === '' || error.message === '404 Not Found';
}
