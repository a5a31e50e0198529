import type { JsonValue } from '../api/schema/row';
import { AppError } from '../base/errors';
import { baseOf } from '../emulator/http';
import type { StandIn, TalkEnd } from '../emulator/standIn';
import { StatusError } from '../emulator/status';
import type { SocketOpening } from '../emulator/upgrade';
import type { Channel } from './channel';
import type { Closing } from './closing';
import { ContentSession, type Session } from './contentSession';
import { connectUpstream } from './upstreamSocket';

/** A session that something stands in for: a recording, or an upstream. Turns that a rule answers are said here. */
export class StoodSession implements Session {
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
