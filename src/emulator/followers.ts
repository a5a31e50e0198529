import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FileContent } from './fileStore';
import { type LogEntry, type RequestLog, SECRET_HEADERS } from './requestLog';

/** Bytes of a request with its answer that are told; of more it is only told that there were. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Bytes that may wait for a follower who does not read. After that the bodies are left out, and at last it is let go. */
const MOST_WAITING = 32 * 1024 * 1024;

/** The path below that of the control API where requests are told as they begin and end. */
export const FOLLOW = 'follow';

/** The line that says that something else answers from now on. */
const MODE_CHANGED = '{"changed":"mode"}\n';

/** What was uploaded, by whichever protocol. */
interface ToldUpload extends Pick<FileContent, 'bytes' | 'mimeType' | 'sha256'> {
  readonly metadata: object;
}

/** What went over the wire of a request, until that is told. */
interface Kept {
  /** Where the client has found the service. */
  readonly base: string;
  /** Credentials that it came with, where they are for the emulator alone: nothing that is made of it may have them. */
  readonly secrets: readonly string[];
  readonly pieces: (readonly [ms: number, base64: string])[];
  bytes: number;
  answerHeaders?: object;
  request?: string;
  upload?: ToldUpload;
}

const kept = new WeakMap<LogEntry, Kept>();

/** Takes the body of a request, for those who follow it. */
export function noteBody(entry: LogEntry, body: Buffer | string): void {
  const all = kept.get(entry);
  if (!all) return;
  all.bytes += body.length;
  if (all.bytes <= MOST_BYTES) all.request = Buffer.from(body).toString('base64');
}

export function noteUpload(
  entry: LogEntry,
  metadata: object,
  { bytes, mimeType, sha256 }: FileContent,
): void {
  const all = kept.get(entry);
  if (all) all.upload = { metadata, bytes, mimeType, sha256 };
}

/**
 * Who is told of the requests of a session: a line of JSON for each that goes on, and one for each that is over. Without any,
 * nothing is kept.
 */
export class Followers {
  readonly #open = new Set<ServerResponse>();
  readonly #log: RequestLog;

  constructor(log: RequestLog) {
    this.#log = log;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Answers with lines until the follower leaves. */
  follow(request: IncomingMessage, response: ServerResponse): void {
    request.socket.setTimeout(0);
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    // So that they know that they are heard.
    response.write('\n');
    for (const entry of this.#log.running()) response.write(runningLine(entry));
  }

  /** Tells that something else answers from now on, which they may ask for. */
  tellOfMode(): void {
    for (const response of this.#open) response.write(MODE_CHANGED);
  }

  /** Keeps what a request is answered, where somebody follows. */
  watch(
    entry: LogEntry,
    response: ServerResponse,
    about: Pick<Kept, 'base'> & { readonly relays: boolean; readonly now: () => number },
  ): void {
    if (this.#open.size === 0) return;
    this.begin(entry);
    const { base, relays, now } = about;
    const { req } = response;
    const query = new URLSearchParams((req.url ?? '').split('?', 2)[1]);
    const secrets = relays
      ? []
      : [...SECRET_HEADERS].flatMap((name) => req.headers[name] ?? []).concat(query.getAll('key'));
    const all: Kept = { base, secrets, pieces: [], bytes: 0 };
    kept.set(entry, all);
    const start = now();
    const take = (chunk: unknown): void => {
      all.answerHeaders ??= response.getHeaders();
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
      all.bytes += chunk.length;
      if (all.bytes > MOST_BYTES) all.pieces.length = 0;
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

  /** Tells of a request that goes on: not of the many that are over within the turn of the event loop that they came in. */
  begin(entry: LogEntry): void {
    if (this.#open.size === 0) return;
    setImmediate(() => {
      if (entry.duration === undefined) this.#write(runningLine(entry));
    });
  }

  /** Tells of a request that is over. */
  tell(entry: LogEntry): void {
    if (this.#open.size === 0) return;
    const { body: _body, ...rest } = entry;
    const { bytes = 0, ...told } = kept.get(entry) ?? {};
    const plain = `${JSON.stringify({ ...rest, isCut: bytes > 0 })}\n`;
    const line =
      bytes > MOST_BYTES ? plain : `${JSON.stringify({ ...rest, ...told, isCut: false })}\n`;
    this.#write(line, plain);
  }

  /** @param plain takes the place of the line for those who read slowly. */
  #write(line: string, plain = line): void {
    for (const response of this.#open) {
      const { writableLength } = response;
      if (writableLength > 2 * MOST_WAITING) response.destroy();
      else response.write(writableLength > MOST_WAITING ? plain : line);
    }
  }
}

/** What is certain of a request before its end. What answers it may still be another one. */
function runningLine({ id, method, target, headers, startedAt, operation }: LogEntry): string {
  const told = { id, method, target, headers, startedAt, operation, isRunning: true };
  return `${JSON.stringify(told)}\n`;
}
