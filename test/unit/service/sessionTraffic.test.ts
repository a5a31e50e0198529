import assert from 'node:assert/strict';
import type { Http, HttpRequest } from '../../../src/api/transport';
import { curlCommand } from '../../../src/service/curl';
import {
  programRequest,
  readSessionExchange,
  type SessionExchange,
} from '../../../src/service/sessionExchange';
import { findProgram, followSession, SessionLog } from '../../../src/service/sessionTraffic';
import { FakeClock } from '../../fakes/clock';
import { settle } from '../../fakes/settle';
import { program } from '../traffic/programs';

const LINE = {
  id: 7,
  method: 'POST',
  target: '/v1beta/models/gemini-2.5-flash:generateContent?key=REDACTED',
  headers: { 'x-goog-api-key': 'REDACTED', accept: '*/*' },
  startedAt: 1000,
  duration: 35,
  operation: 'models.generateContent',
  status: 200,
  answeredBy: 'recording',
  closedEarly: false,
  base: 'http://127.0.0.1:4000/s/abc',
  secrets: ['a-made-up-key-1'],
  request: Buffer.from('{"contents":[]}').toString('base64'),
  answerHeaders: { 'content-type': 'application/json', vary: ['a', 'b'] },
  pieces: [
    [1, Buffer.from('{"a":').toString('base64')],
    [20, Buffer.from('1}').toString('base64')],
  ],
  isCut: false,
};

const read = (change: object = {}): SessionExchange | undefined =>
  readSessionExchange(JSON.stringify({ ...LINE, ...change }));

const exchange = (size: number): SessionExchange => ({ ...(read() ?? assert.fail()), size });

const ADDRESS = {
  baseUrl: 'http://127.0.0.1:4000',
  controlToken: 'the-control-token',
  apiKey: '',
  accessToken: '',
};

describe('requests of programs, as the emulator tells them', () => {
  it('have what was sent and answered, byte for byte', () => {
    const told = read();
    assert.deepEqual(
      [told?.operation, told?.model, told?.status, told?.answeredBy, told?.durationMs],
      ['models.generateContent', 'gemini-2.5-flash', 200, 'recording', 35],
    );
    assert.equal(told?.wire?.request.toString(), '{"contents":[]}');
    assert.deepEqual(
      told.wire.pieces.map(({ ms, bytes }) => [ms, bytes.toString()]),
      [
        [1, '{"a":'],
        [20, '1}'],
      ],
    );
    assert.equal(told.wire.answerHeaders.vary, 'a, b');
    assert.equal(told.isLeft, false);
  });

  it('are without bodies where those were too long, and of live sessions', () => {
    assert.equal(read({ isCut: true })?.wire, undefined);
    const live = read({ base: undefined, messages: { received: 2, sent: 3 }, status: 101 });
    assert.equal(live?.wire, undefined);
    assert.deepEqual(live?.messages, { received: 2, sent: 3 });
  });

  it('run until they are told to have ended', () => {
    const { id, method, target, headers, startedAt, operation } = LINE;
    const told = { id, method, target, headers, startedAt, operation, isRunning: true };
    const running = readSessionExchange(JSON.stringify(told));
    assert.deepEqual(
      [running?.progress, running?.logId, running?.model, running?.wire, running?.status],
      ['running', 7, 'gemini-2.5-flash', undefined, undefined],
    );
    assert.deepEqual([read()?.progress, read()?.logId], ['ended', 7]);
  });
});

describe('the requests of a session that are kept', () => {
  it('are the last ones, by count and by bytes, and the last one whatever its size', () => {
    let last = 0;
    const log = new SessionLog(() => (last += 1));
    for (let count = 0; count < 510; count += 1) log.add(exchange(100));
    assert.equal(log.entries.length, 500);
    assert.equal(log.entries[0]?.id, 11);
    log.add(exchange(16 * 1024 * 1024 - 100));
    assert.deepEqual(
      log.entries.map(({ id }) => id),
      [510, 511],
    );
    log.add(exchange(64 * 1024 * 1024));
    assert.deepEqual(
      log.entries.map(({ id }) => id),
      [512],
    );
    const session = {
      uri: '',
      label: '',
      session: '',
      isFollowed: true,
      clear: () => undefined,
    };
    const shown = { ...session, recordings: undefined, entries: log.entries };
    assert.equal(findProgram({ sessions: [shown] }, 512)?.id, 512);
    assert.equal(findProgram({ sessions: [shown] }, 511), undefined);
    log.clear();
    log.add(exchange(100));
    assert.equal(log.entries.length, 1);
  });
});

