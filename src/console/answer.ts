import { isSuccess } from '../api/body';
import type { ServiceError } from '../api/errors';
import { decodeErrorBody, decodeErrorEnvelope } from '../api/errors/decode';
import { redact, type Redactor } from '../api/redact';
import { asksForSecret, asksModel, isStream, type PlainRequest } from '../api/request';
import type { WireAnswer } from '../api/transport';
import { abortable } from '../base/async';
import type { Clock } from '../base/clock';
import { CancelledError, errorMessage } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import type { Clients } from '../service/clients';
import type { Connection, Connections } from '../service/connection';
import { AnswerBody } from './answerBody';
import type { ConsoleDeps } from './deps';

type AnswerState = 'running' | 'done' | 'cancelled' | 'failed';

type Head = Omit<WireAnswer, 'body'>;

/**
 * The answer to one request that the user sent by hand, while it arrives. An error status is an answer like any
 * other; `failed` means that none arrived, or only part of one.
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

  /** Why it did not arrive completely. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** The error that the service answered with, or ended its stream with. */
  get serviceError(): ServiceError | undefined {
    if (!this.#head || !this.#body || this.#state === 'running') return undefined;
    const { status } = this.#head;
    const isOfModel = asksModel(this.request);
    if (!isSuccess(this.#head)) {
      return decodeErrorBody(status, this.#body.raw(), this.redact, undefined, isOfModel);
    }
    const { streamError } = this.#body;
    return (
      streamError && decodeErrorEnvelope(streamError, undefined, this.redact, undefined, isOfModel)
    );
  }

  /** Takes out of a text what must not be seen. */
  readonly redact: Redactor = (text) => this.#clean(this.#head?.redact?.(text) ?? text);

  begin(head: Head): void {
    this.#head = head;
    const isGood = isSuccess(head);
    const clean = isGood && asksForSecret(this.request) ? asItCame : this.redact;
    this.#body = new AnswerBody(head, isGood && isStream(this.request), clean);
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

  /** Ends it with the reason for which it did not arrive completely. */
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

const asItCame: Redactor = (text) => text;

/** What a connection is called now, for texts that stay open while it may be renamed. */
export class ConnectionName {
  readonly #connections: Pick<Connections, 'find' | 'onDidChange'>;
  readonly #id: string;
  /** Stays where the connection was removed. */
  #last: string;

  constructor(
    connections: Pick<Connections, 'find' | 'onDidChange'>,
    { id, name }: Pick<Connection, 'id' | 'name'>,
  ) {
    this.#connections = connections;
    this.#id = id;
    this.#last = name;
  }

  get now(): string {
    this.#last = this.#connections.find(this.#id)?.name ?? this.#last;
    return this.#last;
  }

  /** Only of another name: other changes of connections are no reason to write a long text anew. */
  readonly onDidChange: Event<void> = (listener) => {
    let notified = this.now;
    return this.#connections.onDidChange(() => {
      if (this.now === notified) return;
      notified = this.now;
      listener();
    });
  };
}

/** Sends the request of an answer once, and records the outcome in the answer. Never rejects. */
export async function runRequest(
  clients: Clients,
  connection: string,
  answer: Answer,
  signal: AbortSignal,
): Promise<void> {
  try {
    // The emulator may have to start first, for others too.
    const client = await abortable(clients.get(connection), signal);
    const { body, ...head } = await client.exchange(answer.request, { signal });
    answer.begin(head);
    for await (const bytes of body) answer.add(bytes);
    answer.end();
  } catch (error) {
    answer.fail(error);
  }
}

/**
 * Sends a request once and waits for its whole answer, of any status. Throws where none arrived, or only part
 * of one.
 */
export async function fetchAnswer(
  {
    clients,
    clock,
    connections,
    redact,
  }: Pick<ConsoleDeps, 'clients' | 'clock' | 'connections' | 'redact'>,
  connection: Connection,
  request: PlainRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const answer = new Answer(request, new ConnectionName(connections, connection), clock, redact);
  await runRequest(clients, connection.id, answer, signal);
  if (answer.state === 'cancelled') throw new CancelledError();
  if (answer.error) throw answer.error;
  return answer;
}
