import assert from 'node:assert/strict';
import { FakeClock } from '../../../fakes/clock';
import {
  begin,
  bytesOf,
  command,
  fileOf,
  GRANULE,
  hashOf,
  receivedBy,
  start,
  statusOf,
  uploadFile,
} from './uploading';
import { ask, control, errorOf, json, useEmulator } from '../wire';

describe('emulator: resumable uploads', () => {
  const clock = new FakeClock();
  const limits = { uploadGranularity: GRANULE, fileBytes: 64 * GRANULE };
  const emulator = useEmulator({ seed: 'empty', clock, limits });

  it('starts with headers only', async () => {
    const answer = await start(emulator(), { length: 5, file: { displayName: 'Five' } });
    assert.equal(answer.status, 200);
    assert.equal(answer.text, '');
    const { headers } = answer;
    assert.equal(statusOf(answer), 'active');
    assert.equal(headers['x-goog-upload-chunk-granularity'], String(GRANULE));
    assert.equal(headers['x-goog-upload-control-url'], headers['x-goog-upload-url']);
    const url = new URL(String(headers['x-goog-upload-url']));
    assert.equal(url.origin, emulator().baseUrl);
    assert.equal(url.searchParams.has('key'), false);
    assert.ok((url.searchParams.get('upload_id') ?? '').length >= 43);
  });

  it('takes chunk after chunk, by POST and by PUT', async () => {
    const bytes = bytesOf(3 * GRANULE + 100);
    const file = { name: 'files/three', displayName: 'Three and a bit', mimeType: 'x/ignored' };
    const path = await begin(emulator(), { length: bytes.length, file });
    for (const [index, method] of ['POST', 'PUT', 'POST'].entries()) {
      const offset = index * GRANULE;
      const raw = bytes.subarray(offset, offset + GRANULE);
      const answer = await command(emulator(), path, 'upload', { offset, raw, method });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(statusOf(answer), 'active');
      assert.equal(answer.text, '');
      assert.equal(await receivedBy(emulator(), path), offset + GRANULE);
    }
    const raw = bytes.subarray(3 * GRANULE);
    const last = await command(emulator(), path, 'upload, finalize', { offset: 3 * GRANULE, raw });
    assert.equal(statusOf(last), 'final');
    const made = fileOf(last);
    assert.deepEqual(
      { ...made, createTime: '', updateTime: '', expirationTime: '' },
      {
        name: 'files/three',
        displayName: 'Three and a bit',
        mimeType: 'image/png',
        sizeBytes: String(bytes.length),
        createTime: '',
        updateTime: '',
        expirationTime: '',
        sha256Hash: hashOf(bytes),
        uri: `${emulator().baseUrl}/v1beta/files/three`,
        state: 'ACTIVE',
        source: 'UPLOADED',
      },
    );
    assert.deepEqual(await json(emulator(), '/v1beta/files/three'), made);
    const again = await command(emulator(), path, 'query');
    assert.equal(statusOf(again), 'final');
    assert.equal(again.text, last.text);
    assert.equal(again.headers['x-goog-upload-size-received'], String(bytes.length));
  });

  it('ends an upload without bytes, or with all of them there, by finalize alone', async () => {
    const empty = await begin(emulator(), { length: 0 });
    const none = fileOf(await command(emulator(), empty, 'finalize'));
    assert.equal(none.sizeBytes, undefined);
    assert.equal(none.sha256Hash, hashOf(Buffer.alloc(0)));
    const raw = bytesOf(GRANULE);
    const path = await begin(emulator());
    await command(emulator(), path, 'upload', { offset: 0, raw });
    assert.equal(fileOf(await command(emulator(), path, 'finalize')).sha256Hash, hashOf(raw));
  });

  it('keeps less than it was sent where a fault says so, and goes on there', async () => {
    const bytes = bytesOf(4 * GRANULE);
    const path = await begin(emulator(), { length: bytes.length });
    const fault = { kind: 'upload-keep-less', keep: 2 * GRANULE + 9, granule: GRANULE };
    await control(emulator(), 'POST', 'faults', fault);
    const answer = await command(emulator(), path, 'upload, finalize', { offset: 0, raw: bytes });
    assert.deepEqual([answer.status, statusOf(answer)], [200, 'active']);
    assert.equal(await receivedBy(emulator(), path), 2 * GRANULE);
  });

  it('forgets what is cancelled', async () => {
    const path = await begin(emulator());
    await command(emulator(), path, 'upload', { offset: 0, raw: bytesOf(GRANULE) });
    for (const name of ['cancel', 'query', 'cancel']) {
      const answer = await command(emulator(), path, name);
      assert.equal(answer.status, 200);
      assert.equal(statusOf(answer), 'cancelled');
    }
    await violation(path, 'upload', { offset: GRANULE, raw: bytesOf(GRANULE) });
    await violation(path, 'finalize');
  });

  it('answers what breaks the rules with a bare 400, and keeps nothing of it', async () => {
    const raw = bytesOf(GRANULE);
    const path = await begin(emulator(), { length: 2 * GRANULE });
    await command(emulator(), path, 'upload', { offset: 0, raw });
    await violation(path, 'upload', { offset: 0, raw });
    await violation(path, 'upload', { offset: 2 * GRANULE, raw });
    await violation(path, 'upload', { raw });
    await violation(path, 'upload', { offset: GRANULE, raw: bytesOf(GRANULE - 1) });
    await violation(path, 'upload, finalize', { offset: GRANULE, raw: bytesOf(GRANULE + 1) });
    await violation(path, 'finalize');
    assert.equal(await receivedBy(emulator(), path), GRANULE);
    fileOf(await command(emulator(), path, 'upload, finalize', { offset: GRANULE, raw }));
    await violation(path, 'finalize');
    await violation(path, 'cancel');
    await violation(path.replace(/upload_id=[^&]+/, 'upload_id=other'), 'query');
  });

  async function violation(path: string, name: string, sent = {}): Promise<void> {
    const answer = await command(emulator(), path, name, sent);
    assert.equal(answer.status, 400, name);
    assert.equal(statusOf(answer), undefined);
  }

  it('refuses a start as other operations refuse', async () => {
    const path = '/upload/v1beta/files';
    const headers = { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' };
    const none = await ask(emulator(), path, { body: {}, anonymous: true, headers });
    assert.equal(none.status, 403);
    const unknown = await ask(emulator(), path, { body: { file: { nope: 1 } }, headers });
    assert.match(errorOf(unknown).message, /Unknown name "nope"/);
    assert.equal((await start(emulator(), { file: { name: 'files/UPPER' } })).status, 400);
    await uploadFile(emulator(), bytesOf(1), { file: { name: 'files/taken' } });
    const taken = await start(emulator(), { file: { name: 'files/taken' } });
    assert.deepEqual([taken.status, errorOf(taken).status], [409, 'ALREADY_EXISTS']);
    assert.equal((await start(emulator(), { mimeType: 'no type' })).status, 400);
    assert.equal((await ask(emulator(), path, { body: {} })).status, 400);
  });

  it('tells another granularity when it is asked to', async () => {
    await control(emulator(), 'POST', 'uploads', { granularity: 10 });
    const answer = await start(emulator());
    assert.equal(answer.headers['x-goog-upload-chunk-granularity'], '10');
    await control(emulator(), 'POST', 'uploads', { granularity: GRANULE });
  });

  it('keeps the address of an upload out of the log', async () => {
    const path = await begin(emulator());
    await command(emulator(), path, 'query');
    const id = new URLSearchParams(path.split('?')[1]).get('upload_id') ?? 'none';
    const log = JSON.stringify(await control(emulator(), 'GET', 'log'));
    assert.match(log, /media\.upload/);
    assert.equal(log.includes(id), false);
  });
});
