import { AppError } from '../../base/errors';
import { checkMimeType, type PlainRequest } from '../request';
import type { Version } from '../versions';
import type { StreamedBody } from './part';
import type { UploadInput } from './upload';

/** `X-Goog-Upload-Command` on the address of an upload. */
type Command = 'upload' | 'upload, finalize' | 'finalize' | 'query' | 'cancel';

// Bytes: what the service takes in one file.
const MOST = 2_147_483_648;

const UPLOAD = { operation: 'media.upload', method: 'POST', query: {} } as const;

/**
 * The request that begins an upload. What describes the file goes in its body alone, where any character can stand.
 * Throws `AppError` (`tooLarge`, `badMediaType`).
 */
export function startRequest({ source, file }: UploadInput, version: Version): PlainRequest {
  checkSize(source.size);
  const { name, displayName, mimeType } = file;
  checkMimeType(mimeType);
  return {
    ...UPLOAD,
    version,
    path: pathOf(version),
    body: {
      file: {
        ...(displayName === undefined ? {} : { displayName }),
        ...(name === undefined ? {} : { name }),
        mimeType,
      },
    },
    upload: {
      headers: {
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-length': String(source.size),
        'x-goog-upload-header-content-type': mimeType,
      },
    },
  };
}

/** A request on the address of an upload, with bytes of the file where the command brings some. */
export function commandRequest(
  command: Command,
  target: string,
  version: Version,
  piece?: { readonly offset: number; readonly content: StreamedBody },
): PlainRequest {
  const headers = {
    'x-goog-upload-command': command,
    ...(piece && {
      'x-goog-upload-offset': String(piece.offset),
      'content-type': 'application/octet-stream',
      'content-length': String(piece.content.length),
    }),
  };
  const path = pathOf(version);
  const content = piece && { content: piece.content };
  return { ...UPLOAD, version, path, upload: { headers, target, ...content } };
}

/** Throws `AppError` (`tooLarge`) for more bytes than the service takes. */
export function checkSize(size: number): void {
  if (size <= MOST) return;
  throw new AppError(
    'tooLarge',
    `The file has ${bytes(size)}; the service takes ${bytes(MOST)} (2 GiB) at most.`,
    { hint: 'Nothing was sent. Split the file, or make it smaller.' },
  );
}

function pathOf(version: Version): string {
  return `/upload/${version}/files`;
}

function bytes(count: number): string {
  return `${count.toLocaleString('en-US')} bytes`;
}
