import { once } from 'node:events';
import type { JsonObject } from '../../api/schema/row';
import { boundaryOf, MultipartError, MultipartParser } from '../../base/multipart';
import { jsonIn } from '../http';
import { StatusError } from '../status';
import { headerOf, protocolOf, type UploadExchange } from './exchange';
import { readMetadata } from './finishUpload';

export type UploadStart = Pick<
  UploadExchange,
  'entry' | 'gone' | 'request' | 'row' | 'service' | 'url' | 'version'
>;

/** Maximum number of bytes to peek. Longer metadata is ignored. */
const MAX_BYTES = 64 * 1024;

/**
 * Returns the metadata of an upload without consuming the body. Empty if invalid; the upload handler reports
 * the error.
 */
export async function peekMetadata(beginning: UploadStart): Promise<JsonObject> {
  const { name } = protocolOf(beginning);
  const type = headerOf(beginning.request, 'content-type');
  try {
    const text =
      name === 'resumable'
        ? (await peekBytes(beginning)).toString()
        : name === 'multipart'
          ? firstMultipartPart(await peekBytes(beginning), boundaryOf(type) ?? '')
          : '';
    return readMetadata(beginning, text.trim() === '' ? {} : jsonIn(text)).request;
  } catch (error) {
    if (error instanceof StatusError || error instanceof MultipartError) return {};
    throw error;
  }
}

/**
 * Peeks at the start of a request body. Returns less if the body ends or the client disconnects.
 */
async function peekBytes({ request, gone }: UploadStart): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  // `unshift` isn't allowed after the end of a request.
  const isOver = (): boolean => request.complete && request.readableLength === 0;
  while (size < MAX_BYTES && !isOver() && !request.destroyed) {
    const piece = request.read() as Buffer | null;
    if (piece) {
      pieces.push(piece);
      size += piece.length;
    } else {
      await once(request, 'readable', { signal: gone }).catch(() => 'It is destroyed then.');
    }
  }
  const bytes = Buffer.concat(pieces);
  if (size > 0 && !request.destroyed) request.unshift(bytes);
  return bytes;
}

function firstMultipartPart(bytes: Buffer, boundary: string): string {
  const pieces: Buffer[] = [];
  const parser = new MultipartParser(boundary, {
    onPart: () => undefined,
    onBytes(index, piece) {
      if (index === 0) pieces.push(piece);
    },
  });
  parser.push(bytes);
  return Buffer.concat(pieces).toString();
}
