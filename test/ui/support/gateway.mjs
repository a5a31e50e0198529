import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';

/**
 * Stands in front of a service and signs each request, as gateways do that a connection sends no credential to.
 * @param {{ readonly baseUrl: string, readonly accessToken: string }} service
 */
export async function startGateway({ baseUrl, accessToken }) {
  const { host, hostname, port } = new URL(baseUrl);
  const server = createServer((request, response) => {
    const headers = { ...request.headers, host, authorization: `Bearer ${accessToken}` };
    const { method, url } = request;
    const passed = ask({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // The window may end in the middle of a request.
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
