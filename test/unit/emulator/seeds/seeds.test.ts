import assert from 'node:assert/strict';
import type { Emulator, EmulatorOptions } from '../../../../src/emulator/options';
import { startEmulator } from '../../../../src/emulator/server';
import { ask, control, json } from '../wire';
import { folderForEach } from '../../../fakes/folder';

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
  const folder = folderForEach();
  let running: Emulator[];

  beforeEach(() => void (running = []));
  afterEach(async () => {
    for (const emulator of running) await emulator.close();
  });

  async function start(options: EmulatorOptions = {}): Promise<Emulator> {
    const emulator = await startEmulator({ dataFolder: folder(), ...options });
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
    assert.deepEqual(await json(emulator, '/v1beta/files'), {});
    assert.ok(namesOf(await json(emulator, models)).includes('models/emulator-flash'));
    await makeCorpus(emulator, 'mine');
    assert.equal((await control(emulator, 'POST', 'reset', {})).seed, 'empty');
    assert.equal(await statusOf(emulator, '/v1beta/corpora/mine'), 403);
  });
});

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/"name": "([^"]+)"/g)].map(([, name]) => name ?? '');
}

const generate = '/v1beta/models/emulator-flash:generateContent';
const body = { contents: [{ parts: [{ text: 'Hello' }] }] };

describe('emulator: the same requests', () => {
  /** What an emulator of a seed answers to them, in order. */
  async function play(randomSeed: string): Promise<readonly string[]> {
    const emulator = await startEmulator({
      randomSeed,
      fixedTime: Date.UTC(2026, 0, 31, 12),
      speed: { latency: 0, rate: 0 },
    });
    try {
      const headers = { authorization: `Bearer ${emulator.accessToken}` };
      const answers: string[] = [];
      const post = async (path: string, sent: unknown): Promise<string> => {
        const { text } = await ask(emulator, path, { body: sent, headers, anonymous: true });
        answers.push(text);
        return String((JSON.parse(text) as { readonly name?: string }).name);
      };
      const corpus = await post('/v1beta/corpora', { displayName: 'Seeded' });
      const document = await post(`/v1beta/${corpus}/documents`, { displayName: 'Notes' });
      await post(`/v1beta/${document}/chunks`, { data: { stringValue: 'Geese leave in May.' } });
      await post(`/v1beta/${corpus}/permissions`, { granteeType: 'EVERYONE', role: 'READER' });
      await post(`/v1beta/${corpus}:query`, { query: 'When do geese leave?' });
      await post(generate, body);
      await post('/v1beta/corpora', { displayName: 7 });
      const list = `/v1beta/corpora?pageSize=1`;
      answers.push((await ask(emulator, list, { headers, anonymous: true })).text);
      return answers;
    } finally {
      await emulator.close();
    }
  }

  it('have the same answers where the seed is the same', async () => {
    const first = await play('a seed');
    assert.deepEqual(await play('a seed'), first);
    const other = await play('another seed');
    assert.notEqual(other[0], first[0]);
    assert.match(first.join(''), /corpora\/seeded-[a-z0-9]{12}\/documents\/notes-[a-z0-9]{12}/);
  });
});

describe('the emulator’s numbered corpus', () => {
  it('has as many documents and chunks as were asked for, in pages', async () => {
    const emulator = await startEmulator({ documents: 25, chunks: 150 });
    const headers = { authorization: `Bearer ${emulator.accessToken}` };
    const page = async (path: string) => {
      const answer = await fetch(`${emulator.baseUrl}/v1beta/corpora/numbered/${path}`, {
        headers,
      });
      return (await answer.json()) as {
        readonly documents?: readonly { readonly name: string }[];
        readonly chunks?: readonly { readonly name: string; readonly state: string }[];
        readonly nextPageToken?: string;
      };
    };
    try {
      const { documents = [], nextPageToken } = await page('documents?pageSize=20');
      assert.equal(documents[19]?.name, 'corpora/numbered/documents/numbered-00020');
      assert.ok(nextPageToken);
      const chunks = await page('documents/numbered-00001/chunks?pageSize=100');
      assert.equal(chunks.chunks?.length, 100);
      assert.ok(chunks.nextPageToken);
    } finally {
      await emulator.close();
    }
  });
});
