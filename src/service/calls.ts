import type { CallOptions } from '../api/call';
import type { OperationId } from '../api/operations';
import type { JsonObject } from '../api/schema/row';
import type { ReadNetwork } from '../api/transport';
import { type Version, VERSIONS } from '../api/versions';
import { AppError } from '../base/errors';
import type { Clients, OpenClient } from './clients';

/** Where a call goes: a connection, and the version of the service. */
interface CallPlace {
  readonly connection: string;
  readonly version: Version;
}

/** Calls for code that takes its operation from a table and not by name. */
export interface Calls {
  /**
   * What the service answers; an empty object where it has nothing to say. Throws what the client throws, and
   * `AppError` with the reason `badAnswer` where the answer is no object.
   */
  call(
    place: CallPlace,
    id: OperationId,
    input: { readonly [name: string]: unknown },
    options?: Omit<CallOptions, 'version'>,
  ): Promise<JsonObject>;
}

/** A client without the types of single operations. */
interface TableClient {
  call(
    id: OperationId,
    input: { readonly [name: string]: unknown },
    options: CallOptions,
  ): Promise<unknown>;
}

/** Calls over the client of each connection. */
export function createCalls(clients: Clients): Calls {
  return {
    async call({ connection, version }, id, input, options = {}) {
      const client: TableClient = await clients.get(connection);
      const answer = await client.call(id, input, { ...options, version });
      if (typeof answer === 'object' && answer !== null) return answer as JsonObject;
      throw new AppError('badAnswer', `${id}: the service answered something else than an object.`);
    },
  };
}

/** Milliseconds: somebody waits for it with a form open. */
const TIMEOUT = 10_000;

/** Tries a key with the cheapest real call. Throws what the service, or the way to it, says against it. */
export type CheckKey = (endpoint: string, key: string, signal: AbortSignal) => Promise<void>;

/** @param onSecret Learns every key that is tried, so that none reaches a log. */
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
