import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { FileContent } from './fileStore';
import { type LogEntry, type RequestLog, SECRET_HEADERS } from './requestLog';

/**
 * Maximum size in bytes of a request and response. Larger bodies are only reported as truncated.
 */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Maximum number of bytes buffered for a slow follower. Beyond this, first bodies are omitted, then the
 * follower is disconnected.
 */
const MAX_BUFFERED_BYTES = 32 * 1024 * 1024;

export const FOLLOW_REQUESTS = 'follow';

const MODE_CHANGED = '{"changed":"mode"}\n';

interface UploadEvent extends Pick<FileContent, 'bytes' | 'mimeType' | 'sha256'> {
  readonly metadata: object;
}

interface SessionEvents {
  readonly base: string;
  /** Credentials of the request, to be removed from saved recordings. */
  readonly secrets: readonly string[];
  readonly pieces: (readonly [ms: number, base64: string])[];
  bytes: number;
  answerHeaders?: object;
  request?: string;
  upload?: UploadEvent;
}

const kept = new WeakMap<LogEntry, SessionEvents>();

export function recordBody(entry: LogEntry, body: Buffer | string): void {
  const all = kept.get(entry);
  if (!all) return;
  all.bytes += body.length;
  if (all.bytes <= MAX_BYTES) all.request = Buffer.from(body).toString('base64');
}

export function recordUpload(
  entry: LogEntry,
  metadata: object,
  { bytes, mimeType, sha256 }: FileContent,
): void {
  const all = kept.get(entry);
  if (all) all.upload = { metadata, bytes, mimeType, sha256 };
}

/**
 * Streams request events as JSON Lines: one at the start of a request, one at its end. Records
 * nothing without followers.
 */
export class RequestEvents {
  readonly #open = new Set<ServerResponse>();
  readonly #log: RequestLog;

  constructor(log: RequestLog) {
    this.#log = log;
  }

  get count(): number {
    return this.#open.size;
  }

  follow(request: IncomingMessage, response: ServerResponse): void {
    request.socket.setTimeout(0);
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    // The first byte confirms that the stream is active.
    response.write('\n');
    for (const entry of this.#log.running()) response.write(runningLine(entry));
  }

  sendMode(): void {
    for (const response of this.#open) response.write(MODE_CHANGED);
  }

  watch(
    entry: LogEntry,
    response: ServerResponse,
    about: Pick<SessionEvents, 'base'> & { readonly relays: boolean; readonly now: () => number },
  ): void {
    if (this.#open.size === 0) return;
    this.begin(entry);
    const { base, relays, now } = about;
    const { req } = response;
    const query = new URLSearchParams((req.url ?? '').split('?', 2)[1]);
    const secrets = relays
      ? []
      : [...SECRET_HEADERS].flatMap((name) => req.headers[name] ?? []).concat(query.getAll('key'));
    const all: SessionEvents = { base, secrets, pieces: [], bytes: 0 };
    kept.set(entry, all);
    const start = now();
    const take = (chunk: unknown): void => {
      all.answerHeaders ??= response.getHeaders();
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
      all.bytes += chunk.length;
      if (all.bytes > MAX_BYTES) all.pieces.length = 0;
      else all.pieces.push([Math.round(now() - start), Buffer.from(chunk).toString('base64')]);
    };
    for (const name of ['write', 'end'] as const) {
      const send = response[name].bind(response) as (...args: unknown[]) => never;
      response[name] = (...args: unknown[]) => {
        take(args[0]);
        return send(...args);
      };
    }
  }

  /** Reports a started request, unless its response completes in the same event loop turn. */
  begin(entry: LogEntry): void {
    if (this.#open.size === 0) return;
    setImmediate(() => {
      if (entry.duration === undefined) this.#write(runningLine(entry));
    });
  }

  send(entry: LogEntry): void {
    if (this.#open.size === 0) return;
    const { body: _body, ...rest } = entry;
    const { bytes = 0, ...told } = kept.get(entry) ?? {};
    const plain = `${JSON.stringify({ ...rest, isCut: bytes > 0 })}\n`;
    const line =
      bytes > MAX_BYTES ? plain : `${JSON.stringify({ ...rest, ...told, isCut: false })}\n`;
    this.#write(line, plain);
  }

  #write(line: string, plain = line): void {
    for (const response of this.#open) {
      const { writableLength } = response;
      if (writableLength > 2 * MAX_BUFFERED_BYTES) response.destroy();
      else response.write(writableLength > MAX_BUFFERED_BYTES ? plain : line);
    }
  }
}

function runningLine({ id, method, target, headers, startedAt, operation }: LogEntry): string {
  const told = { id, method, target, headers, startedAt, operation, isRunning: true };
  return `${JSON.stringify(told)}\n`;
}

/** Time in ms after the last client before the emulator stops, enough for a window reload. */
export const AFTER_LAST_CLIENT_MS = 5000;

/** Time in ms to wait for the first client, because the process that started the emulator may have exited. */
export const UNTIL_FIRST_CLIENT_MS = 30_000;

export const KEEP_ALIVE = 'hold';

/**
 * Keeps a shared emulator running. Each client holds a request open, which closes when its process exits.
 * The emulator stops a few seconds after the last client.
 */
export class KeepAliveClients {
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  readonly #open = new Set<ServerResponse>();
  #timer: Disposable;

  constructor(clock: Clock, onEnd: () => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#timer = clock.schedule(UNTIL_FIRST_CLIENT_MS, onEnd);
  }

  get count(): number {
    return this.#open.size;
  }

  hold(request: IncomingMessage, response: ServerResponse): void {
    this.#timer.dispose();
    this.#open.add(response);
    request.socket.setTimeout(0);
    response.once('close', () => {
      this.#open.delete(response);
      if (this.#open.size === 0)
        this.#timer = this.#clock.schedule(AFTER_LAST_CLIENT_MS, this.#onEnd);
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
  }

  stop(): void {
    for (const response of this.#open) response.end('{"stopped":true}');
    // Runs after the response to the stop request.
    this.#timer.dispose();
    this.#timer = this.#clock.schedule(0, this.#onEnd);
  }
}

export interface OpenSession {
  /** Sends `goAway` and closes after this number of seconds. */
  goAway(seconds: number): void;
}

/** Approximate time after which the live API closes a connection. */
const CONNECTION_SECONDS = 600;

export class LiveSessions {
  /** In seconds of emulator time. */
  connectionSeconds = CONNECTION_SECONDS;
  readonly #open = new Set<OpenSession>();

  get size(): number {
    return this.#open.size;
  }

  add(session: OpenSession): Disposable {
    this.#open.add(session);
    return { dispose: () => void this.#open.delete(session) };
  }

  goAway(seconds: number): void {
    for (const session of Array.from(this.#open)) session.goAway(seconds);
  }
}
