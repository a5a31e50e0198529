import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { TransportError } from '../errors/transportError';
import { incomplete } from '../pieces';

/**
 * Undoes gzip as it arrives: what the server flushed comes out at once. Other encodings were not asked
 * for and are refused by their name, which must be free of secrets.
 */
export function decompress(
  body: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncIterable<Uint8Array> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  if (name === 'gzip' || name === 'x-gzip') return gunzip(body);
  throw new TransportError(
    'notJson',
    `The answer is encoded as ${name}, which was not asked for.`,
    {
      hint: 'Check the endpoint of the connection and the proxy.',
    },
  );
}

async function* gunzip(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const unzipped = createGunzip({ flush: constants.Z_SYNC_FLUSH });
  const source = Readable.from(body, { objectMode: false });
  // Failures come out of the loop below; the callback only keeps them from being thrown twice.
  pipeline(source, unzipped, () => undefined);
  try {
    for await (const chunk of unzipped) yield chunk as Buffer;
  } catch (error) {
    throw isZlibError(error) ? incomplete(error) : error;
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
