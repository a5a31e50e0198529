import type { Clock } from '../../base/clock';
import { AppError, CancelledError } from '../../base/errors';
import { waitPolicies } from '../../base/waitPolicies';
import { readError } from '../body';
import type { OperationId } from '../operations';
import type { PlainRequest } from '../request';
import { type Failure, isFailure } from '../retryPolicy';
import type { JsonObject } from '../schema/row';
import type { SendOptions, Transport, WireResponse } from '../transport';
import type { Version } from '../versions';
import {
  UploadRetryLoop,
  cancelledElsewhere,
  classifyUploadError,
  commandRequest,
  ignoreBody,
  isAccessError,
  missingUploadUrl,
  parseByteCount,
  parseResult,
  sessionLost,
  sessionTarget,
  startRequest,
  stateOf,
  unclearResponse,
} from './protocol';
import {
  ProgressMeter,
  SourceReader,
  type UploadContent,
  type UploadOptions,
  type UploadSession,
} from './upload';

interface UploadDeps {
  readonly transport: Transport;
  readonly operation: OperationId;
  readonly start: PlainRequest;
  readonly clock: Clock;
  readonly random: () => number;
  readonly closing: AbortSignal;
}

/**
 * Uploads content and returns the final response. Throws like `Client.upload`.
 * @param input parameters and content
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

// In bytes, if the API names none: the value observed on the live API.
const GRANULARITY = 8 * 1024 * 1024;
const MAX_RESTARTS = 2;
const MAX_REFUSALS = 3;
const MAX_BROKEN_REQUESTS = 2;
// Maximum wait in ms for the server to acknowledge a cancellation.
const CANCEL_TIMEOUT = 5000;

/**
 * A new or resumed upload, sent in one request. After any failure, the server's offset is queried before sending
 * more.
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
  /** Bytes received by the server, if certain. */
  #confirmed = 0;
  #isCertain = false;
  /** Highest offset of this session; only a higher offset counts as progress. */
  #best = -1;
  #wasReached: boolean;
  /** Whether finalization was requested, possibly by an earlier client, so that the upload may be complete. */
  #mayBeMade: boolean;
  #restarts = 0;
  #breaks = 0;
  #refusals = 0;
  #isRefused = false;
  #renewals = 0;
  /** Maximum bytes per request. Undefined to send everything in one request. */
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

  async #attempt(work: () => Promise<JsonObject | undefined>): Promise<JsonObject | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!isFailure(error) || this.#isRefused || this.#reader.failure) throw error;
      if (classifyUploadError(error, this.#wasReached) !== 'passes') throw error;
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
    if (status !== 'active' || url === '') throw missingUploadUrl();
    const named = parseByteCount(answer, 'x-goog-upload-chunk-granularity') ?? 0;
    const session = { url, granularity: named > 0 ? named : GRANULARITY };
    this.#take(session, transport.endpoint, answer.redact);
    this.#mayBeMade = false;
    this.#confirm(0);
    await this.#options.onSession?.(session);
  }

  #take(
    { url, granularity }: UploadSession,
    endpoint: URL | undefined,
    clean?: WireResponse['redact'],
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
    // Unknown until the response arrives.
    this.#isCertain = false;
    let answer: WireResponse;
    try {
      await this.#reader.left(this.#signal);
      if (isLast) this.#mayBeMade = true;
      answer = await this.#send(this.#pieceRequest(target, offset, length, isLast));
    } catch (error) {
      this.#noteBreak(length, granularity);
      throw error;
    }
    const { status, ok, received } = stateOf(answer);
    if (status === 'final') return ok ? await parseResult(answer) : this.#refuse(answer);
    if (status === 'cancelled') throw await cancelledElsewhere(answer);
    if (ok) {
      await ignoreBody(answer);
      if (status === 'unknown' || isLast) throw unclearResponse();
      // No progress, or more bytes than were sent: query again, with a limit.
      const there = received ?? offset + length;
      if (there <= offset || there > offset + length) throw unclearResponse();
      this.#confirm(there);
    } else {
      await this.#onFailedPiece(answer, length, granularity);
    }
    return undefined;
  }

  #pieceRequest(target: string, offset: number, length: number, isLast: boolean): PlainRequest {
    const { start } = this.#deps;
    // All bytes were sent but the response was lost, so only finalize.
    if (length === 0 && offset > 0) return commandRequest('finalize', target, start);
    const content = this.#reader.content(offset, length, (bytes) => this.#meter.took(bytes));
    const command = isLast ? 'upload, finalize' : 'upload';
    return commandRequest(command, target, start, { offset, content });
  }

  /** Handles an error response to bytes; usually queries the offset next. */
  async #onFailedPiece(answer: WireResponse, length: number, granularity: number): Promise<void> {
    const error = await this.#errorOf(answer);
    if (answer.renewed && this.#renewals === 0) {
      this.#renewals += 1;
      return;
    }
    const verdict = classifyUploadError(error, true);
    if (verdict === 'tooLarge' && length > granularity) {
      this.#pieceBytes = granularity;
      return;
    }
    if (verdict === 'passes') {
      this.#noteBreak(length, granularity);
      throw error;
    }
    if (verdict !== 'disagrees' || ++this.#refusals >= MAX_REFUSALS) throw error;
    await this.#retries.wait(error);
  }

  /** Falls back to small requests if large ones keep breaking, such as at a proxy's size limit. */
  #noteBreak(length: number, granularity: number): void {
    if (length <= granularity) return;
    this.#breaks += 1;
    if (this.#breaks >= MAX_BROKEN_REQUESTS) this.#pieceBytes = granularity;
  }

  async #ask(target: string): Promise<JsonObject | undefined> {
    const answer = await this.#send(commandRequest('query', target, this.#deps.start));
    const { status, ok, received } = stateOf(answer);
    if (status === 'final') return ok ? await parseResult(answer) : this.#refuse(answer);
    if (ok) {
      if (status === 'cancelled') throw await cancelledElsewhere(answer);
      await ignoreBody(answer);
      if (status === 'unknown' || received === undefined) throw unclearResponse();
      if (received > this.#input.source.size) return await this.#beginAnew();
      this.#confirm(received);
      return undefined;
    }
    const error = await this.#errorOf(answer);
    if (classifyUploadError(error, true) === 'passes' || isAccessError(error)) throw error;
    return await this.#beginAnew(error);
  }

  /** The session no longer exists: lost, or completed and deleted. */
  async #beginAnew(cause?: Failure): Promise<JsonObject | undefined> {
    const made = this.#mayBeMade ? await this.#options.findMade?.() : undefined;
    if (made) return made;
    this.#session = undefined;
    this.#restarts += 1;
    if (this.#restarts > MAX_RESTARTS) throw sessionLost(this.#restarts, cause);
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

  async #refuse(answer: WireResponse): Promise<never> {
    this.#isRefused = true;
    throw await this.#errorOf(answer);
  }

  async #send(request: PlainRequest, options: SendOptions = {}): Promise<WireResponse> {
    const answer = await this.#deps.transport.send(request, { signal: this.#signal, ...options });
    this.#wasReached = true;
    return answer;
  }

  #errorOf(answer: WireResponse): Promise<Failure> {
    return readError(answer, this.#deps.clock.now());
  }

  /** Cancels on the server. Errors are ignored, because nothing can be done. */
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
