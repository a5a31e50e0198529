import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { AppError } from '../base/errors';
import type { JsonObject } from '../base/json';
import { readMultipart } from '../base/multipart';
import { captureOf } from './capture';
import type { RecordedResponse, RecordedRequest } from './exchange';
import { type IncomingRequest, rejectedStart, uploadStart } from './incoming';
import { expandPlaceholders } from './pathPlaceholders';
import type { Recorder } from './recorder';
import { credentialsOf } from './secrets';
import { bodyIn, relayedResponseHeaders, relay } from './upstream';

type UploadStart = Omit<IncomingRequest, 'body'>;

interface Running {
  readonly order: number;
  readonly operation: string;
  readonly request: RecordedRequest;
  readonly mimeType: string;
  readonly hash: Hash;
  bytes: number;
  /** Whether all bytes arrived in order, so that the hash is valid. */
  isWhole: boolean;
}

const PREFIX = /^\/(?:resumable\/)?upload(?=\/)/;

/** Maximum bytes of metadata and responses. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Relays uploads of any protocol. Records each as one request with metadata, size, hash, and final response. */
export class UploadRelay {
  readonly #recorder: Recorder;
  readonly #now: () => number;
  readonly #service: string | undefined;
  readonly #running = new Map<string, Running>();

  /** @param service base URL in responses, if different from the request's */
  constructor(recorder: Recorder, now: () => number, service?: string) {
    this.#service = service;
    this.#recorder = recorder;
    this.#now = now;
  }

  /**
   * Whether the emulator handles the upload when recording missing requests. Multi-request uploads may match
   * a recording, but only the received bytes show which one.
   */
  isPlayed(asked: UploadStart): boolean {
    const id = idIn(asked.target);
    if (this.#running.has(id)) return false;
    return id !== NO_ID || (isResumable(asked) && this.#recorder.hasUploadFor(asked));
  }

  async relay(
    asked: UploadStart,
    stream: IncomingMessage,
    response: ServerResponse,
  ): Promise<UploadResponder> {
    const { operation, headers } = asked;
    const request = this.#recorder.requestOf({ ...asked, body: Buffer.alloc(0) });
    const isStart = !this.#running.has(idIn(asked.target));
    const charge = this.#recorder.beginRelay(operation, isStart ? { request, headers } : undefined);
    try {
      const by = await this.#recorder.countingFailures(asked, () =>
        this.#relay(asked, stream, response),
      );
      if (by === 'upstream' && response.statusCode < 400) charge?.settle(true);
      return by;
    } finally {
      charge?.release();
    }
  }

  async #relay(
    asked: UploadStart,
    stream: IncomingMessage,
    response: ServerResponse,
  ): Promise<UploadResponder> {
    const query = new URL(asked.target, 'http://service').searchParams;
    this.#recorder.remember(credentialsOf(asked.headers, query));
    const running = this.#running.get(idIn(asked.target));
    if (running) {
      await this.#goOn(running, asked, stream, response);
      return 'upstream';
    }
    const body = await readAll(stream);
    if (!isResumable(asked)) return await this.#whole(asked, body, response);
    await this.#begin(asked, body, response);
    return 'upstream';
  }

