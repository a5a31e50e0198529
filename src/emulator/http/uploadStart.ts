import { checkFileRequest } from '../files/addFile';
import { originOf } from './origin';
import { readJson } from './body';
import type { UploadAnswer } from './uploadAnswer';
import { bytesIn, headerOf, type UploadExchange } from './uploadExchange';
import { checkSize } from './uploadFinish';
import { mimeTypeOf, readMetadata } from './uploadMetadata';

const ANNOUNCED = 'x-goog-upload-header-';

/** Headers that tell of the bytes to come, in each style. */
interface StartHeaders {
  readonly length: string;
  readonly type: string;
}

/** Begins an upload of the X-Goog-Upload protocol: its address is in the answer's headers. */
export async function startUpload(exchange: UploadExchange): Promise<UploadAnswer> {
  const { service, request } = exchange;
  const id = await begin(exchange, {
    length: `${ANNOUNCED}content-length`,
    type: `${ANNOUNCED}content-type`,
  });
  const fault = service.uploadFaults.take(['start']);
  const url = addressOf(exchange, id, 'upload_protocol', 'resumable');
  const echoed = Object.keys(request.headers)
    .filter((name) => name.startsWith(ANNOUNCED))
    .map((name) => [name, headerOf(request, name)] as const);
  return {
    status: 200,
    headers: {
      ...Object.fromEntries(echoed),
      ...(fault?.hides === 'url'
        ? {}
        : {
            'x-goog-upload-url': url,
            'x-goog-upload-control-url': url,
            'x-guploader-uploadid': id,
          }),
      ...(fault?.hides === 'status' ? {} : { 'x-goog-upload-status': 'active' }),
      'x-goog-upload-chunk-granularity': String(service.uploads.granularity),
    },
  };
}

/** Begins an upload of the older protocol. */
export async function startLegacy(exchange: UploadExchange): Promise<UploadAnswer> {
  const id = await begin(exchange, {
    length: 'x-upload-content-length',
    type: 'x-upload-content-type',
  });
  const location = addressOf(exchange, id, 'uploadType', 'resumable');
  return { status: 200, headers: { location, 'x-guploader-uploadid': id } };
}

async function begin(exchange: UploadExchange, { length, type }: StartHeaders): Promise<string> {
  const { service, request, entry, version } = exchange;
  const { json, text } = await readJson(request, service.limits.bodyBytes);
  entry.bodyBytes = Buffer.byteLength(text);
  entry.body = service.redactor.text(text);
  const metadata = readMetadata(exchange, json);
  const declared = bytesIn(request, length);
  const { world, uploads } = service;
  return world.state.transaction(() => {
    checkFileRequest(world, metadata.file);
    checkSize(exchange, declared ?? 0);
    return uploads.begin({
      version,
      file: metadata.file,
      mimeType: mimeTypeOf(headerOf(request, type), metadata.mimeType),
      ...(declared === undefined ? {} : { declared }),
    });
  });
}

/** It lies where the request was sent, and carries the key where that came in the query. */
function addressOf(
  { request, url }: UploadExchange,
  id: string,
  protocol: string,
  value: string,
): string {
  const query = new URLSearchParams({ upload_id: id, [protocol]: value });
  const key = url.query.get('key');
  if (key !== null) query.set('key', key);
  return `${originOf(request)}${url.path}?${query.toString()}`;
}
