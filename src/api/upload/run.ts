import type { Clock } from '../../base/clock';
import { AppError, CancelledError } from '../../base/errors';
import { waitPolicies } from '../../base/waitPolicies';
import { readError } from '../body';
import type { OperationId } from '../operations';
import type { PlainRequest } from '../request';
import { type Failure, isFailure } from '../retry/retryPolicy';
import type { JsonObject } from '../schema/row';
import type { SendOptions, Transport, WireAnswer } from '../transport';
import type { Version } from '../versions';
import {
  cancelledElsewhere,
  commandRequest,
  countIn,
  ignoreBody,
  isAboutAccess,
  noAddress,
  resultIn,
  sessionLost,
  sessionTarget,
  startRequest,
  stateOf,
  unclear,
  verdictOf,
} from './protocol';
import { UploadRetryLoop } from './retryLoop';
import { ProgressMeter, SourceReader } from './sourceReader';
import type { UploadContent, UploadOptions, UploadSession } from './upload';

interface UploadDeps {
  readonly transport: Transport;
  /** What it belongs to, and the request that begins it. */
  readonly operation: OperationId;
  readonly start: PlainRequest;
  readonly clock: Clock;
  /** Gives 0 to 1, 1 excluded. */
  readonly random: () => number;
  /** Aborts when the client is closed. */
  readonly closing: AbortSignal;
}

/**
 * Uploads what an operation takes, and gives its last answer. Throws what `Client.upload` does.
 * @param input the operation's parameters, and the content.
 */
export async function startUpload(
  { version, ...deps }: Omit<UploadDeps, 'operation' | 'start'> & { readonly version: Version },
  id: OperationId,
  { source, mimeType, session, ...parameters }: UploadContent & { readonly body?: JsonObject },
  options: UploadOptions,
): Promise<JsonObject> {
  const start = startRequest({ id, version, parameters }, { source, mimeType });
  const content = { source, ...(session && { session }) };
  return await new UploadRun({ ...deps, operation: id, start }, content, options).run();
}

// Bytes, where the service names none: what it has named whenever somebody looked.
const GRANULARITY = 8 * 1024 * 1024;
const MOST_RESTARTS = 2;
// Refusals in a row that a query does not explain, and requests broken off, before the next step is taken.
const MOST_REFUSALS = 3;
const MOST_BREAKS = 2;
// Milliseconds that a user who has cancelled waits at most for the service to hear of it.
const CANCEL_TIMEOUT = 5000;

/**
 * One upload, from the beginning or from where an earlier one ended. The bytes go out in one request; after
 * whatever goes wrong, the service is asked how many it has, and nothing is sent before it has said so.
 */
class UploadRun {
  readonly #deps: UploadDeps;
  readonly #input: Pick<UploadContent, 'source' | 'session'>;
  readonly #options: UploadOptions;
  readonly #signal: AbortSignal;
  readonly #retries: UploadRetryLoop;
  readonly #meter: ProgressMeter;
  readonly #reader: SourceReader;
  #session: { readonly target: string; readonly granularity: number } | undefined;
  /** Bytes that the service has, and whether that is known. */
  #confirmed = 0;
  #isCertain = false;
  /** The most that this session ever had: only more than that is progress. */
  #best = -1;
  #wasReached: boolean;
  /** Its end was asked for, or may have been by who had the session before: it may be done, whatever comes. */
  #mayBeMade: boolean;
  #restarts = 0;
  #breaks = 0;
  #refusals = 0;
  #isRefused = false;
  #renewals = 0;
  /** Bytes of one request; undefined where one carries all. */
  #pieceBytes: number | undefined;

