import type { Client } from '../../api/call';
import type { OperationId } from '../../api/operations';
import type { CallInput } from '../../api/request';
import type { JsonObject } from '../../base/json';
import type { Found } from './rank';

/** What each call needs. */
export interface CallDeps {
  readonly client: Pick<Client, 'call'>;
  readonly signal: AbortSignal;
}

/** What a search found, the best first. */
export interface SearchOutcome {
  readonly found: readonly Found[];
  /** As the service counts them; absent where it counts none. */
  readonly tokens?: number;
}

/** One call. Throws what the client throws: it also looks whether the input fits the operation. */
export async function called<I extends OperationId>(
  id: I,
  input: JsonObject,
  { client, signal }: CallDeps,
): Promise<JsonObject> {
  // What a file says is known to fit, where it does, only when it runs.
  const given = input as unknown as CallInput<I>;
  return await client.call(id, given, { signal });
}
