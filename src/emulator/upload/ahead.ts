import { once } from 'node:events';
import type { JsonObject } from '../../api/schema/row';
import { boundaryOf, MultipartError, MultipartParser } from '../../base/multipart';
import { jsonIn } from '../http';
import { StatusError } from '../status';
import { headerOf, protocolOf, type UploadExchange } from './exchange';
import { readMetadata } from './uploaded';

/** A request that begins an upload, of which nothing is read. */
export type Beginning = Pick<
  UploadExchange,
  'entry' | 'gone' | 'request' | 'row' | 'service' | 'url' | 'version'
>;

/** Bytes of a request that are read ahead: its metadata may be longer, and then nothing is known of it. */
const MOST_BYTES = 64 * 1024;

/**
 * What an upload says of its bytes before they are taken: all of the request is there to be read afterwards. Nothing where
 * that makes no sense, which whoever takes the request tells.
 */
export async function metadataAhead(beginning: Beginning): Promise<JsonObject> {
  const { name } = protocolOf(beginning);
  const type = headerOf(beginning.request, 'content-type');
  try {
    const text =
      name === 'resumable'
        ? (await readAhead(beginning)).toString()
        : name === 'multipart'
          ? firstPartOf(await readAhead(beginning), boundaryOf(type) ?? '')
          : '';
    return readMetadata(beginning, text.trim() === '' ? {} : jsonIn(text)).request;
  } catch (error) {
    if (error instanceof StatusError || error instanceof MultipartError) return {};
    throw error;
  }
}

/** The first bytes of a request, which stay in it; fewer where it ends, or its client leaves. */
async function readAhead({ request, gone }: Beginning): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  // Whoever reads past the end of a request cannot put anything back.
  const isOver = (): boolean => request.complete && request.readableLength === 0;
  while (size < MOST_BYTES && !isOver() && !request.destroyed) {
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

function firstPartOf(bytes: Buffer, boundary: string): string {
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
