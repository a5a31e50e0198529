import type { WebSocket } from 'ws';
import type { JsonValue } from '../api/schema/row';
import { sleep } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { AppError } from '../base/errors';
import { findToken, type OpenToken } from '../emulator/authTokens';
import type { Caller } from '../emulator/caller';
import type { Service } from '../emulator/exchange';
import type { Fault } from '../emulator/faultInjection';
import { baseOf } from '../emulator/http';
import type { OpenSession } from '../emulator/openRequests';
import { logged } from '../emulator/respondFromSource';
import { type ResponseSource, toSourceError, type WebSocketPeer } from '../emulator/responseSource';
import { StatusError } from '../emulator/status';
import type { SocketOpening } from '../emulator/upgrade';
import { Channel, type CloseReason, EXPIRED, connectUpstream, toCloseReason } from './channel';
import { ContentSession, type Session } from './contentSession';
import { injectSessionFault } from './faults';
import { MusicSession } from './musicSession';

/** Serves a WebSocket session until it closes, and completes its log entry. */
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
      service.followers.send(entry);
    },
    broken: service.onError,
  });
  try {
    const standIn = activeSource(opening);
    const { caller, token } = standIn ? UPSTREAM_CALLER : admit(opening);
    if (fault && injectSessionFault(channel, fault, opening)) return;
    if (standIn) {
      session = new ProxiedSession(opening, channel, standIn);
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
    channel.close(toCloseReason(error));
    return;
  }
  const delay = fault?.delivery?.delay ?? 0;
  if (delay === 0) return;
  socket.pause();
  void sleep(service.clock, delay).then(() => socket.resume());
}

/**
 * Returns the source of a session's responses. Throws if a real-looking credential would be used
 * locally.
 */
function activeSource({ service, query, request }: SocketOpening): ResponseSource | undefined {
  const { standIn } = service;
  if (!standIn?.isOn) return undefined;
  if (!standIn.relays) service.credentials.rejectLive(request.headers, query);
  return standIn;
}

/** Used for upstream sessions, which the upstream authenticates. */
const UPSTREAM_CALLER = { caller: { kind: 'apiKey' }, token: undefined } as const;

/** Authenticates the caller. Throws `StatusError` if the API would reject the session. */
function admit({ service, operation, row, version, query, request }: SocketOpening): {
  readonly caller: Caller;
  readonly token: OpenToken | undefined;
} {
  const { headers } = request;
  if (operation === 'live.bidiGenerateContentConstrained') {
    const name = query.get('access_token') ?? TOKEN.exec(headers.authorization ?? '')?.[1] ?? '';
    return { caller: { kind: 'apiKey' }, token: findToken(service.world, name) };
  }
  // The emulator accepts any text as API key, except an ephemeral token.
  if ((query.get('key') ?? headers['x-goog-api-key'] ?? '').includes('auth_tokens/')) {
    throw new StatusError(400, 'API key not valid. Please pass a valid API key.');
  }
  return { caller: service.credentials.check(headers, query, row, version), token: undefined };
}

const TOKEN = /^Token +(\S+)$/i;

/** Close codes of a normal end. 1006: the client disconnected without a close frame. */
const NORMAL_CLOSE_CODES: readonly number[] = [1000, 1001, 1005, 1006];

/** Returns the status for the summary: that of the handshake, or an abnormal close code. */
function statusOf({ code }: CloseReason): number {
  return NORMAL_CLOSE_CODES.includes(code) ? 101 : code;
}

/** Seconds between the `goAway` message and the end of the connection. */
const NOTICE = 60;
const SECOND = 1000;

/** Limits the duration of a connection and sends `goAway` before the end. */
class Lifetime implements OpenSession, Disposable {
  readonly #service: Pick<Service, 'world' | 'live'>;
  readonly #channel: Channel;
  readonly #gone = new AbortController();
  readonly #entry: Disposable;

