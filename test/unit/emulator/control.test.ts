import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Emulator } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import { FakeClock } from '../../fakes/clock';
import { ask, control, errorOf, events, json, useEmulator } from './wire';
import { until } from '../../fakes/until';

const models = '/v1beta/models';
const stream = '/v1beta/models/emulator-flash:streamGenerateContent?alt=sse';
const body = { contents: [{ parts: [{ text: 'Hello' }] }] };

async function log(emulator: Emulator): Promise<readonly JsonObject[]> {
  return (await control(emulator, 'GET', 'log')).entries as readonly JsonObject[];
}

describe('emulator: control', () => {
  const emulator = useEmulator();

  it('needs the token', async () => {
    for (const headers of [
      {},
      { 'x-emulator-control': 'wrong' },
      { 'x-emulator-control': emulator().apiKey },
    ]) {
      const answer = await ask(emulator(), '/$emulator/state', { headers });
      assert.equal(answer.status, 403);
    }
  });

  it('says what it does not know and what is wrong', async () => {
    const headers = { 'x-emulator-control': emulator().controlToken };
    assert.equal((await ask(emulator(), '/$emulator/nothing', { headers })).status, 404);
    for (const [path, wrong] of [
      ['speed', { rate: -1 }],
      ['speed', { latency: 'slow' }],
      ['key', { expired: 1 }],
      ['models', { models: [{ name: '../etc' }] }],
    ] as const) {
      const answer = await ask(emulator(), `/$emulator/${path}`, { headers, body: wrong });
      assert.equal(answer.status, 400, path);
    }
  });

  it('makes the next requests to an operation fail, and no others', async () => {
    const fault = {
      operation: 'models.list',
      kind: 'status',
      status: 503,
      message: 'Busy.',
      headers: { 'retry-after': '3' },
    };
    await control(emulator(), 'POST', 'faults', { ...fault, count: 2 });
    assert.equal((await ask(emulator(), `${models}/emulator-flash`)).status, 200);
    for (let time = 0; time < 2; time += 1) {
      const answer = await ask(emulator(), models);
      assert.deepEqual([answer.status, errorOf(answer).message], [503, 'Busy.']);
      assert.equal(answer.headers['retry-after'], '3');
    }
    assert.equal((await ask(emulator(), models)).status, 200);
  });

  it('breaks a stream after some pieces', async () => {
    await control(emulator(), 'POST', 'faults', { kind: 'reset', after: 2 });
    const answer = await ask(emulator(), stream, { body });
    assert.equal(answer.broken, true);
    assert.equal(events(answer.text).length, 2);
    await control(emulator(), 'POST', 'faults', { kind: 'reset', count: 5 });
    await control(emulator(), 'DELETE', 'faults');
    assert.equal((await ask(emulator(), models)).status, 200);
  });

  it('lets the key expire, and models come and go', async () => {
    await control(emulator(), 'POST', 'key', { expired: true });
    const expired = await ask(emulator(), models);
    assert.equal(errorOf(expired).message, 'API key expired. Please renew the API key.');
    const { models: before } = await control(emulator(), 'GET', 'state');
    await control(emulator(), 'POST', 'key', { expired: false });
    await control(emulator(), 'POST', 'models', {
      count: 2,
      models: [{ name: 'models/mine', displayName: 'Mine' }],
    });
    assert.equal((await json(emulator(), `${models}/mine`)).displayName, 'Mine');
    assert.ok(await json(emulator(), `${models}/numbered-0002`));
    const { models: count } = await control(emulator(), 'DELETE', 'models?name=models/mine');
    assert.equal(count, Number(before) + 2);
    assert.equal((await ask(emulator(), `${models}/mine`)).status, 404);
  });

  it('logs requests with what they were and how they ended', async () => {
    await control(emulator(), 'DELETE', 'log');
    await ask(emulator(), `${models}?key=${emulator().apiKey}&pageSize=1`, { anonymous: true });
    await ask(emulator(), stream, { body });
    const [first, second, ...more] = await log(emulator());
    assert.deepEqual(more, []);
    assert.deepEqual(
      [first?.operation, first?.target, first?.credential, first?.status],
      ['models.list', '/v1beta/models?key=REDACTED&pageSize=1', 'apiKey', 200],
    );
    assert.deepEqual(
      [second?.operation, second?.version, second?.body, second?.closedEarly],
      ['models.streamGenerateContent', 'v1beta', JSON.stringify(body), false],
    );
    const later = await control(emulator(), 'GET', `log?after=${JSON.stringify(first?.id)}`);
    assert.equal((later.entries as unknown[]).length, 1);
  });
});

