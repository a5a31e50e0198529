import { type WebSocket, WebSocketServer } from 'ws';
import { REQUEST_BYTES } from '../api/schema/fieldLimits';
import { noteTurnedAway, type SocketOpening, type SocketServer } from '../emulator/upgrade';
import { GOING } from './closeCodes';
import { refusedInstead } from './faults';
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
    if (fault && refusedInstead(fault, opening)) {
      noteTurnedAway(service, entry);
      return;
    }
    // The status if the handshake fails.
    entry.status = 400;
    this.#sockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
      entry.status = 101;
      serveSession(opening, webSocket, fault);
    });
    if (entry.status === 400) noteTurnedAway(service, entry);
  }

  close(): Promise<void> {
    for (const client of this.#sockets.clients) {
      client.close(GOING.code, GOING.reason);
      // Don't wait for the client's close frame.
      client.terminate();
    }
    return Promise.resolve();
  }
}
