import { isSuccess } from '../api/body';
import type { ServiceError } from '../api/errors';
import { decodeErrorBody, decodeErrorEnvelope } from '../api/errors/decode';
import { redact, type Redactor } from '../api/redact';
import { returnsSecret, callsModel, isStream, type PlainRequest } from '../api/request';
import type { WireResponse } from '../api/transport';
import { abortable } from '../base/async';
import type { Clock } from '../base/clock';
import { CancelledError, errorMessage } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import type { Clients } from '../service/clients';
import type { Connection, Connections } from '../service/connection';
import { ResponseBody } from './responseBody';
import type { ConsoleDeps } from './deps';

type ResponseState = 'running' | 'done' | 'cancelled' | 'failed';

type Head = Omit<WireResponse, 'body'>;

/**
 * A response to a manual request, updated as it arrives. HTTP errors are responses too; `failed`
 * means no or an incomplete response.
 */
export class ApiResponse {
  readonly request: PlainRequest;
  readonly connection: ConnectionName;
  /** Time in ms since 1970. */
  readonly startedAt: number;
  readonly #clock: Clock;
  readonly #clean: Redactor;
  readonly #began: number;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #state: ResponseState = 'running';
  #head: Head | undefined;
  #body: ResponseBody | undefined;
  #durationMs: number | undefined;
  #error: Error | undefined;

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

  get state(): ResponseState {
    return this.#state;
  }

  /** HTTP status; undefined before the headers arrive. */
  get status(): number | undefined {
    return this.#head?.status;
  }

  /** Lowercase names; not redacted. */
  get headers(): WireResponse['headers'] {
    return this.#head?.headers ?? {};
  }

  /** Duration in ms, so far or in total. */
  get durationMs(): number {
    return this.#durationMs ?? this.#clock.monotonic() - this.#began;
  }

  /** Decoded bytes of the body. */
  get bytes(): number {
    return this.#body?.bytes ?? 0;
  }

  get isCut(): boolean {
    return this.#body?.isCut ?? false;
  }

  /** The body received so far for display: redacted, and indented if it is JSON. */
  get text(): string {
    return this.#body?.read() ?? '';
  }

  /** The original body, including secrets; not for display. */
  get raw(): string {
    return this.#body?.raw() ?? '';
  }

  get error(): Error | undefined {
    return this.#error;
  }

  /** The API error of the response or of its stream. */
  get serviceError(): ServiceError | undefined {
    if (!this.#head || !this.#body || this.#state === 'running') return undefined;
    const { status } = this.#head;
    const isOfModel = callsModel(this.request);
    if (!isSuccess(this.#head)) {
      return decodeErrorBody(status, this.#body.raw(), this.redact, undefined, isOfModel);
    }
    const { streamError } = this.#body;
    return (
      streamError && decodeErrorEnvelope(streamError, undefined, this.redact, undefined, isOfModel)
    );
  }

  readonly redact: Redactor = (text) => this.#clean(this.#head?.redact?.(text) ?? text);

  begin(head: Head): void {
    this.#head = head;
    const isGood = isSuccess(head);
    const clean = isGood && returnsSecret(this.request) ? unredacted : this.redact;
    this.#body = new ResponseBody(head, isGood && isStream(this.request), clean);
    this.#changed.fire();
  }

  add(bytes: Uint8Array): void {
    this.#body?.push(bytes);
    this.#changed.fire();
  }

  end(): void {
    try {
      this.#body?.end();
      this.#finish('done');
    } catch (error) {
      this.fail(error);
    }
  }

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

  #finish(state: ResponseState): void {
    this.#durationMs = this.durationMs;
    this.#state = state;
    this.#changed.fire();
    this.#changed.dispose();
  }
}

const unredacted: Redactor = (text) => text;

/** The current name of a connection, which may be renamed while a document is open. */
export class ConnectionName {
  readonly #connections: Pick<Connections, 'find' | 'onDidChange'>;
  readonly #id: string;
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

  /** Fires only for a new name, because updating a long document is slow. */
  readonly onDidChange: Event<void> = (listener) => {
    let notified = this.now;
    return this.#connections.onDidChange(() => {
      if (this.now === notified) return;
      notified = this.now;
      listener();
    });
  };
}

/** Sends the request once and records the outcome in the response. Never rejects. */
export async function runRequest(
  clients: Clients,
  connection: string,
  answer: ApiResponse,
  signal: AbortSignal,
): Promise<void> {
  try {
    // The emulator may have to start first, which other callers may wait for too.
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
 * Sends a request once and returns the complete response of any status. Throws if the response is
 * missing or incomplete.
 */
export async function fetchResponse(
  {
    clients,
    clock,
    connections,
    redact,
  }: Pick<ConsoleDeps, 'clients' | 'clock' | 'connections' | 'redact'>,
  connection: Connection,
  request: PlainRequest,
  signal: AbortSignal,
): Promise<ApiResponse> {
  const answer = new ApiResponse(
    request,
    new ConnectionName(connections, connection),
    clock,
    redact,
  );
  await runRequest(clients, connection.id, answer, signal);
  if (answer.state === 'cancelled') throw new CancelledError();
  if (answer.error) throw answer.error;
  return answer;
}