describe('emulator: pace', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock, speed: { latency: 100, rate: 50 } });

  /** Starts a stream and collects what arrives; `until` waits for so many events. */
  function open(
    path: string,
    sent: object,
  ): { text: () => string; until: (count: number) => Promise<void>; leave: () => void } {
    const { hostname, port } = new URL(emulator().baseUrl);
    let text = '';
    let told = (): void => undefined;
    const request = httpRequest(
      {
        hostname,
        port,
        path,
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', 'x-goog-api-key': emulator().apiKey },
      },
      (response) => {
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          told();
        });
        response.on('error', () => told());
      },
    );
    request.on('error', () => told());
    request.end(JSON.stringify(sent));
    return {
      text: () => text,
      leave: () => request.destroy(),
      until: (count) =>
        new Promise((resolve) => {
          told = () => {
            if (text.split('\r\n\r\n').length - 1 >= count) resolve();
          };
          told();
        }),
    };
  }

  async function pending(): Promise<void> {
    await until(() => clock.pending > 0);
  }

  afterEach(async () => {
    // What a client left behind is given up as soon as the server sees that it is gone.
    await until(() => clock.pending === 0);
  });

  it('waits for the first piece, and then for each by its tokens', async () => {
    const running = open(stream, body);
    await pending();
    assert.equal(running.text(), '');
    clock.advance(99);
    assert.equal(clock.pending, 1);
    clock.advance(1);
    await running.until(1);
    await pending();
    // The first piece has 3 to 8 tokens, at 50 a second.
    clock.advance(59);
    assert.equal(clock.pending, 1);
    clock.advance(200);
    await running.until(2);
    running.leave();
  });

  it('takes another speed at once, and [[slow]] is slower than any', async () => {
    await control(emulator(), 'POST', 'speed', { latency: 0, rate: 0 });
    assert.ok(events((await ask(emulator(), stream, { body })).text).length > 3);
    const slow = open(stream, { contents: [{ parts: [{ text: 'Hello [[slow]]' }] }] });
    await pending();
    clock.advance(1999);
    assert.equal(clock.pending, 1);
    clock.advance(1);
    await slow.until(1);
    slow.leave();
  });
});

describe('emulator: data folder', () => {
  it('keeps across starts which models were added and removed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'emulator-'));
    const dataFolder = join(folder, 'deep', 'data');
    try {
      const first = await startEmulator({ dataFolder, seed: 'empty' });
      await control(first, 'POST', 'models', { models: [{ name: 'models/kept' }] });
      await control(first, 'DELETE', 'models?name=models/emulator-flash');
      await first.close();
      const second = await startEmulator({ dataFolder });
      const { models: listed } = (await json(second, `${models}?pageSize=1000`)) as {
        models: { name: string }[];
      };
      await second.close();
      const names = listed.map((model) => model.name);
      assert.deepEqual([names[0], names.at(-1)], ['models/emulator-pro', 'models/kept']);
      const file = join(dataFolder, 'emulator.sqlite');
      await writeFile(file, 'not a database');
      await assert.rejects(startEmulator({ dataFolder }), /Couldn’t use .*emulator\.sqlite/);
      assert.equal(await readFile(file, 'utf8'), 'not a database');
      await assert.rejects(startEmulator({ dataFolder: join(file, 'below') }), /Couldn’t use/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
