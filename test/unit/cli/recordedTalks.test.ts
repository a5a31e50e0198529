import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import type { Emulator } from '../../../src/emulator/options';
import { type Ended, LiveClient, PATH, said, setupOf, textOf } from '../live/liveClient';
import { ask, RecordingStage } from './recorded';

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

async function control(emulator: Emulator, path: string, body?: JsonObject): Promise<JsonObject> {
  const token = { 'x-emulator-control': emulator.controlToken };
  const { status, text } = await ask(emulator, `/$emulator/${path}`, body, token);
  assert.equal(status, 200, text);
  return JSON.parse(text) as JsonObject;
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
    ...{ id, name },
    response: { sky: 'clear' },
  }));
  await client.send({ toolResponse: { functionResponses } });
  await client.turn();
  await client.close();
  return client.came;
}

/** A piece of sound, which is longer than what stands in lines. */
const sound = (tone: number): JsonObject => ({
  realtimeInput: {
    audio: { mimeType: 'audio/pcm;rate=16000', data: Buffer.alloc(3200, tone).toString('base64') },
  },
});

describe('recordings of live sessions', () => {
  const stage = new RecordingStage();
  beforeEach(() => stage.begin());
  afterEach(() => stage.end());

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

  it('change in no byte where nothing has changed', async () => {
    await record(converse);
    const before = await stage.files();
    await record(converse);
    assert.deepEqual(await stage.files(), before);
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

  it('close a session that goes on in another way, and tell the nearest one with what differs', async () => {
    await record(say('Good day.', 'Name a river.'));
    const replay = await stage.start({ mode: 'replay' });
    const client = await talk(replay);
    await client.send(said('Good day.'));
    await client.turn();
    await client.send(said('Name a lake.'));
    const { code, reason } = await client.ended;
    assert.equal(code, 1008);
    assert.match(
      reason,
      /^Not recorded: 0001-live\.bidi\w+-\w+\.jsonl, body\.clientContent\.turns\[0\]\.parts\[0\]\.text$/,
    );
    assert.match(replay.told.join('\n'), /recorded "Name a river\.", requested "Name a lake\."/);
    const [{ hits, misses } = {}] = replay.standIns.counts;
    assert.deepEqual({ hits, misses }, { hits: 0, misses: 1 });
    const [file = ''] = /0001-[\w.-]+jsonl/.exec(reason) ?? [];
    const { entries = [] } = await control(replay, 'log?answeredBy=miss');
    assert.deepEqual((entries as readonly JsonObject[])[0]?.nearest, file);
    const { folder = '' } = await control(replay, 'mode');
    const near = await control(replay, 'miss', { nearest: file, folder });
    assert.match(JSON.stringify(near.recorded), /Name a river/);
    assert.match(JSON.stringify(near.asked), /Name a lake/);
    const stranger = new LiveClient(`${replay.baseUrl.replace('http', 'ws')}${PATH}?key=${KEY}`);
    await stranger.send(setupOf({ systemInstruction: { parts: [{ text: 'Be brief.' }] } }));
    assert.match((await stranger.ended).reason, /body\.setup\.systemInstruction/);
  });

  it('have long sounds in files, each once, and take them beside other messages in any order', async () => {
    const speak =
      (...order: readonly number[]) =>
      async (emulator: Emulator): Promise<string> => {
        const client = await talk(emulator);
        const messages = [sound(0), sound(0), sound(90), said('Did you hear that?')];
        await client.send(...order.map((at) => messages[at]));
        const answer = textOf(await client.turn());
        await client.close();
        return answer;
      };
    let answer = '';
    await record(async (emulator) => (answer = await speak(0, 1, 2, 3)(emulator)));
    const files = Object.keys(await stage.files());
    assert.equal(files.filter((name) => name.startsWith('bodies/')).length, 2);
    const replay = await stage.start({ mode: 'replay' });
    assert.equal(await speak(2, 0, 1, 3)(replay), answer);
  });

  it('keep what was said of a session that is open when all ends', async () => {
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    const client = await talk(recording);
    await client.send(said('Good day.'));
    const answer = textOf(await client.turn());
    await recording.close();
    await client.ended;
    const replay = await stage.start({ mode: 'replay' });
    assert.equal(await say('Good day.')(replay), answer);
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
    // What has been answered can't be taken back.
    const third = await talk(await stage.start(given));
    await third.send(said('Good evening.'));
    await third.turn();
    await third.send(said('And good morning.'));
    assert.equal((await third.ended).code, 1008);
  });

  it('end with the reason where the service does not answer, and are not made then', async () => {
    const upstream = await stage.upstream();
    const places = [`${upstream.baseUrl}/elsewhere`, 'http://127.0.0.1:1'];
    for (const [address, why] of [
      [places[0], /^The upstream 127\.0\.0\.1:\d+ answers 404 Not Found\.$/],
      [places[1], /^The upstream 127\.0\.0\.1:1 does not answer: .*ECONNREFUSED/],
    ] as const) {
      const recording = await stage.start({ mode: 'record', upstream: address ?? '' });
      const client = new LiveClient(`${recording.baseUrl.replace('http', 'ws')}${PATH}?key=${KEY}`);
      await client.send(setupOf());
      const { code, reason } = await client.ended;
      assert.equal(code, 1011);
      assert.match(reason, why);
      assert.match(recording.told.join(''), /^live\.bidiGenerateContent wasn’t recorded: The upst/);
      await recording.close();
    }
    await assert.rejects(stage.files(), /ENOENT/);
  });
});