  /** @param until latest end, in ms since 1970. */
  constructor(service: Pick<Service, 'world' | 'live'>, channel: Channel, until = Infinity) {
    this.#service = service;
    this.#channel = channel;
    this.#entry = service.live.add(this);
    const { connectionSeconds } = service.live;
    const now = service.world.time.now();
    const end = Math.min(now + connectionSeconds * SECOND, until);
    const notice = Math.min(NOTICE, Math.floor((end - now) / SECOND / 2));
    this.#at(end - notice * SECOND, () => this.goAway(notice));
  }

  goAway(seconds: number): void {
    void this.#channel.send({ goAway: { timeLeft: `${seconds}s` } });
    this.#at(this.#service.world.time.now() + seconds * SECOND, () => this.#channel.close(EXPIRED));
  }

  dispose(): void {
    this.#gone.abort();
    this.#entry.dispose();
  }

  #at(time: number, run: () => void): void {
    void this.#wait(time).then((isTime) => {
      if (isTime) run();
    });
  }

  async #wait(time: number): Promise<boolean> {
    const { signal } = this.#gone;
    const clock = this.#service.world.time;
    while (!signal.aborted && clock.now() < time) {
      await clock.until(time, signal).catch(() => undefined);
    }
    return !signal.aborted;
  }
}

/** A session served by a recording or an upstream. Turns that match a mock are served here. */
class ProxiedSession implements Session {
  readonly #opening: SocketOpening;
  readonly #talk: WebSocketPeer;
  readonly #ruled: MockedTurns | undefined;

  constructor(opening: SocketOpening, channel: Channel, standIn: ResponseSource) {
    this.#opening = opening;
    const { service, operation, request, entry } = opening;
    this.#talk = standIn.openWebSocket({
      operation,
      target: request.url ?? '',
      headers: request.headers,
      base: baseOf(request, service),
      client: {
        send: (text) => channel.pass(text),
        close: (code, reason) => channel.close({ code, reason }),
      },
      connect: connectUpstream,
      answeredBy: (by, nearest) =>
        void Object.assign(entry, { answeredBy: by, ...(nearest && { nearest }) }),
    });
    const hasRules = service.world.answers.rules.length > 0;
    this.#ruled =
      hasRules && operation !== 'live.bidiGenerateMusic'
        ? new MockedTurns(opening, channel)
        : undefined;
  }

  receive(json: JsonValue, text: string): void {
    if (this.#ruled?.answers(json)) return;
    try {
      this.#talk.send(text);
    } catch (error) {
      // Thrown for an unreadable recording or an invalid option.
      if (!(error instanceof AppError)) throw error;
      this.#opening.service.onError(error);
      throw toSourceError(error);
    }
  }

  end({ code, reason }: CloseReason): void {
    this.#ruled?.end();
    this.#talk.close(code, reason);
  }
}

/** Follows a proxied session and responds if a mock matches. */
class MockedTurns {
  readonly #session: ContentSession;
  #isSpeaking = false;
  #isAnswered = false;

  constructor(opening: SocketOpening, channel: Channel) {
    const { service } = opening;
    this.#session = new ContentSession({
      opening,
      channel: {
        send: async (message) => {
          if (!this.#isSpeaking || message.sessionResumptionUpdate !== undefined) return;
          await channel.send(message);
        },
        sendRaw: (text) => channel.sendRaw(text),
        mute: () => channel.mute(),
        reset: () => channel.reset(),
        close: (closing) => {
          if (this.#isSpeaking) channel.close(closing);
        },
      },
      caller: { kind: 'apiKey' },
      token: undefined,
      speed: () => service.speed(),
      goAway: () => undefined,
      ruled: (isRuled) => {
        this.#isSpeaking = isRuled;
        this.#isAnswered = isRuled;
      },
    });
  }

  /** Whether a mock responds to a message. Throws `StatusError` if the mock is an error. */
  answers(json: JsonValue): boolean {
    this.#isAnswered = false;
    this.#hear(json);
    return this.#isAnswered;
  }

  end(): void {
    this.#session.end();
  }

  /** Ignores errors that don't come from a mock: the upstream or recording reports invalid messages. */
  #hear(json: JsonValue): void {
    try {
      this.#session.receive(json);
    } catch (error) {
      if (this.#isAnswered || !(error instanceof StatusError)) throw error;
    }
  }
}
