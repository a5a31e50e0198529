import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlainRequest } from '../../../src/api/request';
import { KnownSecrets } from '../../../src/api/redact';
import { Emitter } from '../../../src/base/event';
import { Yielder } from '../../../src/base/yielder';
import { writeExchange } from '../../../src/recordings/fileFormat';
import { fileNameOf, RecordingFolder } from '../../../src/recordings/store';
import type { SessionEntry, ShownSession } from '../../../src/service/sessionTraffic';
import type { TrafficEntry } from '../../../src/service/trafficLog';
import { RunFeed, recordedRuns } from '../../../src/traffic/runFeed';
import { findingsOf } from '../../../src/traffic/runs/findings';
import { runRow, runView } from '../../../src/traffic/runs/runRows';
import { turnView } from '../../../src/traffic/runs/turnView';
import { readRequest } from '../../../src/traffic/runs/digest';
import { shows } from '../../fakes/canary';
import { FakeClock } from '../../fakes/clock';
import { settled } from '../../fakes/settle';
import { entry, NOON, recordingOf } from './entries';
import { program, session } from './programs';

const KEY = 'AIzaSyCanaryCanaryCanaryCanaryCanary012';

function feedOf() {
  const clock = new FakeClock();
  const changed = new Emitter<void>();
  const traffic = {
    entries: [] as readonly TrafficEntry[],
    sessions: [] as readonly ShownSession[],
    onDidChange: changed.event,
  };
  const secrets = new KnownSecrets();
  const feed = new RunFeed({
    traffic,
    connections: { find: () => undefined },
    redact: secrets.redact,
    clock,
    yielder: new Yielder(clock),
    onError: (error) => assert.fail(String(error)),
  });
  const log = async (entries: readonly SessionEntry[]): Promise<void> => {
    traffic.sessions = [session({ entries })];
    changed.fire();
    await settled(clock.advance(50));
  };
  return { feed, traffic, changed, clock, log };
}

const wire = (contents: unknown, answer: object = {}, more: object = {}) => ({
  base: 'http://127.0.0.1:4000/s/abc',
  secrets: [KEY],
  answerHeaders: {},
  request: Buffer.from(JSON.stringify({ contents, ...more })),
  pieces: [{ ms: 10, bytes: Buffer.from(JSON.stringify(answer)) }],
});
const said = (text: string) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
});
const hello = { role: 'user', parts: [{ text: `Hello ${KEY}` }] };

