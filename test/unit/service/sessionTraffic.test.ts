import assert from 'node:assert/strict';
import type { Http, HttpRequest } from '../../../src/api/transport';
import { readSessionExchange, type SessionExchange } from '../../../src/service/sessionExchange';
import { findProgram, followSession, SessionLog } from '../../../src/service/sessionTraffic';
import { FakeClock } from '../../fakes/clock';
import { settle } from '../../fakes/settle';

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
  ...{ baseUrl: 'http://127.0.0.1:4000', controlToken: 'the-control-token' },
  ...{ apiKey: '', accessToken: '' },
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

  it('say which error a stream has ended in after a good status', () => {
    const error = '{"error":{"code":429,"message":"Slow down.","status":"RESOURCE_EXHAUSTED"}}';
    const sent = (text: string, change: object = {}): unknown => {
      const pieces = [text.slice(0, 20), text.slice(20)].map((one, at) => [
        at,
        Buffer.from(one).toString('base64'),
      ]);
      const answerHeaders = { 'content-type': 'text/event-stream' };
      return read({ answerHeaders, pieces, ...change })?.streamError;
    };
    const failed = { httpStatus: 429, status: 'RESOURCE_EXHAUSTED' };
    assert.deepEqual(sent(`data: {"a":1}\n\ndata: ${error}\n\n`), failed);
    assert.deepEqual(sent(`data: {"a":1}\r\n\r\n${error}`), failed);
    const array = {
      answerHeaders: { 'content-type': 'application/json' },
      target: '/v1beta/models/a:streamGenerateContent',
    };
    assert.deepEqual(sent(`[{"a":1}\n,${error}]`, array), failed);
    const quoted = JSON.stringify({ text: `of "error", and {"error":{}}` });
    assert.equal(sent(`data: {"a":1}\n\ndata: ${quoted}\n\n`), undefined);
    assert.equal(sent(`data: ${error}\n\n`, { status: 429 }), undefined);
    // An operation that has failed is no stream.
    const { answerHeaders } = array;
    assert.equal(sent(`{"done":true,${error.slice(1)}`, { answerHeaders }), undefined);
  });

  it('are without bodies where those were too long, and of live sessions', () => {
    assert.equal(read({ isCut: true })?.wire, undefined);
    const live = read({ base: undefined, messages: { received: 2, sent: 3 }, status: 101 });
    assert.equal(live?.wire, undefined);
    assert.deepEqual(live?.messages, { received: 2, sent: 3 });
  });

  it('name the model that a body asks where no path does', () => {
    const asked = (target: string, model: string): string | undefined => {
      const request = Buffer.from(JSON.stringify({ model })).toString('base64');
      return read({ target, request })?.model;
    };
    assert.equal(asked('/v1beta/interactions', 'gemini-3-flash'), 'gemini-3-flash');
    assert.equal(asked('/v1beta/openai/chat/completions', 'models/a'), 'a');
    assert.equal(asked('/v1beta/files', 'a'), undefined);
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

  it('are none where a line is none', () => {
    assert.equal(readSessionExchange(''), undefined);
    assert.equal(readSessionExchange('[1]'), undefined);
    assert.equal(read({ answeredBy: 'somebody' })?.answeredBy, undefined);
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
      ...{ uri: '', label: '', session: '', isFollowed: true },
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
    ...{ logId, startedAt, progress: 'running' },
  });
  const ended = (logId: number, size = 100, startedAt = 1000): SessionExchange => ({
    ...exchange(size),
    ...{ logId, startedAt },
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

  it('are lost where nobody tells of them any more, and found again', () => {
    log.add(ended(1));
    for (const logId of [2, 3, 4]) log.add(running(logId));
    log.lose();
    assert.deepEqual(kept(), ['1: 1 ended', '2: 2 lost', '3: 3 lost', '4: 4 lost']);
    log.add(running(2));
    log.add(ended(3));
    assert.deepEqual(kept(), ['1: 1 ended', '2: 2 running', '3: 3 ended', '4: 4 lost']);
    // Another emulator begins with the same ids.
    log.add(running(4, 2000));
    log.add(ended(1, 100, 2000));
    assert.deepEqual(kept().slice(3), ['4: 4 lost', '5: 4 running', '6: 1 ended']);
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

  it('asks one that lets go soon less and less often, and one that has held at once', async () => {
    const clock = new FakeClock();
    const asked: number[] = [];
    let holds = 0;
    const http: Http = {
      async send({ onText }, signal) {
        signal?.throwIfAborted();
        asked.push(clock.monotonic());
        onText?.('\n');
        if (holds > 0) await new Promise<void>((resolve) => void clock.schedule(holds, resolve));
        return { status: 200, headers: {}, text: '' };
      },
    };
    const nothing = (): void => undefined;
    const following = { onBegin: nothing, onMode: nothing, onExchange: nothing, onLost: nothing };
    const stop = new AbortController();
    const over = followSession({ http, clock }, ADDRESS, 'abc', following, stop.signal);
    const pass = async (ms: number): Promise<void> => {
      await settle();
      clock.advance(ms);
      await settle();
    };
    for (const delay of [500, 1000, 2000, 4000, 8000]) await pass(delay);
    assert.deepEqual(asked, [0, 500, 1500, 3500, 7500, 15_500]);
    holds = 60_000;
    await pass(16_000);
    await pass(holds);
    assert.deepEqual(asked.slice(6), [31_500, 91_500]);
    stop.abort();
    await pass(holds);
    await over;
    assert.deepEqual([asked.length, clock.pending], [8, 0]);
  });
});
