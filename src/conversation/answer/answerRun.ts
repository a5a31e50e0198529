import * as l10n from '@vscode/l10n';
import type { CallOptions } from '../../api/call';
import { successorModel } from '../../api/modelPack';
import type { OperationId } from '../../api/operations';
import type { RetryWait } from '../../api/retryPolicy';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import type { Version } from '../../api/versions';
import { abortable } from '../../base/async';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableSlot } from '../../base/disposable';
import { AppError, CancelledError } from '../../base/errors';
import { isObject } from '../../base/json';
import { retryReason } from '../../catalog/errorHelp';
import type { Log } from '../../platform/log';
import { describeWithCauses } from '../../platform/report';
import type { Connections } from '../../service/connection';
import type { PlaygroundMode, TurnResult } from '../model/conversation';
import type { PartsDelta, Waiting } from '../model/protocol';
import { hasContent } from '../model/turns';
import { describeFailure, isPromptRefused } from './failure';
import type { AnswerExtras } from './mergeAnswer';
import {
  type AnswerCollector,
  classifyAnswer,
  type Ending,
  endingOf,
  type Interruption,
} from './turnResult';

/** Time in ms without data after which a response counts as stalled. */
export const STALL = 10_000;

type Content = Message<'Content'>;
type Vectors = readonly (readonly number[])[];

export interface AnswerRunDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly connections: Pick<Connections, 'find'>;
  readonly collector: AnswerCollector;
  readonly onWait: () => void;
}

export interface PreparedRequest {
  readonly operation: OperationId;
  readonly input: { readonly model: string; readonly body: JsonObject };
  readonly version: Version;
  readonly connection?: string | undefined;
  readonly modelName?: string | undefined;
  /** Whether the response isn't charged. */
  readonly free?: boolean;
  /** Defaults to `chat`. */
  readonly mode?: PlaygroundMode | undefined;
  /** Sends the request and yields response chunks; vectors are returned separately. */
  readonly pieces: (
    options: CallOptions,
    onVectors: (vectors: Vectors) => void,
  ) => AsyncIterable<unknown>;
}

export interface PrepareContext {
  prepare(signal: AbortSignal): Promise<PreparedRequest>;
  /** Returns the request to send instead. Throws the error to show if there is none. */
  recover(error: unknown, signal: AbortSignal): Promise<PreparedRequest>;
}

/** A run of a request: aborts, collects chunks, and determines the final status. */
export class AnswerRun {
  readonly #parts: AnswerRunDeps;
  readonly #controller = new AbortController();
  #operation: OperationId = 'models.streamGenerateContent';
  #model = '';
  #sentAt: number;
  #attemptAt: number;
  #firstTokenMs: number | undefined;
  #hasPieces = false;
  #vectors: Vectors | undefined;
  #stoppedBy: Interruption = 'user';
  readonly #stall = new DisposableSlot<Disposable>();
  #heardAt = 0;
  #isStalled = false;
  #wait: { readonly wait: RetryWait; readonly until: number } | undefined;

  constructor(parts: AnswerRunDeps) {
    this.#parts = parts;
    this.#sentAt = this.#attemptAt = parts.clock.monotonic();
  }

  get content(): Content {
    return this.#parts.collector.content;
  }

  get extras(): AnswerExtras {
    const { extras } = this.#parts.collector;
    return this.#vectors ? { ...extras, embeddings: this.#vectors } : extras;
  }

