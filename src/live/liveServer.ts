import { type WebSocket, WebSocketServer } from 'ws';
import { REQUEST_BYTES } from '../api/schema/fieldLimits';
import { noteTurnedAway, type SocketOpening, type SocketServer } from '../emulator/upgrade';
import { GOING } from './closing';
import { refusedInstead } from './faults';
import { serveSession } from './serveSession';

/** The live sessions of an emulator: connections on which both sides send messages whenever they like. */
export class LiveServer implements SocketServer {
  readonly #sockets: WebSocketServer;

  /** @param messageBytes most bytes of one message; a longer one closes the connection. */
  constructor(messageBytes = REQUEST_BYTES) {
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: messageBytes,
      // Nothing of it leaves this machine.
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
    // Unless the handshake is right.
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
      // Nobody waits for the answer to that.
      client.terminate();
    }
    return Promise.resolve();
  }
}
