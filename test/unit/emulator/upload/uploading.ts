import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Message } from '../../../../src/api/schema/infer';
import type { Emulator } from '../../../../src/emulator/options';
import { type Answer, ask } from '../wire';

export type File = Message<'File'>;

/** A granularity that small bodies can reach. */
export const GRANULE = 1024;

/** Bytes without a period that a granule could hide. */
export function bytesOf(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_none, index) => (index * 7 + (index >> 8)) % 251));
}

/** As the service writes a digest: its hexadecimal text, encoded once more. */
export function hashOf(bytes: Uint8Array): string {
  return Buffer.from(createHash('sha256').update(bytes).digest('hex')).toString('base64');
}

export interface Start {
  readonly mimeType?: string;
  readonly length?: number;
  readonly file?: { readonly [name: string]: unknown };
  readonly path?: string;
}

/** The first request of a resumable upload. */
export function start(emulator: Emulator, sent: Start = {}): Promise<Answer> {
  const { mimeType = 'image/png', length, file, path = '/upload/v1beta/files' } = sent;
  return ask(emulator, path, {
    method: 'POST',
    ...(file ? { body: { file } } : {}),
    headers: {
      'content-type': 'application/json',
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'x-goog-upload-header-content-type': mimeType,
      ...(length === undefined ? {} : { 'x-goog-upload-header-content-length': String(length) }),
    },
  });
}

/** Starts an upload, and answers its path with the query. */
export async function begin(emulator: Emulator, sent: Start = {}): Promise<string> {
  const answer = await start(emulator, sent);
  assert.equal(answer.status, 200, answer.text);
  const url = answer.headers['x-goog-upload-url'];
  assert.ok(typeof url === 'string', 'the start answers an address');
  assert.ok(url.startsWith(`${emulator.baseUrl}/`), url);
  return url.slice(emulator.baseUrl.length);
}

/** One command of an upload, without any credential. */
export function command(
  emulator: Emulator,
  path: string,
  name: string,
  {
    offset,
    raw,
    method = 'POST',
  }: { readonly offset?: number; readonly raw?: Uint8Array; readonly method?: string } = {},
): Promise<Answer> {
  return ask(emulator, path, {
    method,
    anonymous: true,
    ...(raw ? { raw } : {}),
    headers: {
      'content-type': 'application/octet-stream',
      'x-goog-upload-command': name,
      ...(offset === undefined ? {} : { 'x-goog-upload-offset': String(offset) }),
    },
  });
}

/** The file that a final answer tells of. */
export function fileOf(answer: Answer): File {
  assert.equal(answer.status, 200, answer.text);
  const { file } = JSON.parse(answer.text) as Message<'CreateFileResponse'>;
  assert.ok(file, answer.text);
  return file;
}

export function statusOf(answer: Answer): unknown {
  return answer.headers['x-goog-upload-status'];
}

/** How far an upload is, as a query tells. */
export async function receivedBy(emulator: Emulator, path: string): Promise<number> {
  const answer = await command(emulator, path, 'query');
  assert.equal(answer.status, 200, answer.text);
  return Number(answer.headers['x-goog-upload-size-received']);
}

/** An upload whose body is the bytes. */
export async function uploadRaw(
  emulator: Emulator,
  raw: Uint8Array,
  mimeType = 'image/png',
): Promise<Answer> {
  return await ask(emulator, '/upload/v1beta/files', {
    raw,
    headers: { 'content-type': mimeType, 'x-goog-upload-protocol': 'raw' },
  });
}

/** A whole resumable upload in one chunk. */
export async function uploadFile(
  emulator: Emulator,
  raw: Uint8Array,
  sent: Start = {},
): Promise<File> {
  const path = await begin(emulator, sent);
  return fileOf(await command(emulator, path, 'upload, finalize', { offset: 0, raw }));
}
