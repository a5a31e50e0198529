import assert from 'node:assert/strict';
import { isObject, type JsonObject, tryParse } from '../../../src/base/json';
import type { Emulator } from '../../../src/emulator/options';
import type { Exchange } from '../../../src/recordings/exchange';
import { readExchange } from '../../../src/recordings/fileFormat';
import { LiveClient, PATH, said, setupOf } from '../live/liveClient';
import { control } from '../emulator/wire';
import { useStage } from './recorded';

const KEY = 'a-key-that-is-written-nowhere';
const TOOLS = [{ functionDeclarations: [{ name: 'forecast', behavior: 'BLOCKING' }] }];

describe('a recorded live session that is spoken again', () => {
  const stage = useStage();

  /** A call with its result and a turn, recorded from a service that answers by these rules. */
  async function recorded(upstream: Emulator): Promise<Exchange> {
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    const client = new LiveClient(`${recording.baseUrl.replace('http', 'ws')}${PATH}?key=${KEY}`);
    await client.send(setupOf({ tools: TOOLS }));
    await client.next();
    await client.send(said('Rain?'));
    const { toolCall } = await client.next();
    const { functionCalls = [] } = toolCall as { functionCalls?: { id: string; name: string }[] };
    const functionResponses = functionCalls.map(({ id, name }) => ({
      id,
      name,
      response: { is: 'wet' },
    }));
    await client.send({ toolResponse: { functionResponses } });
    await client.turn();
    await client.close();
    await recording.close();
    const [text = ''] = Object.values(await stage.files());
    return readExchange(text, assert.fail);
  }

  async function answering(upstream: Emulator, text: string, id: string): Promise<void> {
    await control(upstream, 'POST', 'mocks', {
      mocks: [
        { when: { resultText: { contains: 'wet' } }, response: { text } },
        { response: { calls: [{ name: 'forecast', id }] } },
      ],
      replace: true,
    });
  }

  /** Has it spoken again by an emulator in its mode. */
  async function again(
    { baseUrl }: Emulator,
    { operation, talk }: Exchange,
  ): Promise<readonly JsonObject[]> {
    assert.ok(talk);
    const frames = talk.frames.map(({ data, ...frame }) => ({ ...frame, ...data }));
    const response = await fetch(baseUrl + PATH, {
      method: 'POST',
      headers: { 'x-goog-api-key': KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ operation, frames, closed: talk.closed }),
    });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return text.trimEnd().split('\n').map(tryParse).filter(isObject);
  }

  const plain = (lines: readonly JsonObject[]): readonly unknown[] =>
    lines.map(({ ms: _ms, ...line }) => line);

  it('says to the recordings what they know, and is told what they lack', async () => {
    const upstream = await stage.upstream();
    await answering(upstream, 'Take a coat.', 'c-1');
    const exchange = await recorded(upstream);
    const replaying = await stage.start({ mode: 'replay' });
    const lines = await again(replaying, exchange);
    const frames = exchange.talk?.frames ?? [];
    assert.deepEqual(plain(lines), [
      ...frames.map(({ from, data }) => ({ from, ...data })),
      { closed: exchange.talk?.closed },
    ]);
    const other = frames.map((frame) =>
      JSON.stringify(frame).includes('Rain?') ? { ...frame, data: { json: said('Snow?') } } : frame,
    );
    const strange = {
      ...exchange,
      talk: { frames: other, closed: { from: 'client', code: 1000, reason: '' } },
    } as const;
    const [end] = (await again(await stage.start({ mode: 'replay' }), strange)).slice(-1);
    const { code, from } = end?.closed as JsonObject;
    assert.deepEqual([code, from], [1008, 'server']);
  });

  it('asks the service with the credential of who asks, by the calls of today, and records nothing', async () => {
    const upstream = await stage.upstream();
    await answering(upstream, 'Take a coat.', 'c-1');
    const exchange = await recorded(upstream);
    const before = await stage.files();
    await answering(upstream, 'It is dry.', 'c-2');
    const recording = await stage.start({ mode: 'record-missing', upstream: upstream.baseUrl });
    const text = JSON.stringify(await again(recording, exchange));
    await recording.close();
    assert.match(text, /"toolResponse":\{"functionResponses":\[\{"id":"c-2"/);
    assert.match(text, /It is/);
    assert.ok(!text.includes('Take a coat'));
    assert.deepEqual(await stage.files(), before);
    const { entries } = await control(upstream, 'GET', 'log');
    assert.match(JSON.stringify(entries), /x-goog-api-key/);
    assert.ok(!text.includes(KEY));
  });

  it('opens nothing but a session of the service', async () => {
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record-missing', upstream: upstream.baseUrl });
    const body = JSON.stringify({
      operation: 'live.bidiGenerateContent',
      frames: [],
      closed: { from: 'client', code: 1000, reason: '' },
    });
    const headers = { 'x-goog-api-key': KEY, 'content-type': 'application/json' };
    const url = `${recording.baseUrl}/ws/elsewhere`;
    const response = await fetch(url, { method: 'POST', headers, body });
    assert.match(await response.text(), /This isn’t the path of a Live API session\./);
    const { entries } = await control(upstream, 'GET', 'log');
    assert.deepEqual(entries, []);
  });
});
