import { parseEndpoint } from '../api/endpoint';
import type { OpenClient } from './openClient';

/** Opens a client over the network. What that needs is loaded here, on first use. */
export const openUndiciClient: OpenClient = async ({ endpoint, version, credential, network }) => {
  const [{ createClient }, { UndiciTransport }] = await Promise.all([
    import('../api/client'),
    import('../api/undiciTransport'),
  ]);
  return createClient({
    transport: new UndiciTransport({
      endpoint: parseEndpoint(endpoint),
      credential,
      network: async () => network(),
    }),
    preferredVersion: version,
  });
};