describe('the runs that are followed', () => {
  it('have a request 50 ms after its end, in place of the running one', async () => {
    const { feed, log } = feedOf();
    const changes: (readonly number[])[] = [];
    feed.onDidChange((ids) => changes.push(ids));
    const { wire: _wire, ...bare } = program({ id: 1, progress: 'running' });
    await log([bare]);
    assert.deepEqual(
      feed.book.runs.map((run) => runRow(run).isRunning),
      [true],
    );
    await log([program({ id: 1, wire: wire([hello], said('Hi')) })]);
    assert.deepEqual(
      feed.book.runs.map((run) => runRow(run).isRunning),
      [false],
    );
    assert.deepEqual(changes, [[1], [1]]);
  });

  it('stay when the log drops requests, and go when it is cleared', async () => {
    const { feed, log } = feedOf();
    const contents = [
      hello,
      { role: 'model', parts: [{ text: 'Hi' }] },
      { role: 'user', parts: [{ text: 'And?' }] },
    ];
    await log([program({ id: 1, wire: wire([hello], said('Hi')) })]);
    await log([program({ id: 2, startedAt: NOON + 1000, wire: wire(contents, said('Well')) })]);
    assert.deepEqual(
      feed.book.runs.map(({ turns }) => turns.length),
      [2],
    );
    const turn = feed.book.turn(2);
    assert.ok(turn);
    const read = (id: number) => {
      const exchange = feed.exchange(id);
      return exchange && readRequest(exchange);
    };
    const view = turnView(turn, { turnOf: (id) => feed.book.turn(id), read });
    assert.equal(view.why, 'Continues the conversation of 12:00:03: its contents start the same.');
    assert.deepEqual(view.changes, ['The bodies are no longer available.']);
    await log([]);
    assert.deepEqual([feed.book.size, feed.book.runs], [0, []]);
  });

  it('show no secret, in rows, details, or findings', async () => {
    const { feed, log } = feedOf();
    const system = (time: string) => ({
      systemInstruction: { parts: [{ text: `${time} ${KEY} ${'Be kind. '.repeat(2000)}` }] },
    });
    const usage = { usageMetadata: { promptTokenCount: 9000 } };
    const reply = { role: 'model', parts: [{ text: `Hi ${KEY}` }] };
    const failure = {
      error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: `Too many for ${KEY}` },
    };
    const target = '/v1beta/models/gemini-3.8-flash:generateContent';
    await log([
      program({
        id: 1,
        target,
        wire: wire([hello], { ...said(`Hi ${KEY}`), ...usage }, system('1')),
      }),
      program({
        id: 2,
        target,
        startedAt: NOON + 1000,
        wire: wire([hello, reply, hello], { ...said(KEY), ...usage }, system('2')),
      }),
      program({
        id: 3,
        target,
        startedAt: NOON + 2000,
        status: 429,
        wire: wire([hello, reply, hello, hello], failure, {
          generationConfig: { temperature: KEY },
        }),
      }),
    ]);
    const [run] = feed.book.runs;
    assert.ok(run && run.turns.length === 3);
    assert.ok(findingsOf(run).some(({ kind }) => kind === 'cache'));
    const read = (id: number) => {
      const exchange = feed.exchange(id);
      return exchange && readRequest(exchange);
    };
    const shown = JSON.stringify([
      runRow(run),
      runView(run),
      ...run.turns.map((turn) => turnView(turn, { turnOf: (id) => feed.book.turn(id), read })),
    ]);
    assert.match(shown, /Hello \[redacted\]/);
    assert.ok(!shows(shown, KEY));
  });

  it('read a body of more than 1 MB only when it is opened', async () => {
    const { feed, log } = feedOf();
    const long = { role: 'user', parts: [{ text: 'x'.repeat(1_100_000) }] };
    await log([
      program({ id: 1, wire: wire([hello], said('Hi')) }),
      program({
        id: 2,
        startedAt: NOON + 1000,
        wire: wire([hello, { role: 'model', parts: [{ text: 'Hi' }] }, long]),
      }),
    ]);
    assert.deepEqual(
      feed.book.runs.map(({ turns }) => turns.length),
      [1, 1],
    );
    feed.readFully(2);
    assert.deepEqual(
      feed.book.runs.map(({ turns }) => turns.length),
      [2],
    );
  });

  it('have requests of the window, priced unless the emulator responds', async () => {
    const { feed, traffic, changed, clock } = feedOf();
    const path = '/v1beta/models/gemini-3.8-flash:streamGenerateContent';
    const request: PlainRequest = {
      operation: 'models.streamGenerateContent',
      version: 'v1beta',
      method: 'POST',
      path,
      query: {},
      body: { contents: [hello] },
    };
    const recording = recordingOf({
      request,
      sent: '{}',
      received: [
        `data: ${JSON.stringify({ ...said('Hi'), usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 5 } })}\n\n`,
      ],
    });
    const own = (id: number, host: string) =>
      entry({
        id,
        host,
        path,
        name: 'models.streamGenerateContent',
        recording,
        startedAt: NOON + id * 100_000,
      });
    traffic.entries = [own(1, 'a.example'), own(2, '127.0.0.1:4000'), entry({ id: 3 })];
    changed.fire();
    await settled(clock.advance(50));
    assert.deepEqual(
      feed.book.runs.flatMap(({ turns }) =>
        turns.map(({ facts }) => [facts.source, facts.price !== undefined]),
      ),
      [
        ['api', true],
        ['engine', false],
      ],
    );
  });
});

describe('the runs of recordings', () => {
  it('are in their order, by number instead of time, and cost nothing', async () => {
    const path = await mkdtemp(join(tmpdir(), 'runs-'));
    try {
      const folder = new RecordingFolder(path);
      const save = (number: number, contents: readonly object[], text: string): void => {
        const exchange = {
          operation: 'models.generateContent',
          request: {
            method: 'POST',
            path: '/v1beta/models/gemini-3.8-flash:generateContent',
            query: {},
            body: { kind: 'json', json: { contents } },
          },
          answer: {
            status: 200,
            headers: {},
            body: {
              kind: 'json',
              json: { ...said(text), usageMetadata: { promptTokenCount: 100 } },
            },
          },
        } as unknown as Parameters<typeof writeExchange>[0];
        folder.write(fileNameOf(number, exchange, '0123456789abcdef'), writeExchange(exchange));
      };
      save(3, [hello], 'Hi');
      save(10, [hello, { role: 'model', parts: [{ text: 'Hi' }] }, hello], 'Again');
      const source = await recordedRuns(folder, (text) => text);
      const [run, ...rest] = source.book.runs;
      assert.ok(run && rest.length === 0);
      const row = runRow(run);
      assert.deepEqual([row.time, row.turns, row.price, row.unpriced], ['0003', 2, undefined, 0]);
      assert.equal(
        source.fileOf(run.turns[1]?.facts.id ?? 0),
        '0010-models.generateContent-01234567.json',
      );
      const [, second] = run.turns;
      assert.ok(second);
      const view = turnView(second, {
        turnOf: (id) => source.book.turn(id),
        read: () => undefined,
      });
      assert.equal(view.why, 'Continues the conversation of 0003: its contents start the same.');
    } finally {
      await rm(path, { recursive: true, force: true });
    }
  });
});
