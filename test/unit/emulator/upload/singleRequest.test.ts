import assert from 'node:assert/strict';
import { multipartBody } from '../../wire/multipart';
import { ask, useEmulator } from '../wire';
import { bytesOf, fileOf, GRANULE, hashOf, uploadRaw } from './uploading';

describe('emulator: uploads in one request', () => {
  const emulator = useEmulator({ seed: 'empty', limits: { fileBytes: 64 * GRANULE } });
  const head = 'Content-Type: application/json; charset=utf-8';
  const picture = Buffer.from('\r\n--B\r\n\r\n--b--\r\n\u0000ÿ--', 'latin1');

  function multipart(
    raw: Uint8Array,
    headers: { readonly [name: string]: string } = { 'x-goog-upload-protocol': 'multipart' },
    path = '/upload/v1beta/files',
  ): ReturnType<typeof ask> {
    const type = 'multipart/related; boundary=Bound';
    return ask(emulator(), path, { raw, headers: { 'content-type': type, ...headers } });
  }

  it('takes JSON and bytes together, in both styles and on both paths', async () => {
    const body = multipartBody('Bound', [
      { head, bytes: Buffer.from('{"file":{"displayName":"Both"}}') },
      { head: 'Content-Type: image/gif', bytes: picture },
    ]);
    for (const answer of [
      await multipart(body),
      await multipart(body, {}, '/upload/v1beta/files?uploadType=multipart'),
      await multipart(body, {}, '/resumable/upload/v1beta/files?upload_protocol=multipart'),
    ]) {
      const { displayName, mimeType, sizeBytes, sha256Hash, state } = fileOf(answer);
      assert.deepEqual(
        [displayName, mimeType, sizeBytes, sha256Hash, state],
        ['Both', 'image/gif', String(picture.length), hashOf(picture), 'ACTIVE'],
      );
    }
  });

  it('takes bytes alone', async () => {
    const raw = fileOf(await uploadRaw(emulator(), picture, 'audio/mpeg'));
    assert.deepEqual([raw.mimeType, raw.sha256Hash], ['audio/mpeg', hashOf(picture)]);
  });
});

describe('emulator: uploads of the older style', () => {
  const KIB_256 = 256 * 1024;
  const emulator = useEmulator({ seed: 'empty' });

  async function beginOlder(length?: number): Promise<string> {
    const answer = await ask(emulator(), '/resumable/upload/v1beta/files?uploadType=resumable', {
      body: { file: { displayName: 'Older' } },
      headers: {
        'x-upload-content-type': 'text/plain',
        ...(length === undefined ? {} : { 'x-upload-content-length': String(length) }),
      },
    });
    assert.equal(answer.status, 200, answer.text);
    return String(answer.headers.location).slice(emulator().baseUrl.length);
  }

  function put(path: string, range: string | undefined, raw: Uint8Array): ReturnType<typeof ask> {
    return ask(emulator(), path, {
      method: 'PUT',
      anonymous: true,
      raw,
      headers: {
        'content-type': 'text/plain',
        ...(range === undefined ? {} : { 'content-range': range }),
      },
    });
  }

  it('goes on with 308 until the last byte', async () => {
    const bytes = bytesOf(KIB_256 + 10);
    const path = await beginOlder(bytes.length);
    const none = await put(path, `bytes */${bytes.length}`, Buffer.alloc(0));
    assert.deepEqual([none.status, none.headers.range], [308, undefined]);
    const first = await put(path, `bytes 0-${KIB_256 - 1}/*`, bytes.subarray(0, KIB_256));
    assert.deepEqual([first.status, first.headers.range], [308, `bytes=0-${KIB_256 - 1}`]);
    assert.equal((await put(path, `bytes 0-9/${bytes.length}`, bytes.subarray(0, 10))).status, 400);
    const range = `bytes ${KIB_256}-${bytes.length - 1}/${bytes.length}`;
    const last = await put(path, range, bytes.subarray(KIB_256));
    const { displayName, mimeType, sha256Hash } = fileOf(last);
    assert.deepEqual([displayName, mimeType, sha256Hash], ['Older', 'text/plain', hashOf(bytes)]);
    const asked = await put(path, 'bytes */*', Buffer.alloc(0));
    assert.deepEqual([asked.status, asked.text], [200, last.text]);
  });
});
