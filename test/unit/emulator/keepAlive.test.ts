import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  AFTER_LAST_CLIENT_MS,
  KeepAliveClients,
  UNTIL_FIRST_CLIENT_MS,
} from '../../../src/emulator/keepAlive';
import type { Emulator } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import { FakeClock } from '../../fakes/clock';
import { control } from './wire';

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