  /** The current retry delay; undefined if there is none or the response has started. */
  get waiting(): Waiting | undefined {
    if (!this.#wait) return undefined;
    const { wait, until } = this.#wait;
    const { clock } = this.#parts;
    return retryStatus(wait, Math.max(0, until - clock.monotonic()));
  }

  get isStalled(): boolean {
    return this.#isStalled;
  }

  /** Aborts the request synchronously; received content is retained. */
  stop(by: Interruption = 'user'): void {
    if (!this.#controller.signal.aborted) this.#stoppedBy = by;
    this.#controller.abort(new CancelledError());
  }

  /** Never rejects: errors are in the result and in the log. */
  async run(preparing: PrepareContext): Promise<TurnResult> {
    const ending = await this.#stream(preparing);
    const { clock, collector } = this.#parts;
    return classifyAnswer(
      { ...collector.answer, hasVectors: this.#vectors !== undefined },
      ending,
      { firstTokenMs: this.#firstTokenMs, durationMs: clock.monotonic() - this.#sentAt },
    );
  }

  async #stream(preparing: PrepareContext): Promise<Ending> {
    const { signal } = this.#controller;
    try {
      let prepared: PreparedRequest | undefined = await abortable(
        preparing.prepare(signal),
        signal,
      );
      while (prepared) prepared = await this.#send(prepared, preparing);
      return signal.aborted ? this.#stopped() : { kind: 'ended' };
    } catch (error) {
      return signal.aborted ? this.#stopped() : this.#failed(error);
    } finally {
      this.#stall.dispose();
      this.#isStalled = false;
    }
  }

  async #send(
    { operation, input, version, pieces }: PreparedRequest,
    preparing: PrepareContext,
  ): Promise<PreparedRequest | undefined> {
    const { signal } = this.#controller;
    this.#sentAt = this.#attemptAt = this.#parts.clock.monotonic();
    this.#heardAt = this.#sentAt;
    this.#listen(STALL);
    this.#parts.collector.sent?.(this.#sentAt);
    const onRetry = (wait: RetryWait): void => this.#waits(wait);
    this.#operation = operation;
    this.#model = input.model;
    const onVectors = (vectors: Vectors): void => {
      this.#vectors = vectors;
    };
    try {
      for await (const piece of pieces({ signal, version, onRetry }, onVectors)) {
        if (signal.aborted) break;
        this.#add(piece);
      }
      return undefined;
    } catch (error) {
      if (signal.aborted || this.#hasPieces) throw error;
      return await abortable(preparing.recover(error, signal), signal);
    }
  }

  #stopped(): Ending {
    return { kind: 'stopped', by: this.#stoppedBy };
  }

  /**
   * Checks after a delay in ms whether data has arrived. A retry delay doesn't count as stalled.
   */
  #listen(ms: number): void {
    const { clock, onWait } = this.#parts;
    this.#stall.value = clock.schedule(ms, () => {
      const silent = clock.monotonic() - this.#heardAt;
      if (this.#wait) this.#listen(STALL);
      else if (silent < STALL) this.#listen(STALL - silent);
      else {
        this.#isStalled = true;
        onWait();
      }
    });
  }

  #heard(): void {
    this.#heardAt = this.#parts.clock.monotonic();
    if (!this.#isStalled) return;
    this.#isStalled = false;
    this.#parts.onWait();
    this.#listen(STALL);
  }

  #waits(wait: RetryWait): void {
    const { clock, onWait } = this.#parts;
    const until = clock.monotonic() + wait.delayMs;
    this.#attemptAt = until;
    this.#wait = { wait, until };
    onWait();
  }

  #add(piece: unknown): void {
    const now = this.#parts.clock.monotonic();
    const isText = this.#parts.collector.add(piece, now);
    this.#wait = undefined;
    this.#hasPieces = true;
    if (isText) this.#firstTokenMs ??= now - this.#attemptAt;
    this.#heard();
  }

  #failed(error: unknown): Ending {
    const { log, connections, clock } = this.#parts;
    log.warn(`${this.#operation}: ${describeWithCauses(error)}`);
    // The connection was changed or removed, so its client was closed.
    const told = CancelledError.is(error)
      ? new AppError('closed', l10n.t('The connection changed while the response was arriving.'))
      : error;
    const hasPart = hasContent(this.content.parts ?? []);
    const hasSuccessor = successorModel(this.#model, clock.now()) !== undefined;
    return {
      kind: 'failed',
      failure: describeFailure(told, hasPart, connections, hasSuccessor),
      verdict: endingOf(error),
      promptRefused: isPromptRefused(error),
    };
  }
}

