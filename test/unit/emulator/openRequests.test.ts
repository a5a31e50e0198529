import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  AFTER_LAST_CLIENT_MS,
  KeepAliveClients,
  UNTIL_FIRST_CLIENT_MS,
} from '../../../src/emulator/openRequests';
import type { Emulator } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import { FakeClock } from '../../fakes/clock';
import { follow as followIn, followAnswer, type Follower, type Told } from './following';
import { ask, control } from './wire';

const ASKED = { contents: [{ role: 'user', parts: [{ text: 'What is a kite?' }] }] };
const STREAM = '/v1beta/models/emulator-flash:streamGenerateContent?alt=sse';
const GENERATE = '/v1beta/models/emulator-flash:generateContent';

const plain = (base64 = ''): string => Buffer.from(base64, 'base64').toString();

const answerOf = ({ pieces = [] }: Told): string =>
  pieces.map(([, base64]) => plain(base64)).join('');

describe('emulator: who follows its requests', () => {
  let emulator: Emulator;
  let open: Follower[];

  beforeEach(async () => {
    open = [];
    emulator = await startEmulator({ speed: { latency: 0, rate: 0 } });
  });
  afterEach(async () => {
    for (const follower of open) follower.leave();
    await emulator.close();
  });

  async function count(session = ''): Promise<unknown> {
    const headers = { 'x-emulator-control': emulator.controlToken };
    const answer = await fetch(`${emulator.baseUrl}${session}/$emulator/followers`, { headers });
    return ((await answer.json()) as { readonly count: unknown }).count;
  }

  async function follow(session = ''): Promise<Follower> {
    const follower = await followIn(emulator, session);
    open.push(follower);
    return follower;
  }

  /** Begins a stream that goes no further. Who holds what leaves it keeps it open. */
  async function stall(): Promise<() => Promise<void>> {
    const answer = await fetch(`${emulator.baseUrl}${STREAM}`, {
      method: 'POST',
      headers: { 'x-goog-api-key': emulator.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ contents: [{ parts: [{ text: '[[stall]] Name three lakes.' }] }] }),
    });
    assert.equal(answer.status, 200);
    return async () => await answer.body?.cancel();
  }

  it('tells of a request once it is over, with what was sent and answered', async () => {
    const { ended } = await follow();
    const { text } = await ask(emulator, GENERATE, { body: ASKED });
    const told = await ended();
    assert.equal(told.operation, 'models.generateContent');
    assert.equal(told.status, 200);
    assert.equal(told.answeredBy, 'engine');
    assert.equal(told.base, emulator.baseUrl);
    assert.deepEqual(JSON.parse(plain(told.request)), ASKED);
    assert.equal(answerOf(told), text);
    assert.equal(told.headers['x-goog-api-key'], 'REDACTED');
    assert.deepEqual(told.secrets, [emulator.apiKey]);
    assert.equal(told.body, undefined);
    assert.equal(told.isCut, false);
  });

  it('tells the pieces of a stream, and nothing of what came before or of other sessions', async () => {
    await ask(emulator, '/s/one/v1beta/models');
    assert.equal(await count('/s/one'), 0);
    const { ended } = await follow('/s/one');
    assert.deepEqual([await count('/s/one'), await count('/s/two')], [1, 0]);
    await ask(emulator, '/v1beta/models');
    await ask(emulator, '/s/two/v1beta/models');
    const path = '/s/one/v1beta/models/emulator-flash:streamGenerateContent?alt=sse';
    const { text } = await ask(emulator, path, { body: ASKED });
    const told = await ended();
    assert.equal(told.base, `${emulator.baseUrl}/s/one`);
    assert.equal(answerOf(told), text);
  });

  it('tells of a request that goes on, and again when it is over', async () => {
    const { next } = await follow();
    const leave = await stall();
    const running = await next();
    assert.equal(running.isRunning, true);
    assert.equal(running.operation, 'models.streamGenerateContent');
    assert.equal(running.target, STREAM);
    assert.equal(running.headers['x-goog-api-key'], 'REDACTED');
    await leave();
    const ended = await next();
    assert.equal(ended.isRunning, undefined);
    assert.deepEqual([ended.id, ended.startedAt], [running.id, running.startedAt]);
    assert.deepEqual([ended.status, ended.answeredBy, ended.closedEarly], [200, 'engine', true]);
  });

  it('tells nobody who does not have its token', async () => {
    assert.equal((await followAnswer({ ...emulator, controlToken: 'another' })).statusCode, 403);
  });
});

describe('emulator: who needs it', () => {
  let clock: FakeClock;
  let ends: number;
  let emulator: Emulator;
  let open: ClientRequest[];

  beforeEach(async () => {
    [clock, ends, open] = [new FakeClock(), 0, []];
    const holds = new KeepAliveClients(clock, () => ends++);
    emulator = await startEmulator({ seed: 'empty', holds });
  });
  afterEach(async () => {
    for (const request of open) request.destroy();
    await emulator.close();
  });

  async function hold(token = emulator.controlToken): Promise<IncomingMessage> {
    const headers = { 'x-emulator-control': token };
    const request = get(`${emulator.baseUrl}/$emulator/hold`, { headers, agent: false });
    request.on('error', () => undefined);
    open.push(request);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  }

  /** How many it counts; asked until it has seen what has left. */
  async function counts(wanted: number): Promise<void> {
    for (;;) {
      const { count } = (await control(emulator, 'GET', 'holds')) as { count: number };
      if (count === wanted) return;
    }
  }

  it('ends some seconds after the last of them, and not before', async () => {
    await hold();
    await hold();
    await counts(2);
    clock.advance(UNTIL_FIRST_CLIENT_MS);
    open[0]?.destroy();
    await counts(1);
    clock.advance(AFTER_LAST_CLIENT_MS);
    assert.equal(ends, 0);
    open[1]?.destroy();
    await counts(0);
    clock.advance(AFTER_LAST_CLIENT_MS - 1);
    assert.equal(ends, 0);
    await hold();
    await counts(1);
    clock.advance(AFTER_LAST_CLIENT_MS);
    assert.equal(ends, 0);
    open[2]?.destroy();
    await counts(0);
    clock.advance(AFTER_LAST_CLIENT_MS);
    assert.equal(ends, 1);
  });

  it('tells all of them when it is stopped', async () => {
    const answers = await Promise.all([hold(), hold()]);
    await control(emulator, 'POST', 'stop', {});
    for (const answer of answers) assert.equal(await text(answer), '{"stopped":true}');
    clock.advance(0);
    assert.equal(ends, 1);
  });

  it('lets nobody hold it who does not have its token', async () => {
    assert.equal((await hold('another')).statusCode, 403);
    await counts(0);
  });

  it('is stopped by no request where somebody else owns it', async () => {
    const own = await startEmulator({ seed: 'empty' });
    const headers = {
      'x-emulator-control': own.controlToken,
      'content-type': 'application/json',
    };
    const url = `${own.baseUrl}/$emulator/`;
    const stop = await fetch(`${url}stop`, { method: 'POST', headers, body: '{}' });
    assert.equal(stop.status, 400);
    assert.equal((await fetch(`${url}hold`, { headers })).status, 404);
    await own.close();
  });
});
