import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Emulator, EmulatorOptions } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import { ask, control, errorOf, json } from './wire';

const models = '/v1beta/models?pageSize=1000';

function namesOf(answer: object): readonly string[] {
  const { models: found = [] } = answer as { models?: { name: string }[] };
  return found.map(({ name }) => name);
}

function asUser({ accessToken }: Emulator): { readonly authorization: string } {
  return { authorization: `Bearer ${accessToken}` };
}

async function makeCorpus(emulator: Emulator, id: string): Promise<void> {
  const body = { name: `corpora/${id}` };
  const made = await ask(emulator, '/v1beta/corpora', { body, headers: asUser(emulator) });
  assert.equal(made.status, 200, made.text);
}

async function statusOf(emulator: Emulator, path: string): Promise<number> {
  return (await ask(emulator, path, { headers: asUser(emulator) })).status;
}

describe('emulator: reset and seed', () => {
  let folder: string;
  let running: Emulator[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emulator-reset-'));
    running = [];
  });
  afterEach(async () => {
    for (const emulator of running) await emulator.close();
    await rm(folder, { recursive: true });
  });

  async function start(options: EmulatorOptions = {}): Promise<Emulator> {
    const emulator = await startEmulator({ dataFolder: folder, ...options });
    running.push(emulator);
    return emulator;
  }

  it('goes back to the seed with all that was changed, also on the disk', async () => {
    const emulator = await start({ models: 3, randomSeed: 'one' });
    const before = await json(emulator, models);
    const corpora = await ask(emulator, '/v1beta/corpora', { headers: asUser(emulator) });
    await makeCorpus(emulator, 'mine');
    await control(emulator, 'POST', 'models', { count: 9 });
    await control(emulator, 'DELETE', 'models?name=models/emulator-flash');
    await control(emulator, 'POST', 'faults', { kind: 'empty', count: 0 });
    const state = await control(emulator, 'POST', 'reset', {});
    assert.deepEqual([state.seed, state.isKept, state.faults], ['demo', true, 0]);
    assert.deepEqual(await json(emulator, models), before);
    assert.equal(await statusOf(emulator, '/v1beta/corpora/mine'), 403);
    const again = await ask(emulator, '/v1beta/corpora', { headers: asUser(emulator) });
    assert.deepEqual(namesIn(again.text), namesIn(corpora.text));
    await emulator.close();
    running = [];
    assert.deepEqual(namesOf(await json(await start(), models)), namesOf(before));
  });

  it('takes another seed, and a reset goes back to that one', async () => {
    const emulator = await start();
    assert.equal((await control(emulator, 'POST', 'seed', { seed: 'empty' })).seed, 'empty');
    assert.deepEqual(await json(emulator, models), {});
    await makeCorpus(emulator, 'mine');
    assert.equal((await control(emulator, 'POST', 'reset', {})).seed, 'empty');
    assert.equal(await statusOf(emulator, '/v1beta/corpora/mine'), 403);
    await control(emulator, 'POST', 'seed', { seed: 'demo' });
    assert.ok(namesOf(await json(emulator, models)).includes('models/emulator-flash'));
    const headers = { 'x-emulator-control': emulator.controlToken };
    const wrong = await ask(emulator, '/$emulator/seed', { body: { seed: 'rich' }, headers });
    assert.equal(wrong.status, 400);
    assert.match(errorOf(wrong).message, /demo, empty/);
  });

  it('works in memory too, and says that nothing is kept', async () => {
    const emulator = await startEmulator();
    running.push(emulator);
    await makeCorpus(emulator, 'mine');
    assert.equal((await control(emulator, 'POST', 'reset', {})).isKept, false);
    assert.equal(await statusOf(emulator, '/v1beta/corpora/mine'), 403);
  });

  it('shares its data with another that runs: what one changes, both know', async () => {
    const [one, other] = [await start(), await start()];
    await makeCorpus(one, 'shared');
    assert.equal(await statusOf(other, '/v1beta/corpora/shared'), 200);
    await control(other, 'POST', 'models', { models: [{ name: 'models/from-other' }] });
    assert.equal(await statusOf(one, '/v1beta/models/from-other'), 200);
    await control(one, 'POST', 'seed', { seed: 'empty' });
    assert.deepEqual(await json(other, models), {});
    assert.equal(await statusOf(other, '/v1beta/corpora/shared'), 403);
  });

  it('is filled once where two start at the same time', async () => {
    const both = await Promise.all([start(), start()]);
    for (const emulator of both) {
      const { corpora } = JSON.parse(
        (await ask(emulator, '/v1beta/corpora', { headers: asUser(emulator) })).text,
      ) as { corpora: unknown[] };
      assert.equal(corpora.length, 2);
    }
  });
});

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/"name": "([^"]+)"/g)].map(([, name]) => name ?? '');
}
