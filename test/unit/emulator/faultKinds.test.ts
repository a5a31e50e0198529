import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Emulator } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import { FakeClock } from '../../fakes/clock';
import { ask, control, errorOf, events, json, useEmulator } from './wire';
import { until } from '../../fakes/until';

const models = '/v1beta/models';
const generate = '/v1beta/models/emulator-flash:generateContent';
const stream = '/v1beta/models/emulator-flash:streamGenerateContent?alt=sse';
const body = { contents: [{ parts: [{ text: 'Hello [[echo]]Grüße, 世界 🌍' }] }] };

describe('emulator: faults on demand', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });
  const user = (): { readonly [name: string]: string } => ({
    authorization: `Bearer ${emulator().accessToken}`,
  });

  async function next(fault: object): Promise<void> {
    await control(emulator(), 'POST', 'faults', fault);
  }

  afterEach(() => control(emulator(), 'DELETE', 'faults'));

  it('sends an error inside a stream of status 200, and its status where nothing came before', async () => {
    await next({ kind: 'status', status: 503, after: 1 });
    const answer = await ask(emulator(), stream, { body });
    assert.equal(answer.status, 200);
    const all = events(answer.text);
    assert.equal((all.at(-1)?.error as JsonObject).status, 'UNAVAILABLE');
    await next({ kind: 'status', status: 503, after: 1 });
    assert.equal((await ask(emulator(), generate, { body })).status, 503);
  });

  it('answers as for an expired token, in the words for the operation', async () => {
    await next({ kind: 'expired-token', operation: 'corpora.list' });
    const answer = await ask(emulator(), '/v1beta/corpora', { headers: user() });
    assert.equal(answer.status, 401);
    assert.match(answer.text, /ACCESS_TOKEN_EXPIRED/);
    assert.match(answer.text, /RetrieverService\.ListCorpora/);
    assert.equal((await ask(emulator(), '/v1beta/corpora', { headers: user() })).status, 200);
  });

  it('cuts an answer after so many bytes, and lets a shorter one be', async () => {
    const whole = (await ask(emulator(), models)).text;
    for (const at of [1, 100, Buffer.byteLength(whole) - 1]) {
      await next({ kind: 'reset', at });
      const cut = await ask(emulator(), models);
      assert.equal(cut.broken, true);
      assert.equal(cut.text, whole.slice(0, at));
    }
    await next({ kind: 'reset', at: 1_000_000 });
    assert.deepEqual((await ask(emulator(), models)).text, whole);
    const { entries } = await control(emulator(), 'GET', 'log');
    const resets = (entries as readonly JsonObject[]).slice(-4).map(({ reset }) => reset === true);
    assert.deepEqual(resets, [true, true, true, false]);
  });

  it('stalls after so many bytes, until the client leaves', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      void next({ kind: 'stall', at: 10 }).then(() => {
        const { hostname, port } = new URL(emulator().baseUrl);
        let seen = '';
        const socket = connect(Number(port), hostname, () => {
          const key = `x-goog-api-key: ${emulator().apiKey}`;
          socket.write(`GET ${models} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${key}\r\n\r\n`);
        });
        socket.on('data', (chunk: Buffer) => {
          seen += chunk.toString('latin1');
          // The chunk of ten bytes has come, and the one that ends the answer never does.
          if (/\r\n\r\na\r\n.{10}\r\n$/s.test(seen)) {
            socket.destroy();
            resolve(seen);
          }
        });
        socket.once('error', reject);
      }, reject);
    });
    assert.ok(!text.endsWith('0\r\n\r\n'));
  });

  it('writes a stream byte by byte, also inside characters and line ends', async () => {
    const plain = await ask(emulator(), stream, { body });
    await next({ kind: 'split', bytes: 1 });
    const { hostname, port } = new URL(emulator().baseUrl);
    const sent = JSON.stringify(body);
    const raw = await new Promise<string>((resolve, reject) => {
      let seen = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `POST ${stream} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n` +
            `x-goog-api-key: ${emulator().apiKey}\r\ncontent-type: application/json\r\n` +
            `content-length: ${Buffer.byteLength(sent)}\r\n\r\n${sent}`,
        ),
      );
      socket.on('data', (chunk: Buffer) => (seen += chunk.toString('latin1')));
      socket.once('close', () => resolve(seen)).once('error', reject);
    });
    const framed = raw.slice(raw.indexOf('\r\n\r\n') + 4);
    const bytes = [...framed.matchAll(/1\r\n([^])\r\n/g)].map(([, byte]) => byte);
    // Nothing but chunks of one byte, and the end.
    assert.equal(framed.length, 6 * bytes.length + '0\r\n\r\n'.length);
    const text = Buffer.from(bytes.join(''), 'latin1').toString();
    assert.ok(Buffer.byteLength(text) > text.length);
    const ids = /"responseId":"[^"]*"/g;
    assert.equal(text.replace(ids, ''), plain.text.replace(ids, ''));
  });

  it('is slow to the first byte', async () => {
    await next({ kind: 'slow', latency: 3000, operation: 'models.list' });
    const answer = ask(emulator(), models);
    await until(() => clock.pending > 0);
    clock.advance(2999);
    assert.equal(clock.pending, 1);
    clock.advance(1);
    assert.equal((await answer).status, 200);
  });

  it('leaves out why an answer ended', async () => {
    for (const path of [generate, stream]) {
      assert.match((await ask(emulator(), path, { body })).text, /finishReason/);
      await next({ kind: 'no-finish' });
      const answer = await ask(emulator(), path, { body });
      assert.equal(answer.status, 200);
      assert.doesNotMatch(answer.text, /finishReason/);
      assert.match(answer.text, /世界/);
    }
  });

  it('does what was asked, and loses the answer', async () => {
    await next({ kind: 'lost-answer', operation: 'corpora.create' });
    const create = ask(emulator(), '/v1beta/corpora', {
      body: { name: 'corpora/lost' },
      headers: user(),
    });
    await assert.rejects(create, /ECONNRESET|socket hang up/);
    const found = await ask(emulator(), '/v1beta/corpora/lost', { headers: user() });
    assert.equal(found.status, 200);
  });

  it('hides what is new for a while: not found, not listed, no parent, and yet taken', async () => {
    const send = (path: string, sent?: object): ReturnType<typeof ask> =>
      ask(emulator(), `/v1beta/${path}`, { headers: user(), ...(sent ? { body: sent } : {}) });
    await next({ kind: 'unseen', seconds: 30, operation: 'corpora.create' });
    assert.equal((await send('corpora', { name: 'corpora/new' })).status, 200);
    assert.equal((await send('corpora/new')).status, 403);
    assert.equal((await send('corpora/new/documents', {})).status, 403);
    assert.doesNotMatch((await send('corpora?pageSize=1')).text, /corpora\/new/);
    assert.equal((await send('corpora', { name: 'corpora/new' })).status, 409);
    await control(emulator(), 'POST', 'clock', { advanceSeconds: 30 });
    assert.equal((await send('corpora/new')).status, 200);
    assert.equal((await send('corpora/new/documents', {})).status, 200);
    await next({ kind: 'unseen', operation: 'corpora.documents.create' });
    const made = await send('corpora/new/documents', { name: 'corpora/new/documents/late' });
    assert.equal(made.status, 200);
    assert.equal((await send('corpora/new/documents/late')).status, 404);
    assert.doesNotMatch((await send('corpora/new/documents')).text, /late/);
  });

  it('goes on for every request with a count of 0, until it is cleared', async () => {
    await next({ kind: 'status', operation: 'models.list', count: 0 });
    for (let time = 0; time < 3; time += 1) {
      assert.equal((await ask(emulator(), models)).status, 503);
    }
    assert.equal((await control(emulator(), 'GET', 'state')).faults, 1);
    await control(emulator(), 'DELETE', 'faults');
    assert.equal((await ask(emulator(), models)).status, 200);
  });

  it('refuses faults that can mean nothing', async () => {
    const headers = { 'x-emulator-control': emulator().controlToken };
    for (const [fault, said] of [
      [{ kind: 'meteor' }, /kind must be one of status, .*upload-slow/],
      [
        { kind: 'reset', bytes: 1 },
        /reset has no field bytes\. Its fields are kind, operation, count, after, at/,
      ],
      [{ kind: 'reset', at: -1 }, /at must be a whole number/],
      [{ kind: 'split', operation: 'oauth.token' }, /isn’t supported for oauth\.token/],
      [{ kind: 'lost-answer', operation: 'oauth.token' }, /isn’t supported for oauth/],
      [{ kind: 'status', count: 1.5 }, /count must be/],
    ] as const) {
      const answer = await ask(emulator(), '/$emulator/faults', { body: fault, headers });
      assert.equal(answer.status, 400);
      assert.match(errorOf(answer).message, said);
    }
  });

  it('waits from the start where the options say so', async () => {
    const faults = [{ kind: 'status', status: 500, operation: 'models.list' }];
    const other: Emulator = await startEmulator({ faults });
    try {
      assert.equal((await ask(other, models)).status, 500);
      assert.ok(await json(other, models));
    } finally {
      await other.close();
    }
  });
});
