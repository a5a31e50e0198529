import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../../fakes/certificate';

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * A service on this machine with some models, which notes what it was asked. It takes one key, and none for
 * tuned models.
 */
export async function startModelServer(
  key: string,
  models: readonly object[] = [],
  certificate?: Certificate,
) {
  const seen: SeenRequest[] = [];
  const listener: RequestListener = (request, response) => {
    seen.push({ path: request.url ?? '', headers: request.headers });
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.headers['x-goog-api-key'] !== key) answer(400, REFUSAL);
    else if (request.url?.includes('/tunedModels')) answer(401, NO_KEYS);
    else answer(200, { models });
  };
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    seen,
    async close(): Promise<void> {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const REFUSAL = {
  error: {
    code: 400,
    message: 'API key not valid. Please pass a valid API key.',
    status: 'INVALID_ARGUMENT',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
      },
    ],
  },
};

const NO_KEYS = {
  error: {
    code: 401,
    message: 'API keys are not supported by this API. Expected OAuth2 access token.',
    status: 'UNAUTHENTICATED',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'CREDENTIALS_MISSING',
        domain: 'googleapis.com',
      },
    ],
  },
};
