import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../../src/base/json';
import type { Emulator } from '../../../src/emulator/options';
import { ask, RecordingStage } from './recorded';

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
      ...{ ...KEY, 'content-type': 'application/json', 'x-goog-upload-protocol': 'resumable' },
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
    ...{ ...KEY, 'x-goog-upload-protocol': 'multipart' },
    'content-type': `multipart/related; boundary=${boundary}`,
  };
  const answer = await fetch(`${baseUrl}/upload/v1beta/files`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

async function control(emulator: Emulator, action: string, body: JsonObject): Promise<void> {
  const token = { 'x-emulator-control': emulator.controlToken };
  const { status, text } = await ask(emulator, `/$emulator/${action}`, body, token);
  assert.equal(status, 200, text);
}

describe('recordings of uploads and streams', () => {
  const stage = new RecordingStage();
  const limits = { uploadGranularity: 1024 };
  const bytes = Buffer.from('0123456789abcdef'.repeat(100));
  beforeEach(() => stage.begin());
  afterEach(() => stage.end());

  it('sends uploads where those go, where that is not the upstream', async () => {
    const [upstream, uploads] = [await stage.upstream(), await stage.upstream()];
    const emulator = await stage.start({ mode: 'generate' });
    const led = { upstream: upstream.baseUrl, uploads: uploads.baseUrl };
    await control(emulator, 'mode', { mode: 'record', ...led });
    const headers = { 'x-goog-api-key': uploads.apiKey };
    assert.equal((await multipart(emulator, 'Text.')).status, 200);
    const filesOf = async ({ baseUrl }: Emulator): Promise<number> => {
      const answer = await fetch(`${baseUrl}/v1beta/files`, { headers });
      return ((await answer.json()) as { readonly files?: readonly object[] }).files?.length ?? 0;
    };
    const before = await filesOf(upstream);
    assert.equal(await filesOf(uploads), before + 1);
  });

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
      ...{ method: 'POST', path: '/v1beta/files' },
      upload: {
        ...{ bytes: 1600, mimeType: 'text/plain' },
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

  it('has the parts of a multipart upload, whatever stands between them', async () => {
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    const recorded = await multipart(recording, 'Some text.');
    assert.equal(recorded.status, 200, recorded.text);
    await recording.close();
    const replay = await stage.start({ mode: 'replay' });
    const again = await multipart(replay, 'Some text.');
    assert.deepEqual([again.status, again.text.length], [200, recorded.text.length]);
    const other = await multipart(replay, 'Other text.');
    assert.equal(other.status, 404);
  });

  it('relays what is missing of uploads, and plays what is there', async () => {
    const upstream = await stage.upstream({ limits });
    const both = await stage.start(
      { mode: 'record-missing', upstream: upstream.baseUrl },
      { limits },
    );
    await resumable(both, bytes);
    const before = upstream.served()[0]?.requests;
    const again = await stage.start(
      { mode: 'record-missing', upstream: upstream.baseUrl },
      { limits },
    );
    assert.equal((await resumable(again, bytes)).status, 200);
    assert.equal(upstream.served()[0]?.requests, before);
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
      await control(recording, 'mocks', { mocks: [rule] });
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

  it('lets rules answer them by what they say of their bytes, and relays the others whole', async () => {
    const upstream = await stage.upstream({ limits });
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl }, { limits });
    const rules = ['A file', 'Another file'].map((name, index) => ({
      when: { operation: 'media.upload', body: { '$.file.displayName': name } },
      ...{ responses: [{ raw: { file: { name: `files/ruled-${index}` } } }], then: 'fall-through' },
    }));
    await control(recording, 'mocks', { mocks: rules });
    assert.match((await resumable(recording, bytes)).text, /files\/ruled-0/);
    assert.match((await multipart(recording, 'Text.')).text, /files\/ruled-1/);
    const long = 'Text.'.repeat(40_000);
    for (const upload of [resumable(recording, bytes), multipart(recording, long)]) {
      const { status, text } = await upload;
      assert.deepEqual([status, /ruled/.test(text)], [200, false], text);
    }
    const empty = await fetch(`${recording.baseUrl}/upload/v1beta/files?uploadType=resumable`, {
      ...{
        method: 'POST',
        headers: KEY,
        duplex: 'half',
        body: new ReadableStream({ start: (to) => to.close() }),
      },
    });
    assert.equal(empty.status, 200, await empty.text());
    await recording.close();
    const sizes = Object.values(await stage.files()).map(
      (text) =>
        (JSON.parse(text) as { readonly request: { readonly upload: { readonly bytes: number } } })
          .request.upload.bytes,
    );
    assert.deepEqual(sizes, [bytes.length, long.length]);
  });

  it('passes the events of a stream on as they come, with their time', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"n": 1}\r\n\r\n');
      // The end waits for the client to have the beginning.
      server.once('go', () =>
        response.end(': note\nevent: last\nid: 7\ndata: {"b": 1, "a": 2}\n\ndata: [DONE]\n\n'),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const recording = await stage.start({ mode: 'record', upstream: `http://127.0.0.1:${port}` });
    const path = '/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse';
    const askIn = (baseUrl: string): Promise<Response> =>
      fetch(baseUrl + path, {
        ...{ method: 'POST', body: '{}', headers: { ...KEY, 'content-type': 'application/json' } },
      });
    const answer = await askIn(recording.baseUrl);
    const pieces: string[] = [];
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      pieces.push(piece);
      if (pieces.length === 1) server.emit('go');
    }
    assert.equal(pieces[0], 'data: {"n": 1}\r\n\r\n');
    await recording.close();
    server.close();
    const [text = ''] = Object.values(await stage.files());
    const { response } = JSON.parse(text) as {
      readonly response: {
        readonly events: readonly { readonly ms: number }[];
        readonly order: unknown;
      };
    };
    assert.deepEqual(
      response.events.map(({ ms: _ms, ...rest }) => rest),
      [
        { data: { n: 1 } },
        { comment: ' note', data: { a: 2, b: 1 }, event: 'last', id: '7' },
        { text: '[DONE]' },
      ],
    );
    assert.deepEqual(response.order, ['b a']);
    const replay = await stage.start({ mode: 'replay' });
    const again = await (await askIn(replay.baseUrl)).text();
    assert.equal(
      again.replaceAll('\r\n', '\n'),
      'data: {"n":1}\n\n: note\nevent: last\nid: 7\ndata: {"b":1,"a":2}\n\ndata: [DONE]\n\n',
    );
  });
});
