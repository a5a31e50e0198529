import type { Client } from '../../api/call';
import type { OperationId } from '../../api/operations';
import type { CallInput } from '../../api/request';
import type { JsonObject } from '../../base/json';
import type { SearchHit } from './rank';

export interface CallDeps {
  readonly client: Pick<Client, 'call'>;
  readonly signal: AbortSignal;
}

export interface SearchOutcome {
  readonly found: readonly SearchHit[];
  /** As reported by the API. Undefined if missing. */
  readonly tokens?: number;
}

/** Calls an API method. Throws errors of the client, including for invalid input. */
export async function runSearchCall<I extends OperationId>(
  id: I,
  input: JsonObject,
  { client, signal }: CallDeps,
): Promise<JsonObject> {
  // Test files are untyped; the client validates the input.
  const given = input as unknown as CallInput<I>;
  return await client.call(id, given, { signal });
}
