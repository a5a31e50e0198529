import assert from 'node:assert/strict';
import type { Emulator } from '../../../src/emulator/options';
import { control } from '../emulator/wire';
import { useStage } from './recorded';

const KEY = { 'x-goog-api-key': 'a-made-up-key-1' };

interface Uploaded {
  readonly status: number;
  readonly text: string;
}

/** Uploads in three requests: start, two chunks. */
async function resumable({ baseUrl }: Emulator, bytes: Buffer): Promise<Uploaded> {
  const metadata = { file: { displayName: 'A file', mimeType: 'text/plain' } };
  const start = await fetch(`${baseUrl}/upload/v1beta/files`, {
    method: 'POST',
    headers: {
      ...KEY,
      'content-type': 'application/json',
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'x-goog-upload-header-content-type': 'text/plain',
      'x-goog-upload-header-content-length': String(bytes.length),
    },
    body: JSON.stringify(metadata),
  });
  await start.arrayBuffer();
  const address = start.headers.get('x-goog-upload-url') ?? '';
  assert.ok(address.startsWith(baseUrl), address);
  const granularity = Number(start.headers.get('x-goog-upload-chunk-granularity'));
  const send = (from: number, to: number, command: string): Promise<Response> =>
    fetch(address, {
      method: 'POST',
      headers: { 'x-goog-upload-command': command, 'x-goog-upload-offset': String(from) },
      body: new Uint8Array(bytes.subarray(from, to)),
    });
  await (await send(0, granularity, 'upload')).arrayBuffer();
  const end = await send(granularity, bytes.length, 'upload, finalize');
  return { status: end.status, text: await end.text() };
}

/** Uploads in one request, with a boundary of its own each time. */
async function multipart({ baseUrl }: Emulator, text: string): Promise<Uploaded> {
  const boundary = `b${Math.random().toString(36).slice(2)}`;
  const metadata = JSON.stringify({ file: { displayName: 'Another file' } });
  const body = [
    `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${metadata}`,
    `--${boundary}\r\nContent-Type: text/plain\r\n\r\n${text}`,
    `--${boundary}--`,
  ].join('\r\n');
  const headers = {
    ...KEY,
    'x-goog-upload-protocol': 'multipart',
    'content-type': `multipart/related; boundary=${boundary}`,
  };
  const answer = await fetch(`${baseUrl}/upload/v1beta/files`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

describe('recordings of uploads and streams', () => {
  const stage = useStage();
  const limits = { uploadGranularity: 1024 };
  const bytes = Buffer.from('0123456789abcdef'.repeat(100));

  it('has a resumable upload as one exchange, and plays its protocol', async () => {
    const upstream = await stage.upstream({ limits });
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl }, { limits });
    const recorded = await resumable(recording, bytes);
    assert.equal(recorded.status, 200);
    await recording.close();
    await upstream.close();
    const files = await stage.files();
    const [name, ...others] = Object.keys(files);
    assert.match(name ?? '', /^0001-media\.upload-[\da-f]{8}\.json$/);
    assert.deepEqual(others, []);
    const { request } = JSON.parse(files[name ?? ''] ?? '') as { readonly request: object };
    assert.deepEqual(request, {
      body: { file: { displayName: 'A file', mimeType: 'text/plain' } },
      method: 'POST',
      path: '/v1beta/files',
      upload: {
        bytes: 1600,
        mimeType: 'text/plain',
        sha256: '1f1a5c83e53c9faa87badd5d17c45ffec49b137430c9817dd5c9420fd96aaa3e',
      },
    });
    const replay = await stage.start({ mode: 'replay' }, { limits });
    const again = await resumable(replay, bytes);
    const moved = (text: string, { baseUrl }: Emulator): string => text.replaceAll(baseUrl, '');
    assert.deepEqual(
      [again.status, moved(again.text, replay)],
      [200, moved(recorded.text, recording)],
    );
    assert.equal(replay.standIns.counts[0]?.hits, 1);
    const other = await resumable(replay, Buffer.from(bytes).fill('x', 0, 1));
    assert.equal(other.status, 404);
    assert.match(other.text, /upload\.sha256: recorded/);
  });

  it('lets rules answer uploads first, whatever records them, and relays the others', async () => {
    const upstream = await stage.upstream();
    for (const mode of ['record', 'record-missing']) {
      const recording = await stage.start({ mode, upstream: upstream.baseUrl }, { limits });
      const file = { name: 'files/ruled', displayName: 'By a rule' };
      const raw = { file };
      const answers = [{ raw }, { raw }];
      const rule = {
        when: { operation: 'media.upload' },
        responses: answers,
        then: 'fall-through',
      };
      await control(recording, 'POST', 'mocks', { mocks: [rule] });
      // Each of them is one that the rule answers, and after those the upstream does.
      assert.match((await resumable(recording, bytes)).text, /files\/ruled/);
      assert.match((await multipart(recording, 'Text.')).text, /files\/ruled/);
      const third = await multipart(recording, `Of the upstream, in ${mode}.`);
      assert.equal(third.status, 200, `${mode} ${third.text}`);
      assert.doesNotMatch(third.text, /ruled/);
      const [counts] = recording.standIns.counts;
      assert.deepEqual([counts?.recorded, counts?.misses], [1, 0]);
      await recording.close();
    }
  });
});
