import { randomUUID } from 'node:crypto';
import type { Media } from './media';
import type { PlainRequest } from './request';

/** Headers that tell what a body is. */
export type BodyHeaders = Readonly<Record<string, string>>;

export interface RequestBody {
  readonly bytes: Buffer;
  readonly headers: BodyHeaders;
}

const JSON_HEADERS: BodyHeaders = { 'content-type': 'application/json' };

/** The bytes of a request's body: its JSON, with the media beside it where it uploads. */
export function requestBody({ body, media }: PlainRequest): RequestBody | undefined {
  if (body === undefined) return undefined;
  const json = JSON.stringify(body);
  return media ? multipart(json, media) : { bytes: Buffer.from(json), headers: JSON_HEADERS };
}

/** The service's multipart upload protocol: JSON first, then the bytes. */
function multipart(json: string, { contentType, data }: Media): RequestBody {
  const boundary = randomUUID();
  const head =
    `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${json}\r\n` +
    `--${boundary}\r\nContent-Type: ${contentType}\r\n\r\n`;
  return {
    bytes: Buffer.concat([Buffer.from(head), data, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: {
      'content-type': `multipart/related; boundary=${boundary}`,
      'x-goog-upload-protocol': 'multipart',
    },
  };
}
