import { setImmediate } from 'node:timers/promises';
import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { type Clock, sleep } from '../base/clock';
import type { Reply, Speed } from '../emulator/call';
import type { Service } from '../emulator/exchange';
import { due } from '../emulator/http';
import { StatusError } from '../emulator/status';
import { type FunctionCall, type LiveResponse, toLiveResponse } from './liveResponse';
import { INTERNAL_ERROR, type MessageSink, toCloseReason } from './channel';
import { type Content, type History, joined, saveSession } from './history';
import { applyFault } from './faults';
import type { PreparedSession } from './setup';

type FunctionResponse = Message<'FunctionResponse'>;

interface TurnsContext {
  readonly service: Pick<Service, 'world' | 'clock' | 'onError'>;
  readonly channel: MessageSink;
  readonly history: History;
  readonly speed: () => Speed;
  readonly prepared: () => PreparedSession;
  readonly ask: (contents: readonly Content[]) => Reply;
}

/** Manages turns: input of the user and of functions, and the model's responses. */
export class Turns {
  readonly #on: TurnsContext;
  readonly #calls = new PendingCalls();
  #playback: Playback | undefined;
  #queued: Content[] = [];
  #isWanted = false;

  constructor(on: TurnsContext) {
    this.#on = on;
  }

  get isAnswering(): boolean {
    return this.#playback !== undefined;
  }

