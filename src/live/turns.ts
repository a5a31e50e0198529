import { setImmediate } from 'node:timers/promises';
import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { type Clock, sleep } from '../base/clock';
import type { Reply, Speed } from '../emulator/call';
import type { Service } from '../emulator/exchange';
import { due } from '../emulator/http';
import { StatusError } from '../emulator/status';
import { type Answer, answerOf } from './answer';
import type { Outlet } from './channel';
import { BROKEN, closingOf } from './closing';
import { type Content, type History, joined } from './history';
import { mishap } from './mishap';
import { OpenCalls } from './openCalls';
import { keep } from './resumption';
import type { Prepared } from './setup';

type FunctionResponse = Message<'FunctionResponse'>;

/** What turns need of their session. */
interface TurnsContext {
  readonly service: Pick<Service, 'world' | 'clock' | 'onError'>;
  readonly channel: Outlet;
  readonly history: History;
  readonly speed: () => Speed;
  /** What the session is set up with now: a client may change that. */
  readonly prepared: () => Prepared;
  /** Asks the model to answer the conversation. Throws `StatusError`. */
  readonly ask: (contents: readonly Content[]) => Reply;
}

/** Whose turn it is: what the user and the functions say, and what the model answers to it. */
export class Turns {
  readonly #on: TurnsContext;
  readonly #calls = new OpenCalls();
  #playback: Playback | undefined;
  /** What was said while an answer was not to be interrupted, and whether it is to be answered. */
  #queued: Content[] = [];
  #isWanted = false;

  constructor(on: TurnsContext) {
    this.#on = on;
  }

  /** Whether an answer is being said. */
  get isAnswering(): boolean {
    return this.#playback !== undefined;
  }

  /** Adds turns that are not to be answered yet. */
  add(contents: readonly Content[]): void {
    if (this.#playback) this.#queued.push(...contents);
    else this.#on.history.add(...contents);
  }

  /** Has the conversation answered: at once, or when the answer is over that is being said. Throws `StatusError`. */
  answer(): void {
    if (this.#playback || this.#calls.isWaiting) {
      this.#isWanted = true;
      return;
    }
    const { history, channel, service, speed } = this.#on;
    const { setup, model, manner } = this.#on.prepared();
    this.#isWanted = false;
    if (setup.contextWindowCompression) history.compress(setup.contextWindowCompression, model);
    const answer = answerOf(this.#on.ask(history.contents), manner);
    const playback = new Playback();
    this.#playback = playback;
    playback
      .play(answer, channel, { clock: service.clock, speed: speed() })
      .then((isDone) => {
        if (isDone) this.#finish(answer, playback);
      })
      .catch((error: unknown) => this.#fail(error));
  }

  /** Cuts off the answer that is being said, and takes back calls that it waits for. */
  interrupt(): void {
    const { channel } = this.#on;
    const ids = this.#calls.cancel();
    if (ids.length > 0) this.#send({ toolCallCancellation: { ids } });
    const playback = this.#playback;
    if (!playback) return;
    playback.stop();
    this.#remember(playback);
    this.#send({ serverContent: { interrupted: true } });
    void channel.send({ serverContent: { turnComplete: true }, ...playback.usage });
  }

  /** Takes what functions gave back. Throws 400 for a call that there was not. */
  results(responses: readonly FunctionResponse[]): void {
    const { results, isComplete, scheduling } = this.#calls.take(responses);
    if (!isComplete || results.length === 0) return;
    if (scheduling === 'INTERRUPT') this.interrupt();
    const parts = results.map((functionResponse) => ({ functionResponse }));
    this.add([{ role: 'user', parts }]);
    if (scheduling !== 'SILENT') this.answer();
  }

  /** Says nothing more: the connection is gone. */
  end(): void {
    this.#playback?.stop();
    this.#playback = undefined;
  }

  /** Tells the client of a handle by which it can go on from here, where it asked for that. */
  tellHandle(): void {
    const { history, service, prepared } = this.#on;
    if (!prepared().setup.sessionResumption) return;
    const update = this.#calls.isWaiting
      ? { resumable: false }
      : { newHandle: keep(service.world, history.contents), resumable: true };
    this.#send({ sessionResumptionUpdate: update });
  }

  #finish(answer: Answer, playback: Playback): void {
    const { channel } = this.#on;
    const { calls, accident, reason } = answer;
    this.#remember(playback);
    if (accident) {
      mishap(accident, channel);
      return;
    }
    if (answer.isWhole) return;
    if (calls.length > 0) {
      this.#calls.open(calls, this.#on.prepared());
      this.#send({
        toolCall: { functionCalls: calls as readonly JsonObject[] },
        ...playback.usage,
      });
    }
    if (!this.#calls.isWaiting) {
      this.#send({ serverContent: { generationComplete: true } });
      const why = reason === undefined ? {} : { turnCompleteReason: reason };
      this.#send({ serverContent: { turnComplete: true, ...why }, ...playback.usage });
    }
    this.tellHandle();
    if (this.#isWanted) this.answer();
  }

  /** Adds what was said of an answer to the conversation, and then what came meanwhile. */
  #remember(playback: Playback): void {
    const parts = joined(playback.said);
    this.#playback = undefined;
    const { history } = this.#on;
    if (parts.length > 0) history.add({ role: 'model', parts: [...parts] });
    history.add(...this.#queued.splice(0));
  }

  #send(message: JsonObject): void {
    void this.#on.channel.send(message);
  }

  #fail(error: unknown): void {
    this.end();
    if (!(error instanceof StatusError)) this.#on.service.onError(error);
    this.#on.channel.close(error instanceof StatusError ? closingOf(error) : BROKEN);
  }
}

/** After so many pieces without a wait, others have their turn: an answer may have ten thousand. */
const PIECES_AT_ONCE = 64;

/** An answer while it is being said. */
class Playback {
  readonly #gone = new AbortController();
  readonly #said: Message<'Part'>[] = [];
  #usage: JsonObject | undefined;

  /** What was said so far, for the conversation to remember. */
  get said(): readonly Message<'Part'>[] {
    return this.#said;
  }

  /** The counts of what was said so far. */
  get usage(): JsonObject {
    return this.#usage ? { usageMetadata: this.#usage } : {};
  }

  /** Says nothing more. */
  stop(): void {
    this.#gone.abort();
  }

  /**
   * Says an answer at its pace, each piece when those before it were made.
   * @returns whether it came to its end: false where it was stopped.
   */
  async play(
    { pieces, speed: own }: Answer,
    channel: Outlet,
    { clock, speed: given }: { readonly clock: Clock; readonly speed: Speed },
  ): Promise<boolean> {
    const speed = own ?? given;
    const { signal } = this.#gone;
    const start = clock.monotonic();
    let tokens = 0;
    let waits = 0;
    for (const [at, piece] of pieces.entries()) {
      tokens += piece.unseen + piece.tokens;
      waits += piece.after;
      // As in a stream: what costs no tokens comes at once.
      const after = waits + (tokens === 0 ? 0 : due(tokens - piece.tokens, speed));
      const left = start + after - clock.monotonic();
      if (left > 0) await sleep(clock, left, signal).catch(() => undefined);
      else if (at % PIECES_AT_ONCE === PIECES_AT_ONCE - 1) await setImmediate();
      for (const message of piece.messages) {
        if (signal.aborted) return false;
        await channel.send(message);
      }
      if (signal.aborted) return false;
      if (piece.part) this.#said.push(piece.part);
      this.#usage = piece.usage ?? this.#usage;
    }
    return true;
  }
}
