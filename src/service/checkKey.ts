import { VERSIONS } from '../api/versions';
import type { NetworkSettings } from '../api/transport';
import type { OpenClient } from './openClient';

/** Milliseconds: somebody waits for it with a form open. */
const TIMEOUT = 10_000;

/** Tries a key with the cheapest real call. Throws what the service, or the way to it, says against it. */
export type CheckKey = (endpoint: string, key: string, signal: AbortSignal) => Promise<void>;

/** @param onSecret Learns every key that is tried, so that none reaches a log. */
export function createCheckKey(
  open: OpenClient,
  readNetwork: () => NetworkSettings,
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
