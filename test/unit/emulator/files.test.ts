import assert from 'node:assert/strict';
import { startEmulator } from '../../../src/emulator/server';
import { FakeClock } from '../../fakes/clock';
import { bytesOf, hashOf, uploadFile, type File } from './upload/uploading';
import { ask, errorOf, json, useEmulator } from './wire';

const HOUR_MS = 60 * 60 * 1000;

describe('emulator: files', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ seed: 'empty', clock });

  async function get(name = ''): Promise<File> {
    return await json(emulator(), `/v1beta/${name}`);
  }

  async function upload(displayName: string, mimeType: string, size = 10): Promise<File> {
    return await uploadFile(emulator(), bytesOf(size), { mimeType, file: { displayName } });
  }

  it('says 403 for what is not there', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await ask(emulator(), '/v1beta/files/nobody-has-it', { method });
      assert.equal(answer.status, 403);
      assert.deepEqual(errorOf(answer), {
        code: 403,
        message: 'You do not have permission to access the File nobody-has-it or it may not exist.',
        status: 'PERMISSION_DENIED',
      });
    }
    const { name } = await upload('Gone.txt', 'text/plain');
    const gone = await ask(emulator(), `/v1beta/${name}`, { method: 'DELETE' });
    assert.deepEqual(JSON.parse(gone.text), {});
    assert.equal((await ask(emulator(), `/v1beta/${name}`)).status, 403);
  });

  it('lists ten at a time, a hundred at most', async () => {
    for (const file of await all()) {
      await ask(emulator(), `/v1beta/${file.name}`, { method: 'DELETE' });
    }
    for (let index = 0; index < 102; index += 1) {
      await json(emulator(), '/v1beta/files', { file: { name: `files/n-${index}` } });
    }
    const first = await list('');
    assert.equal(first.files?.length, 10);
    const next = await list(`?pageToken=${first.nextPageToken}`);
    assert.equal(next.files?.[0]?.name, 'files/n-10');
    const most = await list('?pageSize=1000');
    assert.equal(most.files?.length, 100);
    const rest = await list(`?pageSize=1000&pageToken=${most.nextPageToken}`);
    assert.deepEqual([rest.files?.length, rest.nextPageToken], [2, undefined]);
  });

  type List = { files?: File[]; nextPageToken?: string };

  async function list(query: string): Promise<List> {
    return await json(emulator(), `/v1beta/files${query}`);
  }

  async function all(): Promise<readonly File[]> {
    return (await list('?pageSize=100')).files ?? [];
  }

  it('processes videos for as long as their size makes it', async () => {
    const file = await upload('Clip.mp4', 'video/mp4', 5000);
    assert.deepEqual([file.state, file.videoMetadata], ['PROCESSING', undefined]);
    clock.advance(1000);
    assert.equal((await get(file.name)).state, 'PROCESSING');
    clock.advance(1);
    const ready = await get(file.name);
    assert.deepEqual([ready.state, ready.videoMetadata], ['ACTIVE', { videoDuration: '1s' }]);
    const took = Date.parse(ready.updateTime ?? '') - Date.parse(ready.createTime ?? '');
    assert.equal(took, 1001);
  });

  it('deletes a file 48 hours after it came', async () => {
    const body = { file: { name: 'files/short-lived' } };
    await json(emulator(), '/v1beta/files', body);
    clock.advance(48 * HOUR_MS - 1);
    assert.equal((await get('files/short-lived')).name, 'files/short-lived');
    assert.ok((await all()).some(({ name }) => name === 'files/short-lived'));
    clock.advance(1);
    assert.equal((await ask(emulator(), '/v1beta/files/short-lived')).status, 403);
    assert.deepEqual(await all(), []);
    // Its name is free again.
    await json(emulator(), '/v1beta/files', body);
  });

  it('gives back what it generated, with a credential, and nothing that was uploaded', async () => {
    const other = await startEmulator({ seed: 'demo' });
    try {
      const { files = [] } = (await json(other, '/v1beta/files?pageSize=100')) as unknown as List;
      const file = files.find(({ source }) => source === 'GENERATED');
      assert.equal(file?.downloadUri, `${other.baseUrl}/v1beta/${file?.name}:download?alt=media`);
      assert.equal(files.filter(({ downloadUri }) => downloadUri !== undefined).length, 1);
      const path = `/v1beta/${file.name}:download`;
      const answer = await ask(other, `${path}?alt=media`);
      assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'text/plain']);
      assert.equal(String(answer.text.length), file.sizeBytes);
      assert.equal(hashOf(Buffer.from(answer.text)), file.sha256Hash);
      assert.equal((await ask(other, `${path}?alt=media`, { anonymous: true })).status, 403);
      assert.equal((await ask(other, path)).text.trim(), '{}');
      const uploaded = files.find(({ source }) => source === 'UPLOADED')?.name;
      assert.equal((await ask(other, `/v1beta/${uploaded}:download?alt=media`)).status, 400);
    } finally {
      await other.close();
    }
  });
});

describe('emulator: room for files', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ seed: 'empty', clock, limits: { projectBytes: 100 } });

  it('has an end, and comes back when files expire', async () => {
    await uploadFile(emulator(), bytesOf(60));
    const body = { headers: { 'content-type': 'a/b', 'x-goog-upload-protocol': 'raw' } };
    const full = await ask(emulator(), '/upload/v1beta/files', { raw: bytesOf(41), ...body });
    assert.deepEqual([full.status, errorOf(full).status], [429, 'RESOURCE_EXHAUSTED']);
    await uploadFile(emulator(), bytesOf(40));
    clock.advance(48 * HOUR_MS);
    await uploadFile(emulator(), bytesOf(100));
  });
});