  constructor(
    deps: UploadDeps,
    input: Pick<UploadContent, 'source' | 'session'>,
    options: UploadOptions,
  ) {
    const { clock, random, closing, operation } = deps;
    const { signal, onRetry, maxAttempts = waitPolicies.upload.limit } = options;
    this.#deps = deps;
    this.#input = input;
    this.#options = options;
    this.#signal = signal ? AbortSignal.any([signal, closing]) : closing;
    const most = Math.max(1, maxAttempts);
    this.#retries = new UploadRetryLoop({
      clock,
      random,
      maxAttempts: most,
      signal: this.#signal,
      operation,
      onRetry,
    });
    this.#meter = new ProgressMeter(clock, options.onProgress);
    this.#reader = new SourceReader(input.source);
    this.#wasReached = input.session !== undefined;
    this.#mayBeMade = input.session !== undefined;
  }

  /** Throws what `Client.upload` does. */
  async run(): Promise<JsonObject> {
    try {
      const { session } = this.#input;
      if (session) this.#take(session, this.#deps.transport.endpoint);
      return await this.#untilDone();
    } catch (error) {
      const isUnwanted = this.#options.signal?.aborted === true && this.#options.onAbort !== 'keep';
      if (isUnwanted || this.#reader.failure !== undefined) await this.#cancel();
      throw this.#reader.failure ?? error;
    }
  }

  async #untilDone(): Promise<JsonObject> {
    for (;;) {
      if (this.#signal.aborted) throw new CancelledError(this.#signal.reason);
      const result = await this.#step();
      if (!result) continue;
      this.#meter.end(this.#input.source.size);
      return result;
    }
  }

  #step(): Promise<JsonObject | undefined> {
    if (!this.#session) return this.#attempt(() => this.#begin());
    const { target, granularity } = this.#session;
    return this.#attempt(
      this.#isCertain ? () => this.#sendPiece(target, granularity) : () => this.#ask(target),
    );
  }

  /** One request and what becomes of it; what may pass is waited for, the rest is thrown. */
  async #attempt(work: () => Promise<JsonObject | undefined>): Promise<JsonObject | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!isFailure(error) || this.#isRefused || this.#reader.failure) throw error;
      if (verdictOf(error, this.#wasReached) !== 'passes') throw error;
      await this.#retries.wait(error);
      return undefined;
    }
  }

  async #begin(): Promise<undefined> {
    const { start, transport } = this.#deps;
    const answer = await this.#send(start);
    const { ok, status } = stateOf(answer);
    if (!ok) throw await this.#errorOf(answer);
    await ignoreBody(answer);
    const url = answer.headers['x-goog-upload-url']?.trim() ?? '';
    if (status !== 'active' || url === '') throw noAddress();
    const named = countIn(answer, 'x-goog-upload-chunk-granularity') ?? 0;
    const session = { url, granularity: named > 0 ? named : GRANULARITY };
    this.#take(session, transport.endpoint, answer.redact);
    this.#mayBeMade = false;
    this.#confirm(0);
    await this.#options.onSession?.(session);
  }

  #take(
    { url, granularity }: UploadSession,
    endpoint: URL | undefined,
    clean?: WireAnswer['redact'],
  ): void {
    this.#session = { target: sessionTarget(url, endpoint, clean), granularity };
    this.#isCertain = false;
    this.#best = -1;
    const { chunkBytes } = this.#options;
    if (chunkBytes === undefined) return;
    this.#pieceBytes = Math.max(1, Math.round(chunkBytes / granularity)) * granularity;
  }

  async #sendPiece(target: string, granularity: number): Promise<JsonObject | undefined> {
    const offset = this.#confirmed;
    const left = this.#input.source.size - offset;
    const length = Math.min(left, this.#pieceBytes ?? left);
    const isLast = length === left;
    // Nothing is certain any more until the answer is there.
    this.#isCertain = false;
    let answer: WireAnswer;
    try {
      await this.#reader.left(this.#signal);
      if (isLast) this.#mayBeMade = true;
      answer = await this.#send(this.#pieceRequest(target, offset, length, isLast));
    } catch (error) {
      this.#noteBreak(length, granularity);
      throw error;
    }
    const { status, ok, received } = stateOf(answer);
    if (status === 'final') return ok ? await resultIn(answer) : this.#refuse(answer);
    if (status === 'cancelled') throw await cancelledElsewhere(answer);
    if (ok) {
      await ignoreBody(answer);
      if (status === 'unknown' || isLast) throw unclear();
      // Taken, and yet no more there, or more than ever was sent: another look, and a limit to that.
      const there = received ?? offset + length;
      if (there <= offset || there > offset + length) throw unclear();
      this.#confirm(there);
    } else {
      await this.#onFailedPiece(answer, length, granularity);
    }
    return undefined;
  }

  #pieceRequest(target: string, offset: number, length: number, isLast: boolean): PlainRequest {
    const { start } = this.#deps;
    // What was sent whole, though its answer was lost, only has to be finished.
    if (length === 0 && offset > 0) return commandRequest('finalize', target, start);
    const content = this.#reader.content(offset, length, (bytes) => this.#meter.took(bytes));
    const command = isLast ? 'upload, finalize' : 'upload';
    return commandRequest(command, target, start, { offset, content });
  }

  /** What to do about an error in answer to bytes; in most cases the service is asked next. */
  async #onFailedPiece(answer: WireAnswer, length: number, granularity: number): Promise<void> {
    const error = await this.#errorOf(answer);
    if (answer.renewed && this.#renewals === 0) {
      this.#renewals += 1;
      return;
    }
    const verdict = verdictOf(error, true);
    if (verdict === 'tooLarge' && length > granularity) {
      this.#pieceBytes = granularity;
      return;
    }
    if (verdict === 'passes') {
      this.#noteBreak(length, granularity);
      throw error;
    }
    if (verdict !== 'disagrees' || ++this.#refusals >= MOST_REFUSALS) throw error;
    await this.#retries.wait(error);
  }

  /** A proxy that takes only so much in one request breaks the same one off again and again. */
  #noteBreak(length: number, granularity: number): void {
    if (length <= granularity) return;
    this.#breaks += 1;
    if (this.#breaks >= MOST_BREAKS) this.#pieceBytes = granularity;
  }

  /** Asks how many bytes the service has. */
  async #ask(target: string): Promise<JsonObject | undefined> {
    const answer = await this.#send(commandRequest('query', target, this.#deps.start));
    const { status, ok, received } = stateOf(answer);
    if (status === 'final') return ok ? await resultIn(answer) : this.#refuse(answer);
    if (ok) {
      if (status === 'cancelled') throw await cancelledElsewhere(answer);
      await ignoreBody(answer);
      if (status === 'unknown' || received === undefined) throw unclear();
      if (received > this.#input.source.size) return await this.#beginAnew();
      this.#confirm(received);
      return undefined;
    }
    const error = await this.#errorOf(answer);
    if (verdictOf(error, true) === 'passes' || isAboutAccess(error)) throw error;
    return await this.#beginAnew(error);
  }

  /** The service knows this upload no more: because it has lost it, or because it was done and is forgotten. */
  async #beginAnew(cause?: Failure): Promise<JsonObject | undefined> {
    const made = this.#mayBeMade ? await this.#options.findMade?.() : undefined;
    if (made) return made;
    this.#session = undefined;
    this.#restarts += 1;
    if (this.#restarts > MOST_RESTARTS) throw sessionLost(this.#restarts, cause);
    this.#retries.restore();
    return undefined;
  }

  #confirm(bytes: number): void {
    this.#confirmed = bytes;
    this.#isCertain = true;
    this.#meter.confirm(bytes);
    if (bytes <= this.#best) return;
    this.#best = bytes;
    this.#retries.restore();
    this.#breaks = 0;
    this.#refusals = 0;
    this.#renewals = 0;
  }

  /** The upload is over, and there is no file. */
  async #refuse(answer: WireAnswer): Promise<never> {
    this.#isRefused = true;
    throw await this.#errorOf(answer);
  }

  async #send(request: PlainRequest, options: SendOptions = {}): Promise<WireAnswer> {
    const answer = await this.#deps.transport.send(request, { signal: this.#signal, ...options });
    this.#wasReached = true;
    return answer;
  }

  #errorOf(answer: WireAnswer): Promise<Failure> {
    return readError(answer, this.#deps.clock.now());
  }

  /** Tells the service that nothing more comes. Nobody can do anything about it where that fails. */
  async #cancel(): Promise<void> {
    if (!this.#session) return;
    const { transport, start } = this.#deps;
    const request = commandRequest('cancel', this.#session.target, start);
    try {
      await ignoreBody(await transport.send(request, { timeoutMs: CANCEL_TIMEOUT }));
    } catch (error) {
      if (!(error instanceof AppError) && !CancelledError.is(error)) throw error;
    }
  }
}
