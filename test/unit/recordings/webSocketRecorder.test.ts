import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Exchange, RecordedFrame } from '../../../src/recordings/exchange';
import { readExchange, writeExchange } from '../../../src/recordings/fileFormat';
import { UpstreamAgents } from '../../../src/recordings/proxy';
import { Recorder } from '../../../src/recordings/recorder';
import { RecordingFolder } from '../../../src/recordings/store';
import { WebSocketRecorder } from '../../../src/recordings/webSocketRecorder';
import { FakeClock } from '../../fakes/clock';

const PATH = '/ws/google.ai.generativelanguage.v1.GenerativeService.BidiGenerateContent';
const SETUP = { setup: { model: 'models/m' } };
const frame = (from: RecordedFrame['from'], ms: number, json: object): RecordedFrame => ({
  ...{ from, ms },
  data: { json: json as never },
});

const RECORDED: Exchange = {
  operation: 'live.bidiGenerateContent',
  request: { method: 'GET', path: PATH, query: {}, body: { kind: 'json', json: SETUP } },
  answer: { status: 101, headers: {}, body: { kind: 'none' } },
  talk: {
    frames: [
      frame('client', 0, SETUP),
      frame('server', 30, { setupComplete: {} }),
      frame('client', 2000, { realtimeInput: { text: 'Hi' } }),
      frame('server', 2100, { serverContent: { turnComplete: true, interrupted: true } }),
      frame('server', 2400, { goAway: { timeLeft: '{{service}}' } }),
    ],
    closed: { from: 'server', code: 1011, reason: 'Time is over.' },
  },
};

describe('a recorded session', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'talks-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('is read as it was written, with the order of its fields', () => {
    const { text, parts } = writeExchange(RECORDED);
    assert.equal(parts.size, 0);
    assert.match(text, /^\{"closed":\{.*"order":\["turnComplete interrupted"\]/);
    const read = readExchange(text, () => Buffer.alloc(0));
    assert.equal(JSON.stringify(read.talk?.frames), JSON.stringify(RECORDED.talk?.frames));
    assert.deepEqual(read, RECORDED);
    assert.throws(() => readExchange('{"closed":{}}\n', () => Buffer.alloc(0)), /no request/);
  });

  it('comes as fast as it did, or some times as fast, and ends as it did', async () => {
    for (const speed of [1, 2]) {
      new RecordingFolder(folder).write('0001-live.x-00000000.jsonl', writeExchange(RECORDED));
      const clock = new FakeClock();
      const recorder = new Recorder({
        ...{ folder, clock, speed, tell: assert.fail },
        settings: { mode: 'replay', acting: 'replay', isHeld: false },
        agents: new UpstreamAgents({}),
        surroundings: { workingDirectory: '/', homeDirectory: '/' },
      });
      const heard: string[] = [];
      const talk = new WebSocketRecorder(recorder).open({
        ...{ operation: 'live.bidiGenerateContent', target: `${PATH}?key=k`, headers: {} },
        base: 'http://here',
        client: {
          send: (text) => heard.push(text),
          close: (code, reason) => heard.push(`${code} ${reason}`),
        },
        connect: assert.fail,
        answeredBy: (by) => assert.equal(by, 'recording'),
      });
      const after = async (ms: number): Promise<readonly string[]> => {
        await setImmediate();
        clock.advance(ms / speed);
        await setImmediate();
        return heard.splice(0);
      };
      talk.send(JSON.stringify(SETUP));
      assert.deepEqual(await after(29), []);
      assert.deepEqual(await after(1), ['{"setupComplete":{}}']);
      assert.deepEqual(await after(9000), []);
      talk.send('{"realtime_input":{"text":"Hi"}}');
      assert.deepEqual(await after(100), [
        '{"serverContent":{"turnComplete":true,"interrupted":true}}',
      ]);
      assert.deepEqual(await after(299), []);
      const last = ['{"goAway":{"timeLeft":"http://here"}}', '1011 Time is over.'];
      assert.deepEqual(await after(1), last);
    }
  });
});
