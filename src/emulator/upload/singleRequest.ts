import { createHash } from 'node:crypto';
import type { JsonValue } from '../../api/schema/row';
import { boundaryOf, MultipartError, MultipartParser } from '../../base/multipart';
import type { FileContent } from '../fileStore';
import { parseJson } from '../http';
import { StatusError } from '../status';
import { receiveBody } from './chunk';
import { headerOf, type UploadResponse, type UploadExchange } from './exchange';
import { createFromUpload, mimeTypeOf, readMetadata } from './finishUpload';

const METADATA = 0;
const MEDIA = 1;

class Digest {
  readonly #hash = createHash('sha256');
  readonly #blocks: Buffer[] = [];
  isKept = false;
  bytes = 0;

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    // Copied, because the memory of a chunk is reused.
    if (this.isKept) this.#blocks.push(Buffer.from(chunk));
  }

  content({ target }: UploadExchange, mimeType: string): FileContent {
    const { bytes } = this;
    const kept = target.keeps(mimeType) ? { blocks: this.#blocks } : {};
    return { mimeType, bytes, sha256: this.sha256(), ...kept };
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** Handles an upload whose body is the content only. Undefined if the client disconnected. */
export async function uploadRaw(exchange: UploadExchange): Promise<UploadResponse | undefined> {
  const { request, row, target } = exchange;
  const given = headerOf(request, 'x-goog-upload-content-type');
  const mimeType = mimeTypeOf(row, given, headerOf(request, 'content-type'));
  const digest = new Digest();
  digest.isKept = target.keeps(mimeType);
  if (!(await readWhole(exchange, (chunk) => digest.add(chunk)))) return undefined;
  const { request: metadata } = readMetadata(exchange, {});
  return finished(createFromUpload(exchange, metadata, digest.content(exchange, mimeType)));
}

/**
 * Handles a `multipart/related` upload: JSON, then content. Undefined if the client disconnected.
 */
export async function uploadMultipart(
  exchange: UploadExchange,
): Promise<UploadResponse | undefined> {
  const { service, request, entry, row, target } = exchange;
  const digest = new Digest();
  const texts: Buffer[] = [];
  let length = 0;
  const types: string[] = [];
  const boundary = boundaryOf(headerOf(request, 'content-type'));
  if (boundary === undefined) throw malformed('Content-Type names no boundary.');
  const parser = new MultipartParser(boundary, {
    onPart(index, headers) {
      if (index > MEDIA) throw malformed('It has more than two parts.');
      if (!/^(binary|8bit|7bit|)$/i.test(headers.get('content-transfer-encoding') ?? '')) {
        throw malformed('Its parts must be sent as they are.');
      }
      const type = headers.get('content-type') ?? '';
      types.push(type);
      // The JSON may specify the type if the part doesn't.
      digest.isKept = type === '' || target.keeps(type);
    },
    onBytes(index, bytes) {
      if (index === MEDIA) digest.add(bytes);
      else {
        length += bytes.length;
        if (length > service.limits.bodyBytes) throw malformed('Its JSON is too long.');
        texts.push(Buffer.from(bytes));
      }
    },
  });
  if (!(await readWhole(exchange, (chunk) => parser.push(chunk)))) return undefined;
  if (!parser.isEnded || types.length !== 2) throw malformed('It must have two parts and an end.');
  if (!/^application\/json\b/i.test(types[METADATA] ?? '')) {
    throw malformed('Its first part must be application/json.');
  }
  const text = Buffer.concat(texts).toString('utf8');
  entry.body = service.redactor.text(text);
  const json: JsonValue = text.trim() === '' ? {} : parseJson(text);
  const metadata = readMetadata(exchange, json);
  const mimeType = mimeTypeOf(row, types[MEDIA] ?? '', metadata.mimeType);
  return finished(createFromUpload(exchange, metadata.request, digest.content(exchange, mimeType)));
}

// Maximum overhead of boundary and JSON in bytes.
const AROUND = 64 * 1024;

/** Returns whether the body is complete. Throws 400 if it exceeds the file size limit. */
async function readWhole(
  exchange: UploadExchange,
  take: (chunk: Buffer) => void,
): Promise<boolean> {
  const { service, request, gone, entry, target } = exchange;
  const { clock, limits } = service;
  target.checkSize(exchange, Math.max(0, Number(request.headers['content-length'] ?? 0) - AROUND));
  let problem: StatusError | undefined;
  const received = await receiveBody(
    request,
    (chunk) => {
      try {
        if (!problem) take(chunk);
      } catch (error) {
        // Read and drop the rest, because clients don't read a response while sending.
        if (error instanceof MultipartError) problem = malformed(error.message);
        else if (error instanceof StatusError) problem = error;
        else throw error;
      }
    },
    { clock, signal: gone, limit: limits.fileBytes + limits.bodyBytes },
  );
  entry.bodyBytes = received.bytes;
  if (problem) throw problem;
  if (received.end === 'tooLong') target.checkSize(exchange, limits.fileBytes + 1);
  return received.end === 'whole';
}

/** The error message isn't published. */
function malformed(problem: string): StatusError {
  return new StatusError(400, `Invalid multipart request. ${problem}`);
}

function finished(json: string): UploadResponse {
  return { status: 200, json };
}
