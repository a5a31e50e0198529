import { parseEndpoint } from '../api/endpoint';
import type { OpenClient } from './openClient';

/** Opens a client over the network. What that needs is loaded here, on first use. */
export const openUndiciClient: OpenClient = async ({
  endpoint,
  version,
  credential,
  network,
  onExchange,
  isRecording,
}) => {
  const [{ createClient }, { UndiciTransport }] = await Promise.all([
    import('../api/client'),
    import('../api/undiciTransport'),
  ]);
  const transport = new UndiciTransport({
    endpoint: parseEndpoint(endpoint),
    credential,
    network: async () => network(),
    ...(isRecording ? { isRecording } : {}),
  });
  if (onExchange) transport.onDidExchange(onExchange);
  return createClient({ transport, preferredVersion: version });
};