  async #begin(asked: UploadStart, body: Buffer, response: ServerResponse): Promise<void> {
    const order = this.#recorder.nextOrder();
    const { headers, operation } = asked;
    const answer = await this.#send(asked, body);
    const { address } = answer;
    if (answer.status < 300 && address !== undefined) {
      this.#running.set(idIn(address), {
        order,
        operation,
        hash: createHash('sha256'),
        bytes: 0,
        isWhole: true,
        request: uploadRequest(this.#recorder.requestOf({ ...asked, body })),
        mimeType: textOf(
          headers['x-goog-upload-header-content-type'] ?? headers['x-upload-content-type'],
        ),
      });
    }
    const request = rejectedStart(this.#recorder.requestOf({ ...asked, body }));
    const { recorded } = answer;
    if (answer.status >= 400 && recorded) {
      this.#recorder.keep({ operation, request, answer: recorded }, order);
    }
    answer.passOn(response);
  }

  async #goOn(
    running: Running,
    asked: UploadStart,
    stream: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { headers } = asked;
    const offset = offsetOf(asked);
    if (offset !== undefined && offset !== running.bytes) running.isWhole = false;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        running.hash.update(chunk);
        running.bytes += chunk.length;
        done(null, chunk);
      },
    });
    const hasBytes = /upload|^$/.test(textOf(headers['x-goog-upload-command']));
    const answer = await this.#send(asked, hasBytes ? stream.pipe(counted) : await readAll(stream));
    if (answer.isFinal) this.#finish(running, asked, answer.recorded);
    answer.passOn(response);
  }

  #finish(running: Running, asked: UploadStart, answer: RecordedResponse | undefined): void {
    this.#running.delete(idIn(asked.target));
    if (!answer) return;
    const { order, operation, request, mimeType, hash, bytes, isWhole } = running;
    if (!isWhole) {
      this.#recorder.countUnrecorded(
        `${operation} wasn’t recorded: the data arrived out of order.`,
      );
      return;
    }
    const upload = { mimeType, bytes, sha256: hash.digest('hex') };
    this.#recorder.keep({ operation, request: { ...request, upload }, answer }, order);
  }

  async #whole(
    asked: UploadStart,
    body: Buffer,
    response: ServerResponse,
  ): Promise<UploadResponder> {
    const order = this.#recorder.nextOrder();
    const type = textOf(asked.headers['content-type']);
    const parts = /^multipart\//i.test(type) ? readMultipart(body, type) : undefined;
    const [metadata, content] = parts ?? [];
    const bytes = content?.bytes ?? body;
    const upload = {
      mimeType: content?.type ?? (textOf(asked.headers['x-goog-upload-content-type']) || type),
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
    const plain = this.#recorder.requestOf({
      ...asked,
      headers: { 'content-type': 'application/json' },
      body: metadata?.bytes ?? Buffer.alloc(0),
    });
    const request = { ...uploadRequest(plain), upload };
    const { operation } = asked;
    // Only exact matches are replayed, because the hash is already available.
    const mayBeKnown = this.#recorder.settings.acting === 'record-missing';
    const known = mayBeKnown ? this.#recorder.recordedUpload(operation, request) : undefined;
    if (known) {
      response.writeHead(known.status, { 'content-type': 'application/json; charset=UTF-8' });
      response.end(expandPlaceholders(known.text, { service: this.#service ?? asked.base }));
      return 'recording';
    }
    const answer = await this.#send(asked, body);
    if (answer.recorded)
      this.#recorder.keep({ operation, request, answer: answer.recorded }, order);
    answer.passOn(response);
    return 'upstream';
  }

  async #send(asked: UploadStart, body: Buffer | Transform): Promise<UploadAnswer> {
    const { method, target, headers, signal, base } = asked;
    // Upload URLs refer to the emulator. URLs in the emulator's response depend on the client.
    const own = this.#service ?? base;
    const { settings, places } = this.#recorder;
    const upstream = settings.uploads ?? settings.upstream ?? '';
    const start = this.#now();
    const agent = this.#recorder.agentFor(upstream);
    const answer = await relay({ upstream, agent, method, target, headers, body, signal });
    const head = { status: answer.statusCode ?? 502, headers: answer.headers };
    const addresses = { upstream, own, places };
    const capture = captureOf(head, addresses, () => this.#now() - start, false);
    const pieces: (Buffer | string)[] = [];
    let size = 0;
    for await (const chunk of bodyIn(answer)) {
      size += chunk.length;
      if (size > MAX_BYTES)
        throw new AppError('noUpstream', 'The response to the upload is too long.');
      pieces.push(capture.push(chunk));
    }
    const rest = capture.rest();
    const state = textOf(answer.headers['x-goog-upload-status']);
    const { status } = head;
    return {
      status,
      address: textOf(answer.headers['x-goog-upload-url'] ?? answer.headers.location) || undefined,
      // The older protocol responds with HTTP 308 until complete.
      isFinal: state === 'final' || (state === '' && status < 300),
      recorded: capture.answer(),
      passOn(response) {
        response.writeHead(status, relayedResponseHeaders(answer.headers, upstream, base));
        for (const piece of pieces) if (piece.length > 0) response.write(piece);
        response.end(rest);
      },
    };
  }
}

type UploadResponder = 'recording' | 'upstream';

interface UploadAnswer {
  readonly status: number;
  readonly address: string | undefined;
  readonly isFinal: boolean;
  readonly recorded: RecordedResponse | undefined;
  readonly passOn: (response: ServerResponse) => void;
}

/** Normalizes an upload request to its API method, regardless of the protocol. */
export function uploadRequest(request: RecordedRequest): RecordedRequest {
  const { type: _type, ...rest } = rejectedStart(request);
  return { ...rest, path: request.path.replace(PREFIX, '') };
}

export function uploadedRequest(
  recorder: Recorder,
  asked: UploadStart,
  metadata: JsonObject,
  upload: NonNullable<RecordedRequest['upload']>,
): RecordedRequest {
  const start = uploadStart(asked, metadata);
  return { ...uploadRequest(recorder.requestOf({ ...asked, ...start })), upload };
}

const NO_ID = '-';

const idIn = (target: string): string =>
  new URL(target, 'http://service').searchParams.get('upload_id') ?? NO_ID;

const textOf = (header: string | readonly string[] | undefined): string =>
  [header ?? ''].flat().join(', ').trim();

function isResumable({ headers, target }: UploadStart): boolean {
  const query = new URL(target, 'http://service').searchParams;
  const named = textOf(headers['x-goog-upload-protocol']) || query.get('upload_protocol');
  return (
    (named ?? query.get('uploadType') ?? '') === 'resumable' ||
    query.get('uploadType') === 'resumable'
  );
}

function offsetOf({ headers }: UploadStart): number | undefined {
  const offset = textOf(headers['x-goog-upload-offset']);
  const [, range = ''] = /^bytes (\d+)-/.exec(textOf(headers['content-range'])) ?? [];
  const text = offset || range;
  return text === '' ? undefined : Number(text);
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) {
      throw new AppError('badOption', 'The upload is too large to forward as one request.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
