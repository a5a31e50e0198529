import { parseEndpoint } from '../api/endpoint';
import type { CredentialSource, Transport } from '../api/transport';
import type { OpenClient } from './openClient';

/** Opens a client over the network. What that needs is loaded here, on first use. */
export const openUndiciClient: OpenClient = async ({
  endpoint,
  version,
  upload,
  credential,
  network,
  onExchange,
  isRecording,
}) => {
  const [{ createClient }, { UndiciTransport }] = await Promise.all([
    import('../api/client'),
    import('../api/undiciTransport'),
  ]);
  const connect = (origin: string, source: CredentialSource): Transport => {
    const transport = new UndiciTransport({
      endpoint: parseEndpoint(origin),
      credential: source,
      network: async () => network(),
      ...(isRecording ? { isRecording } : {}),
    });
    if (onExchange) transport.onDidExchange(onExchange);
    return transport;
  };
  return createClient({
    transport: connect(endpoint, credential),
    ...(upload && { uploadTransport: () => connect(upload.endpoint, upload.credential) }),
    preferredVersion: version,
  });
};
