import { type WebSocket, WebSocketServer } from 'ws';
import { REQUEST_BYTES } from '../api/schema/fieldLimits';
import { logRejected, type SocketOpening, type SocketServer } from '../emulator/upgrade';
import { GOING_AWAY } from './channel';
import { injectHandshakeFault } from './faults';
import { serveSession } from './serveSession';

/** Serves the Live API's WebSocket sessions in the emulator. */
export class LiveServer implements SocketServer {
  readonly #sockets: WebSocketServer;

  /** @param messageBytes maximum size of a message; a larger message closes the connection. */
  constructor(messageBytes = REQUEST_BYTES) {
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: messageBytes,
      // Compression wastes time because all traffic is local.
      perMessageDeflate: false,
    });
  }

  open(opening: SocketOpening): void {
    const { service, operation, request, socket, head, entry } = opening;
    const fault = service.faults.take(operation);
    if (fault && injectHandshakeFault(fault, opening)) {
      logRejected(service, entry);
      return;
    }
    // The status if the handshake fails.
    entry.status = 400;
    this.#sockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
      entry.status = 101;
      serveSession(opening, webSocket, fault);
    });
    if (entry.status === 400) logRejected(service, entry);
  }

  close(): Promise<void> {
    for (const client of this.#sockets.clients) {
      client.close(GOING_AWAY.code, GOING_AWAY.reason);
      // Don't wait for the client's close frame.
      client.terminate();
    }
    return Promise.resolve();
  }
}
