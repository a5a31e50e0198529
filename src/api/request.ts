import type { OperationId } from './operations';
import type { JsonObject } from './schema/row';
import type { Version } from './versions';

/** A call described, not yet made: a plain value that tests can compare. */
export interface PlainRequest {
  readonly operation: OperationId;
  readonly version: Version;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Encoded path from the root, such as `/v1beta/models/x:generateContent`. */
  readonly path: string;
  readonly query: { readonly [name: string]: string };
  readonly body?: JsonObject;
}
