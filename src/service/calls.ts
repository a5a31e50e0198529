import type { CallOptions } from '../api/call';
import type { OperationId } from '../api/operations';
import type { JsonObject } from '../api/schema/row';
import type { ReadNetwork } from '../api/transport';
import { type Version, VERSIONS } from '../api/versions';
import { AppError } from '../base/errors';
import type { Clients, OpenClient } from './clients';

interface CallPlace {
  readonly connection: string;
  readonly version: Version;
}

/** API calls for code that takes method names from a table. */
export interface Calls {
  /**
   * Returns the response, or an empty object. Throws the client's errors, and `AppError` (`badAnswer`) if
   * the response isn't an object.
   */
  call(
    place: CallPlace,
    id: OperationId,
    input: { readonly [name: string]: unknown },
    options?: Omit<CallOptions, 'version'>,
  ): Promise<JsonObject>;
}

interface TableClient {
  call(
    id: OperationId,
    input: { readonly [name: string]: unknown },
    options: CallOptions,
  ): Promise<unknown>;
}

export function createCalls(clients: Clients): Calls {
  return {
    async call({ connection, version }, id, input, options = {}) {
      const client: TableClient = await clients.get(connection);
      const answer = await client.call(id, input, { ...options, version });
      if (typeof answer === 'object' && answer !== null) return answer as JsonObject;
      throw new AppError('badAnswer', `${id}: the response isn’t an object.`);
    },
  };
}

/** In ms; short, as the user waits with an open form. */
const TIMEOUT = 10_000;

/** Tests a key with the cheapest real request. Throws API and network errors. */
export type CheckKey = (endpoint: string, key: string, signal: AbortSignal) => Promise<void>;

export function createCheckKey(
  open: OpenClient,
  readNetwork: ReadNetwork,
  onSecret: (secret: string) => void,
): CheckKey {
  return async (endpoint, key, signal) => {
    onSecret(key);
    const client = await open({
      endpoint,
      version: VERSIONS[0],
      credential: async () => ({ kind: 'apiKey', key }),
      network: readNetwork,
    });
    try {
      await client.call('models.list', { pageSize: 1 }, { timeoutMs: TIMEOUT, signal });
    } finally {
      await client.close();
    }
  };
}
