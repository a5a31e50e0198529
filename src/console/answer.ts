import { decodeErrorBody, decodeErrorEnvelope } from '../api/errors/decode';
import type { ServiceError } from '../api/errors';
import { isSuccess } from '../api/body';
import { operationRow } from '../api/operations';
import { redact, type Redactor } from '../api/redact';
import type { PlainRequest } from '../api/request';
import type { WireAnswer } from '../api/transport';
import type { Clock } from '../base/clock';
import { CancelledError, errorMessage } from '../base/errors';
import { Emitter } from '../base/event';
import { AnswerBody } from './answerBody';
import type { ConnectionName } from './connectionName';

export type AnswerState = 'running' | 'done' | 'cancelled' | 'failed';

type Head = Omit<WireAnswer, 'body'>;

/**
 * What came back for one request by hand, while it comes. An answer with an error status is done like any
 * other; it failed where it did not come, or not whole.
 */
export class Answer {
  readonly request: PlainRequest;
  readonly connection: ConnectionName;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly #clock: Clock;
  readonly #clean: Redactor;
  readonly #began: number;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #state: AnswerState = 'running';
  #head: Head | undefined;
  #body: AnswerBody | undefined;
  #durationMs: number | undefined;
  #error: Error | undefined;

  /** @param clean takes the secrets out of any text, besides those that the answer itself is known to quote. */
  constructor(
    request: PlainRequest,
    connection: ConnectionName,
    clock: Clock,
    clean: Redactor = redact,
  ) {
    this.request = request;
    this.connection = connection;
    this.startedAt = clock.now();
    this.#clock = clock;
    this.#clean = clean;
    this.#began = clock.monotonic();
  }

  get state(): AnswerState {
    return this.#state;
  }

  /** HTTP status; undefined while no head came. */
  get status(): number | undefined {
    return this.#head?.status;
  }

  /** Names in lower case; not redacted. */
  get headers(): WireAnswer['headers'] {
    return this.#head?.headers ?? {};
  }

  /** Milliseconds, so far or in all. */
  get durationMs(): number {
    return this.#durationMs ?? this.#clock.monotonic() - this.#began;
  }

  /** Bytes of the body, unpacked. */
  get bytes(): number {
    return this.#body?.bytes ?? 0;
  }

  /** Whether the text is only the beginning of the body. */
  get isCut(): boolean {
    return this.#body?.isCut ?? false;
  }

  /** The body for people, as far as it came: redacted, and indented where it is JSON. */
  get text(): string {
    return this.#body?.read() ?? '';
  }

  /** The body as it came, secrets and all: to be read by code, not by people. */
  get raw(): string {
    return this.#body?.raw() ?? '';
  }

  /** What kept it from coming whole. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** The error that the service answered with, or ended its stream with. */
  get serviceError(): ServiceError | undefined {
    if (!this.#head || !this.#body || this.#state === 'running') return undefined;
    const { status } = this.#head;
    if (!isSuccess(this.#head)) return decodeErrorBody(status, this.#body.raw(), this.redact);
    const last = this.#body.lastEvent;
    return last && 'error' in last ? decodeErrorEnvelope(last, undefined, this.redact) : undefined;
  }

  /** Takes out of a text what must not be seen. */
  readonly redact: Redactor = (text) => this.#clean(this.#head?.redact?.(text) ?? text);

  begin(head: Head): void {
    const { operation } = this.request;
    const isStream = operation !== 'discovery' && operationRow(operation).stream === true;
    this.#head = head;
    this.#body = new AnswerBody(head, isStream && isSuccess(head), this.redact);
    this.#changed.fire();
  }

  add(bytes: Uint8Array): void {
    this.#body?.push(bytes);
    this.#changed.fire();
  }

  /** The body is whole. */
  end(): void {
    try {
      this.#body?.end();
      this.#finish('done');
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends it with what it did not come for, or not whole. */
  fail(error: unknown): void {
    if (this.#state !== 'running') return;
    this.#body?.breakOff();
    if (CancelledError.is(error)) {
      this.#finish('cancelled');
    } else {
      this.#error = error instanceof Error ? error : new Error(errorMessage(error));
      this.#finish('failed');
    }
  }

  #finish(state: AnswerState): void {
    this.#durationMs = this.durationMs;
    this.#state = state;
    this.#changed.fire();
    this.#changed.dispose();
  }
}
