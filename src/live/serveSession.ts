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
import type { OpenSession } from '../emulator/liveSessions';
import { logged } from '../emulator/requestBody';
import type { StandIn, TalkEnd } from '../emulator/standIn';
import { StatusError } from '../emulator/status';
import type { SocketOpening } from '../emulator/upgrade';
import { Channel } from './channel';
import { type Closing, closingOf, EXPIRED } from './closing';
import { ContentSession, type Session } from './contentSession';
import { spoil } from './faults';
import { MusicSession } from './musicSession';
import { connectUpstream } from './upstreamSocket';

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

/** So many seconds before the end the client is told of it. */
const NOTICE = 60;
const SECOND = 1000;

/** How long a connection lasts, on the service's clock: the client is told some time before its end. */
class Lifetime implements OpenSession, Disposable {
  readonly #service: Pick<Service, 'world' | 'live'>;
  readonly #channel: Channel;
  readonly #gone = new AbortController();
  readonly #entry: Disposable;

  /** @param until when it ends at the latest, in milliseconds since 1970. */
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

  /** Runs when a time has come, unless the connection is gone before. */
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

/** A session that something stands in for: a recording, or an upstream. Turns that a rule answers are said here. */
class StoodSession implements Session {
  readonly #opening: SocketOpening;
  readonly #talk: TalkEnd;
  readonly #ruled: RuledTurns | undefined;

  constructor(opening: SocketOpening, channel: Channel, standIn: StandIn) {
    this.#opening = opening;
    const { service, operation, request, entry } = opening;
    this.#talk = standIn.converse({
      ...{ operation, target: request.url ?? '', headers: request.headers },
      base: baseOf(request, service),
      client: {
        say: (text) => channel.pass(text),
        close: (code, reason) => channel.close({ code, reason }),
      },
      connect: connectUpstream,
      answeredBy: (by, nearest) =>
        void Object.assign(entry, { answeredBy: by, ...(nearest && { nearest }) }),
    });
    const hasRules = service.world.answers.rules.length > 0;
    this.#ruled =
      hasRules && operation !== 'live.bidiGenerateMusic'
        ? new RuledTurns(opening, channel)
        : undefined;
  }

  receive(json: JsonValue, text: string): void {
    if (this.#ruled?.answers(json)) return;
    try {
      this.#talk.say(text);
    } catch (error) {
      // A recording that can't be read, or an option that is wrong.
      if (!(error instanceof AppError)) throw error;
      this.#opening.service.onError(error);
      throw new StatusError(400, error.message, { status: 'FAILED_PRECONDITION' });
    }
  }

  end({ code, reason }: Closing): void {
    this.#ruled?.end();
    this.#talk.close(code, reason);
  }
}

/** Listens to a session that somebody else answers, and speaks where a rule does. */
class RuledTurns {
  readonly #session: ContentSession;
  /** Whether a rule has answered what was asked last. */
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
        fallSilent: () => channel.fallSilent(),
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

  /** Whether a rule answers a message; else it is for whoever stands in. Throws `StatusError` where a rule makes it fail. */
  answers(json: JsonValue): boolean {
    this.#isAnswered = false;
    this.#hear(json);
    return this.#isAnswered;
  }

  end(): void {
    this.#session.end();
  }

  /** What is wrong with a message is for the other side to say, but for what a rule says. */
  #hear(json: JsonValue): void {
    try {
      this.#session.receive(json);
    } catch (error) {
      if (this.#isAnswered || !(error instanceof StatusError)) throw error;
    }
  }
}
