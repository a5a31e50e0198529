import { createHash } from 'node:crypto';
import type { JsonValue } from '../../api/schema/row';
import { parseJson } from '../http';
import { StatusError } from '../status';
import { receiveBody } from './chunk';
import { headerOf, type UploadAnswer, type UploadExchange } from './exchange';
import { boundaryOf, malformed, MultipartParser } from './multipart';
import { checkSize, createUploaded, mimeTypeOf, readMetadata } from './uploadedFile';
import { release } from './uploads';

const METADATA = 0;
const MEDIA = 1;

/** Counts bytes and digests them; no operation gives them back, so that they are not kept. */
class Digest {
  readonly #hash = createHash('sha256');
  bytes = 0;

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** An upload whose body is the bytes, and nothing else. Undefined where the client left before the end. */
export async function uploadRaw(exchange: UploadExchange): Promise<UploadAnswer | undefined> {
  const { request } = exchange;
  const given = headerOf(request, 'x-goog-upload-content-type');
  const mimeType = mimeTypeOf(given, headerOf(request, 'content-type'));
  const digest = new Digest();
  if (!(await readWhole(exchange, (chunk) => digest.add(chunk)))) return undefined;
  const content = { mimeType, bytes: digest.bytes, sha256: digest.sha256() };
  return finished(createUploaded(exchange, {}, content));
}

/** An upload in one `multipart/related` body: JSON, then the bytes. Undefined where the client left. */
export async function uploadMultipart(exchange: UploadExchange): Promise<UploadAnswer | undefined> {
  const { service, request, entry } = exchange;
  const digest = new Digest();
  const texts: Buffer[] = [];
  const types: string[] = [];
  const parser = new MultipartParser(boundaryOf(headerOf(request, 'content-type')), {
    onPart(index, headers) {
      if (index > MEDIA) throw malformed('It has more than two parts.');
      if (!/^(binary|8bit|7bit|)$/i.test(headers.get('content-transfer-encoding') ?? '')) {
        throw malformed('Its parts must be sent as they are.');
      }
      types.push(headers.get('content-type') ?? '');
    },
    onBytes(index, bytes) {
      if (index === MEDIA) digest.add(bytes);
      else if (Buffer.concat(texts).length + bytes.length > service.limits.bodyBytes) {
        throw malformed('Its JSON is too long.');
      } else texts.push(Buffer.from(bytes));
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
  const mimeType = mimeTypeOf(types[MEDIA] ?? '', metadata.mimeType);
  const content = { mimeType, bytes: digest.bytes, sha256: digest.sha256() };
  return finished(createUploaded(exchange, metadata.file, content));
}

// Around the bytes there are the boundary and the JSON.
const AROUND = 64 * 1024;

/** Whether the body came to its end. Throws 400 where it is too long for a file, whatever it holds. */
async function readWhole(
  exchange: UploadExchange,
  take: (chunk: Buffer) => void,
): Promise<boolean> {
  const { service, request, gone, entry } = exchange;
  const { clock, limits } = service;
  checkSize(exchange, Math.max(0, Number(request.headers['content-length'] ?? 0) - AROUND));
  let problem: StatusError | undefined;
  const received = await receiveBody(
    request,
    (chunk) => {
      try {
        if (!problem) take(chunk);
        release(chunk);
      } catch (error) {
        if (!(error instanceof StatusError)) throw error;
        // The rest is read and dropped, because a client that is still sending would not read the answer.
        problem = error;
      }
    },
    { clock, signal: gone, limit: limits.fileBytes + limits.bodyBytes },
  );
  entry.bodyBytes = received.bytes;
  if (problem) throw problem;
  if (received.end === 'tooLong') checkSize(exchange, limits.fileBytes + 1);
  return received.end === 'whole';
}

function finished(json: string): UploadAnswer {
  return { status: 200, json };
}
