import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../base/clock';
import type { Guard } from './http';
import type { Redactor, RequestLog } from './requestLog';

/** Constant of the protocol (RFC 6455, 1.3). */
const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** Where clients open live sessions; the SDK sends a second slash. */
const LIVE = /^\/{1,2}ws\/google\.ai\.generativelanguage\.v\w+\.GenerativeService\.Bidi\w+(?:\?|$)/;
const CLOSE_FRAME = 0x88;
/** "An unexpected condition": what the service closes with too. */
const CLOSE_CODE = 1011;
/** At most 123 bytes, as it has to fit into the frame. */
const REASON = 'The emulator does not serve live sessions. Use generateContent, or another server.';

/** What it needs of the emulator. */
interface UpgradeService {
  readonly guard: Pick<Guard, 'check'>;
  readonly log: RequestLog;
  readonly redactor: Redactor;
  readonly clock: Clock;
}

/**
 * Answers a wish for a WebSocket: a live session is opened and closed at once, because clients see the reason of that and
 * nothing of a refusal. Anything else is refused.
 */
export function refuseUpgrade(
  { guard, log, redactor, clock }: UpgradeService,
  request: IncomingMessage,
  socket: Duplex,
): void {
  const { method = '', url = '', headers } = request;
  const entry = log.start(
    {
      ...{ method, target: redactor.target(url), headers: redactor.headers(headers) },
      startedAt: clock.now(),
    },
    true,
  );
  // The other side may be gone before it has read the end.
  socket.on('error', () => socket.destroy());
  const key = headers['sec-websocket-key'];
  if (!isAllowed(guard, request)) {
    entry.status = 403;
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  } else if (key === undefined || !LIVE.test(url)) {
    entry.status = 404;
    socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  } else {
    entry.status = 101;
    const accept = createHash('sha1')
      .update(key + MAGIC)
      .digest('base64');
    const reason = Buffer.from(REASON);
    const frame = Buffer.alloc(4 + reason.length);
    frame.writeUInt8(CLOSE_FRAME, 0);
    frame.writeUInt8(2 + reason.length, 1);
    frame.writeUInt16BE(CLOSE_CODE, 2);
    reason.copy(frame, 4);
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n' +
        `sec-websocket-accept: ${accept}\r\n\r\n`,
    );
    socket.end(frame);
  }
}

function isAllowed(guard: Pick<Guard, 'check'>, request: IncomingMessage): boolean {
  try {
    guard.check(request);
    return true;
  } catch {
    return false;
  }
}