describe('the requests of a session that run', () => {
  let last = 0;
  let log: SessionLog;
  beforeEach(() => {
    last = 0;
    log = new SessionLog(() => (last += 1));
  });
  const running = (logId: number, startedAt = 1000): SessionExchange => ({
    ...exchange(10),
    logId,
    startedAt,
    progress: 'running',
  });
  const ended = (logId: number, size = 100, startedAt = 1000): SessionExchange => ({
    ...exchange(size),
    logId,
    startedAt,
  });
  const kept = (): readonly string[] =>
    log.entries.map(({ id, logId, progress }) => `${id}: ${logId} ${progress}`);

  it('end in their place, and the others keep theirs', () => {
    for (const logId of [1, 2]) log.add(running(logId));
    log.add(ended(3));
    log.add(ended(1));
    assert.deepEqual(kept(), ['1: 1 ended', '2: 2 running', '3: 3 ended']);
    log.add(ended(2));
    assert.deepEqual(kept(), ['1: 1 ended', '2: 2 ended', '3: 3 ended']);
  });
});

describe('who follows a session', () => {
  it('hears of each request, in however many pieces its line comes, and asks again when it is over', async () => {
    const asked: HttpRequest[] = [];
    const heard: string[] = [];
    const lines = `${JSON.stringify(LINE)}\n${JSON.stringify({ ...LINE, target: '/v1beta/é' })}\n`;
    const http: Http = {
      async send(request) {
        asked.push(request);
        if (asked.length === 2) throw new Error('Nobody is there.');
        for (const piece of ['\n', lines.slice(0, 40), lines.slice(40, 900), lines.slice(900)]) {
          request.onText?.(piece);
        }
        return { status: 200, headers: {}, text: '' };
      },
    };
    const following = {
      onBegin: () => void heard.push('begin'),
      onMode: () => void heard.push('mode'),
      onExchange: ({ target }: SessionExchange) => void heard.push(target),
      onLost: (error: unknown) => void heard.push(String(error)),
    };
    const { signal } = new AbortController();
    const clock = new FakeClock();
    const over = followSession({ http, clock }, ADDRESS, 'abc', following, signal);
    await settle();
    clock.advance(500);
    await over;
    assert.deepEqual(heard, ['begin', LINE.target, '/v1beta/é', 'Error: Nobody is there.']);
    assert.equal(asked[0]?.url.href, 'http://127.0.0.1:4000/s/abc/$emulator/follow');
    assert.deepEqual([asked[0]?.direct, asked[0]?.isControl], [true, true]);
    assert.deepEqual(asked[0]?.secrets, ['the-control-token']);
  });
});

const curlOf = (change: Parameters<typeof program>[0]): string | undefined => {
  const asked = programRequest(program(change));
  return asked && curlCommand(asked.request, asked.target, (text) => text).text;
};

describe('requests of programs, to be sent again', () => {
  it('go to the session of the emulator, with the key in a variable', () => {
    const target = '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse&key=REDACTED';
    assert.equal(
      curlOf({ target, operation: 'models.streamGenerateContent' }),
      [
        'curl -N',
        '-X POST',
        "'http://127.0.0.1:4000/s/abc/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse'",
        '-H "x-goog-api-key: $GEMINI_API_KEY"',
        "-H 'content-type: application/json'",
        `--data-binary '{"contents":[{"parts":[{"text":"What is a kite?"}]}]}'\n`,
      ].join(' \\\n  '),
    );
  });
});
