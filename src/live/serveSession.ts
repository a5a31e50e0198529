import type { WebSocket } from 'ws';
import { sleep } from '../base/clock';
import { findToken, type OpenToken } from '../emulator/authTokens';
import type { Caller } from '../emulator/caller';
import type { Fault } from '../emulator/faultInjection';
import { logged } from '../emulator/requestBody';
import { StatusError } from '../emulator/status';
import type { StandIn } from '../emulator/standIn';
import type { SocketOpening } from '../emulator/upgrade';
import { Channel } from './channel';
import { type Closing, closingOf } from './closing';
import { ContentSession, type Session } from './contentSession';
import { spoil } from './faults';
import { Lifetime } from './lifetime';
import { MusicSession } from './musicSession';
import { StoodSession } from './stoodSession';

/** Serves the session of a WebSocket until it is closed, and completes its entry of the log. */
export function serveSession(
  opening: SocketOpening,
  socket: WebSocket,
  fault: Fault | undefined,
): void {
  const { service, row, version, entry } = opening;
  const start = service.clock.monotonic();
  const channel = new Channel(socket, row.response, version);
  let session: Session | undefined;
  let lifetime: Lifetime | undefined;
  let isFirst = true;
  channel.listen({
    receive: (json, text) => {
      if (!isFirst) {
        session?.receive(json, text);
        return;
      }
      isFirst = false;
      entry.bodyBytes = Buffer.byteLength(text);
      entry.body = logged(service.redactor, row, text);
      session?.receive(json, text);
      if (fault?.goAwayIn !== undefined) lifetime?.goAway(fault.goAwayIn);
    },
    closed: (closing) => {
      session?.end(closing);
      lifetime?.dispose();
      entry.messages = channel.counts;
      entry.closed = closing;
      entry.duration = Math.round(service.clock.monotonic() - start);
      const { operation, answeredBy = 'engine' } = entry;
      service.tally.add({ ...(operation && { operation }), answeredBy, status: statusOf(closing) });
      service.standIn?.finished(answeredBy);
      service.followers.tell(entry);
    },
    broken: service.onError,
  });
  try {
    const standIn = standingIn(opening);
    const { caller, token } = standIn ? ANYBODY : admit(opening);
    if (fault && spoil(channel, fault, opening)) return;
    if (standIn) {
      session = new StoodSession(opening, channel, standIn);
      return;
    }
    const speed = (): ReturnType<typeof service.speed> => fault?.speed ?? service.speed();
    const life = new Lifetime(service, channel, token?.expireTime);
    lifetime = life;
    const goAway = (seconds: number): void => life.goAway(seconds);
    session =
      opening.operation === 'live.bidiGenerateMusic'
        ? new MusicSession(opening, channel)
        : new ContentSession({ opening, channel, caller, token, speed, goAway });
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    channel.close(closingOf(error));
    return;
  }
  const delay = fault?.delivery?.delay ?? 0;
  if (delay === 0) return;
  socket.pause();
  void sleep(service.clock, delay).then(() => socket.resume());
}

/** What answers in place of the emulator. Throws where a credential looks real and would stay here. */
function standingIn({ service, query, request }: SocketOpening): StandIn | undefined {
  const { standIn } = service;
  if (!standIn?.isOn) return undefined;
  if (!standIn.relays) service.credentials.refuseReal(request.headers, query);
  return standIn;
}

/** Who may come in is for the upstream to say. */
const ANYBODY = { caller: { kind: 'apiKey' }, token: undefined } as const;

/** Who opens a session. Throws what the service refuses. */
function admit({ service, operation, row, version, query, request }: SocketOpening): {
  readonly caller: Caller;
  readonly token: OpenToken | undefined;
} {
  const { headers } = request;
  if (operation === 'live.bidiGenerateContentConstrained') {
    const name = query.get('access_token') ?? TOKEN.exec(headers.authorization ?? '')?.[1] ?? '';
    return { caller: { kind: 'apiKey' }, token: findToken(service.world, name) };
  }
  // Such a token is no key, though any other text is one here.
  if ((query.get('key') ?? headers['x-goog-api-key'] ?? '').includes('auth_tokens/')) {
    throw new StatusError(400, 'API key not valid. Please pass a valid API key.');
  }
  return { caller: service.credentials.check(headers, query, row, version), token: undefined };
}

const TOKEN = /^Token +(\S+)$/i;

/** How both sides end a session where nothing is wrong; the last is one whose client is gone without a word. */
const WELL: readonly number[] = [1000, 1001, 1005, 1006];

/** For the summary: the status of the handshake, or the code of an end that was not wanted. */
function statusOf({ code }: Closing): number {
  return WELL.includes(code) ? 101 : code;
}
