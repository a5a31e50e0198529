import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A loopback proxy for tunnels: whatever host is asked for, it connects to one port of this machine. */
export class ConnectProxy {
  /** Host and port of each tunnel that was asked for, and the authorization that came with it. */
  readonly tunnels: { readonly target: string; readonly authorization: string | undefined }[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(targetPort: number, refuseWith: number | undefined) {
    this.#server = createServer();
    this.#server.on('connect', (request, client: Socket) => {
      this.#keep(client);
      this.tunnels.push({
        target: request.url ?? '',
        authorization: request.headers['proxy-authorization'],
      });
      if (refuseWith !== undefined) {
        client.end(`HTTP/1.1 ${refuseWith} Refused\r\n\r\n`);
        return;
      }
      const target = connect(targetPort, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connected\r\n\r\n');
        client.pipe(target);
        target.pipe(client);
      });
      this.#keep(target);
    });
  }

  static async start(targetPort: number, refuseWith?: number): Promise<ConnectProxy> {
    const proxy = new ConnectProxy(targetPort, refuseWith);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    // A broken tunnel is the test's own doing; the client's side reports it.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
