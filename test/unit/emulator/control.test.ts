import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Emulator } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import { ask, control, errorOf, json, useEmulator } from './wire';

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
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