function retryStatus(wait: RetryWait, remainingMs: number): Waiting {
  const { attempt, maxAttempts, asked, error } = wait;
  const { message, args } = retryReason(error);
  const askedMs = asked && 'retryDelayMs' in error ? error.retryDelayMs : undefined;
  return {
    reason: l10n.t(message, ...args),
    attempt: attempt + 1,
    maxAttempts,
    ...(askedMs !== undefined && { askedSeconds: Math.ceil(askedMs / 1000) }),
    remainingMs,
  };
}

/** Frame duration in ms at 60 Hz; more frequent updates aren't visible. */
export const FRAME = 16;

type Piece = PartsDelta['pieces'][number];

/**
 * Limits streamed updates to one per frame and merges text of the same kind. The first piece is
 * sent immediately.
 */
export class DeltaBuffer implements Disposable {
  readonly #clock: Clock;
  readonly #send: (pieces: readonly Piece[], events: readonly JsonObject[]) => void;
  readonly #timer = new DisposableSlot<Disposable>();
  #pieces: { readonly thought: boolean; readonly texts: string[] }[] = [];
  #events: GrowingEvent[] = [];
  #lastSent = -Infinity;

  constructor(
    clock: Clock,
    send: (pieces: readonly Piece[], events: readonly JsonObject[]) => void,
  ) {
    this.#clock = clock;
    this.#send = send;
  }

  add(text: string, thought: boolean): void {
    if (text === '') return;
    const last = this.#pieces.at(-1);
    if (last?.thought === thought) last.texts.push(text);
    else this.#pieces.push({ thought, texts: [text] });
    this.#schedule();
  }

  addEvent(event: JsonObject): void {
    const growth = growthOf(event);
    const last = this.#events.at(-1);
    if (growth && last?.growth?.key === growth.key) {
      last.texts.push(growth.text);
      last.event = event;
    } else {
      this.#events.push({ event, growth, texts: growth ? [growth.text] : [] });
    }
    this.#schedule();
  }

  /** Drops unsent updates, because a snapshot includes them. */
  clear(): void {
    this.#timer.value = undefined;
    this.#pieces = [];
    this.#events = [];
  }

  dispose(): void {
    this.clear();
    this.#timer.dispose();
  }

  #schedule(): void {
    if (this.#timer.value) return;
    const wait = this.#lastSent + FRAME - this.#clock.monotonic();
    if (wait <= 0) this.#flush();
    else this.#timer.value = this.#clock.schedule(wait, () => this.#flush());
  }

  #flush(): void {
    const pieces = this.#pieces.map(({ thought, texts }) => ({ text: texts.join(''), thought }));
    const events = this.#events.map(joined);
    this.clear();
    this.#lastSent = this.#clock.monotonic();
    this.#send(pieces, events);
  }
}

interface Growth {
  readonly key: string;
  readonly field: 'text' | 'arguments';
  readonly text: string;
}

interface GrowingEvent {
  event: JsonObject;
  readonly growth: Growth | undefined;
  readonly texts: string[];
}

function growthOf({ event_type: type, index, delta }: JsonObject): Growth | undefined {
  if (type !== 'step.delta' || typeof index !== 'number' || !isObject(delta)) return undefined;
  const field = delta.type === 'text' ? 'text' : 'arguments';
  if (field === 'arguments' && delta.type !== 'arguments_delta') return undefined;
  const text = delta[field];
  return typeof text === 'string' ? { key: `${index} ${field}`, field, text } : undefined;
}

function joined({ event, growth, texts }: GrowingEvent): JsonObject {
  if (!growth || texts.length <= 1 || !isObject(event.delta)) return event;
  return { ...event, delta: { ...event.delta, [growth.field]: texts.join('') } };
}