  add(contents: readonly Content[]): void {
    if (this.#playback) this.#queued.push(...contents);
    else this.#on.history.add(...contents);
  }

  /** Generates a response, now or after the current one. Throws `StatusError`. */
  answer(): void {
    if (this.#playback || this.#calls.isWaiting) {
      this.#isWanted = true;
      return;
    }
    const { history, channel, service, speed } = this.#on;
    const { setup, model, manner } = this.#on.prepared();
    this.#isWanted = false;
    if (setup.contextWindowCompression) history.compress(setup.contextWindowCompression, model);
    const answer = toLiveResponse(this.#on.ask(history.contents), manner);
    const playback = new Playback();
    this.#playback = playback;
    playback
      .play(answer, channel, { clock: service.clock, speed: speed() })
      .then((isDone) => {
        if (isDone) this.#finish(answer, playback);
      })
      .catch((error: unknown) => this.#fail(error));
  }

  /** Interrupts the current response and cancels the function calls that the response waits for. */
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

  /** Takes function results. Throws 400 for an unknown call. */
  results(responses: readonly FunctionResponse[]): void {
    const { results, isComplete, scheduling } = this.#calls.take(responses);
    if (!isComplete || results.length === 0) return;
    if (scheduling === 'INTERRUPT') this.interrupt();
    const parts = results.map((functionResponse) => ({ functionResponse }));
    this.add([{ role: 'user', parts }]);
    if (scheduling !== 'SILENT') this.answer();
  }

  end(): void {
    this.#playback?.stop();
    this.#playback = undefined;
  }

  /** Sends a resumption handle if the client requested one. */
  tellHandle(): void {
    const { history, service, prepared } = this.#on;
    if (!prepared().setup.sessionResumption) return;
    const update = this.#calls.isWaiting
      ? { resumable: false }
      : { newHandle: saveSession(service.world, history.contents), resumable: true };
    this.#send({ sessionResumptionUpdate: update });
  }

  #finish(answer: LiveResponse, playback: Playback): void {
    const { channel } = this.#on;
    const { calls, accident, reason } = answer;
    this.#remember(playback);
    if (accident) {
      applyFault(accident, channel);
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

  /** Adds the sent part of a response to the conversation, then the queued turns. */
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
    this.#on.channel.close(error instanceof StatusError ? toCloseReason(error) : INTERNAL_ERROR);
  }
}

/** Number of pieces to send before yielding to the event loop: a response may have 10,000. */
const PIECES_AT_ONCE = 64;

class Playback {
  readonly #gone = new AbortController();
  readonly #said: Message<'Part'>[] = [];
  #usage: JsonObject | undefined;

  get said(): readonly Message<'Part'>[] {
    return this.#said;
  }

  get usage(): JsonObject {
    return this.#usage ? { usageMetadata: this.#usage } : {};
  }

  stop(): void {
    this.#gone.abort();
  }

  /**
   * Sends a response at its pace.
   * @returns whether the response completed; false if stopped.
   */
  async play(
    { pieces, speed: own }: LiveResponse,
    channel: MessageSink,
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
      // Pieces without tokens are sent immediately, as in streams.
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

interface OpenCall {
  readonly name: string;
  readonly isBlocking: boolean;
}

interface ArrivedResults {
  readonly results: readonly FunctionResponse[];
  /** Whether the model has all results that it waits for. */
  readonly isComplete: boolean;
  readonly scheduling: 'INTERRUPT' | 'WHEN_IDLE' | 'SILENT';
}

/** Models whose functions are non-blocking by default: Gemini 3.8 and later. */
const NON_BLOCKING = /^models\/gemini-(3\.[89]|3\.\d\d|[4-9])\b.*live/;

class PendingCalls {
  readonly #open = new Map<string, OpenCall>();
  readonly #cancelled = new Set<string>();
  #came: FunctionResponse[] = [];

  get isWaiting(): boolean {
    return [...this.#open.values()].some(({ isBlocking }) => isBlocking);
  }

  open(calls: readonly FunctionCall[], { setup, model }: PreparedSession): void {
    const declared = (setup.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []);
    for (const { id = '', name = '' } of calls) {
      const { behavior } = declared.find((one) => one.name === name) ?? {};
      const isBlocking =
        behavior === 'BLOCKING' ||
        (behavior !== 'NON_BLOCKING' && !NON_BLOCKING.test(model.model.name));
      this.#open.set(id, { name, isBlocking });
    }
  }

  /**
   * Cancels the calls that the model waits for.
   * @returns the IDs of the canceled calls.
   */
  cancel(): readonly string[] {
    const ids = [...this.#open].flatMap(([id, { isBlocking }]) => (isBlocking ? [id] : []));
    for (const id of ids) {
      this.#open.delete(id);
      this.#cancelled.add(id);
    }
    this.#came = [];
    return ids;
  }

  /** Takes results and ignores those of canceled calls. Throws 400 for an unknown call. */
  take(responses: readonly FunctionResponse[]): ArrivedResults {
    const results: FunctionResponse[] = [];
    let scheduling: ArrivedResults['scheduling'] = 'SILENT';
    for (const response of responses) {
      const id = this.#idOf(response);
      const call = this.#open.get(id);
      if (!call && this.#cancelled.has(id)) continue;
      if (!call) throw unknownCall(response);
      if (call.isBlocking || response.willContinue !== true) this.#open.delete(id);
      results.push({ ...response, id, name: call.name });
      const wanted = call.isBlocking ? 'WHEN_IDLE' : (response.scheduling ?? 'WHEN_IDLE');
      if (wanted === 'INTERRUPT' || (wanted !== 'SILENT' && scheduling === 'SILENT')) {
        scheduling = wanted === 'INTERRUPT' ? 'INTERRUPT' : 'WHEN_IDLE';
      }
    }
    this.#came.push(...results);
    if (this.isWaiting) return { results: [], isComplete: false, scheduling };
    return { results: this.#came.splice(0), isComplete: true, scheduling };
  }

  /** Without an ID, the name must match exactly one open call. */
  #idOf({ id = '', name }: FunctionResponse): string {
    if (id !== '') return id;
    const named = [...this.#open].filter(([, call]) => call.name === name);
    return named.length === 1 ? (named[0]?.[0] ?? '') : '';
  }
}

function unknownCall({ id = '', name = '' }: FunctionResponse): StatusError {
  const which = id === '' ? `the function ${name}` : `the id ${id}`;
  return new StatusError(400, `No function call with ${which} is waiting for a response.`);
}
