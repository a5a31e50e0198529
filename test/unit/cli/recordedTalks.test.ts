import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import type { Emulator } from '../../../src/emulator/options';
import { type Ended, LiveClient, PATH, said, setupOf, textOf } from '../live/liveClient';
import { useStage } from './recorded';

const KEY = 'a-key-that-is-written-nowhere';

/** A client whose session is set up. */
async function talk(
  { baseUrl }: Pick<Emulator, 'baseUrl'>,
  setup = setupOf(),
): Promise<LiveClient> {
  const client = new LiveClient(`${baseUrl.replace('http', 'ws')}${PATH}?key=${KEY}`);
  await client.send(setup);
  assert.deepEqual(await client.next(), { setupComplete: {} });
  return client;
}

const TOOLS = [{ functionDeclarations: [{ name: 'get_weather', behavior: 'BLOCKING' }] }];

/** A turn, a call with its result, and what came of them. */
async function converse(emulator: Emulator): Promise<readonly JsonObject[]> {
  const client = await talk(emulator, setupOf({ tools: TOOLS }));
  await client.send(said('Good morning.'));
  await client.turn();
  await client.send(said('What is the weather in Oslo? Use get_weather.'));
  const [message] = (await client.until(({ toolCall }) => toolCall !== undefined)).slice(-1);
  const { functionCalls } = message?.toolCall as { functionCalls: { id: string; name: string }[] };
  const functionResponses = functionCalls.map(({ id, name }) => ({
    id,
    name,
    response: { sky: 'clear' },
  }));
  await client.send({ toolResponse: { functionResponses } });
  await client.turn();
  await client.close();
  return client.came;
}

describe('recordings of live sessions', () => {
  const stage = useStage();

  /** Records what is done, with its service gone in the end. */
  const record = async (act: (emulator: Emulator) => Promise<unknown>): Promise<void> => {
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    await act(recording);
    await recording.close();
    await upstream.close();
    assert.deepEqual(recording.told, []);
  };
  const say =
    (...texts: readonly string[]) =>
    async (emulator: Emulator): Promise<string> => {
      const client = await talk(emulator);
      const answers: string[] = [];
      for (const text of texts) {
        await client.send(said(text));
        answers.push(textOf(await client.turn()));
      }
      await client.close();
      return answers.join('\n');
    };

  it('answer again what was said, with the service gone, and without a byte of the key', async () => {
    let recorded: readonly JsonObject[] = [];
    await record(async (emulator) => (recorded = await converse(emulator)));
    const replay = await stage.start({ mode: 'replay' });
    assert.deepEqual(await converse(replay), recorded);
    assert.ok(recorded.length > 6);
    const [counts] = replay.standIns.counts;
    const { hits, misses, unused } = counts ?? {};
    assert.deepEqual({ hits, misses, unused }, { hits: 1, misses: 0, unused: 0 });
    const [[name = '', text = ''] = []] = Object.entries(await stage.files());
    assert.match(name, /^0001-live\.bidiGenerateContent-[\da-f]{8}\.jsonl$/);
    const [head, ...lines] = text.trimEnd().split('\n');
    const { closed, request } = JSON.parse(head ?? '') as { closed: Ended; request: JsonObject };
    assert.deepEqual(closed, { code: 1005, from: 'client', reason: '' });
    assert.deepEqual(request, { method: 'GET', path: PATH });
    assert.match(lines[0] ?? '', /^\{"from":"client","json":\{"setup":.*,"ms":\d+\}$/);
    assert.equal(lines.length, recorded.length + 4);
    assert.equal(text.includes(KEY), false);
  });

  it('are told apart by what follows, where they begin in the same way', async () => {
    const answers: string[] = [];
    const [one, other] = [say('Good day.', 'Name a river.'), say('Good day.', 'Name a lake.')];
    await record(async (emulator) => answers.push(await one(emulator), await other(emulator)));
    const replay = await stage.start({ mode: 'replay' });
    assert.equal(await other(replay), answers[1]);
    assert.equal(await one(replay), answers[0]);
    await assert.rejects(one(replay), /ended: 1008/);
  });

  it('are made where there is none, at once, and used where there is one', async () => {
    const upstream = await stage.upstream();
    const given = { mode: 'record-missing', upstream: upstream.baseUrl };
    const recording = await stage.start(given);
    const answer = await say('Good day.')(recording);
    assert.equal(Object.keys(await stage.files()).length, 1);
    await upstream.close();
    assert.equal(await say('Good day.')(await stage.start(given)), answer);
  });

  it('are made where one begins like a recorded one and goes on otherwise', async () => {
    await record(say('Good day.'));
    const upstream = await stage.upstream();
    const given = { mode: 'record-missing', upstream: upstream.baseUrl };
    const recording = await stage.start(given);
    const client = await talk(recording);
    await client.send(said('Good evening.'));
    await client.turn();
    await client.send(said('And good night.'));
    await client.turn();
    await client.close();
    const { came } = client;
    assert.equal(came.filter(({ setupComplete }) => setupComplete).length, 1);
    assert.equal(Object.keys(await stage.files()).length, 2);
    await upstream.close();
    const again = await stage.start(given);
    const answer = await say('Good day.')(again);
    assert.match(answer, /Good day/);
    const replayed = await talk(again);
    for (const text of ['Good evening.', 'And good night.']) {
      await replayed.send(said(text));
      await replayed.turn();
    }
    assert.deepEqual(replayed.came, came);
  });
});
