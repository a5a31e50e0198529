import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UndiciHttp } from '../../../src/api/undiciHttp';
import type { ProxySettings } from '../../../src/api/transport';
import { type Clock, systemClock } from '../../../src/base/clock';
import { errorMessage } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import { askEmulator, emulatorUses, STOPPED_TEXT } from '../../../src/service/emulatorControl';
import {
  type ChildHandle,
  EXIT_PORT_IN_USE,
  parseAddress,
} from '../../../src/service/emulatorProcess';
import { sharedEmulator } from '../../../src/service/sharedEmulator';
import { ConnectProxy } from '../../fakes/connectProxy';
import { EMULATOR } from '../cli/program';

describe('the emulator that windows share', () => {
  let folder: string;
  let http: UndiciHttp;
  let uses: ChildHandle[];
  let noted: string | undefined;
  let reach: ProxySettings;
  let changed: Emitter<void>;
  let errors: string[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shared-emulator-'));
    [http, uses, noted] = [new UndiciHttp(), [], undefined];
    [reach, changed, errors] = [{}, new Emitter(), []];
  });
  afterEach(async () => {
    await Promise.all(uses.map((use) => use.kill()));
    http.dispose();
    assert.deepEqual(errors.splice(0), []);
    await rm(folder, { recursive: true });
  });

  function use(port = 0, clock: Clock = systemClock): ChildHandle {
    const note = {
      read: async () => noted,
      onDidChange: new Emitter<void>().event,
      write: async (line: string) => void (noted = line),
      remove: async () => void (noted = undefined),
    };
    const deps = {
      script: EMULATOR,
      args: ['--seed', 'empty'],
      folder,
      note,
      http,
      clock,
      network: () => reach,
      onDidChangeNetwork: changed.event,
      spend: () => ({ folder: join(folder, 'spend'), caps: [] }),
      onDidChangeSpend: changed.event,
      onError: (error: unknown) => void errors.push(errorMessage(error)),
    };
    const one = sharedEmulator(deps)(() => undefined, port);
    uses.push(one);
    return one;
  }

  it('is started once by windows that open at the same moment', async () => {
    const lines = await Promise.all([use(), use(), use()].map(({ firstLine }) => firstLine));
    assert.equal(new Set(lines.map((line) => parseAddress(line).baseUrl)).size, 1);
    assert.equal(await emulatorUses(http, parseAddress(lines[0] ?? '')), 3);
    assert.equal(noted, lines[0]);
    assert.deepEqual(await readdir(folder), []);
  });

  it('goes on for the others when the window that started it leaves', async () => {
    const [first, second] = [use(), use()];
    const address = parseAddress(await first.firstLine);
    await second.firstLine;
    first.release();
    assert.equal(await first.ended, 'released');
    assert.equal(parseAddress(await use().firstLine).baseUrl, address.baseUrl);
    assert.ok((await emulatorUses(http, address)) >= 2);
  });

  it('is stopped for all of them, and started again on the port that it had', async () => {
    const [first, second] = [use(), use()];
    const { baseUrl, controlToken } = parseAddress(await first.firstLine);
    await second.firstLine;
    await second.kill();
    assert.ok([STOPPED_TEXT, 'code 0'].includes(await first.ended));
    // The process may take a moment after it has let go.
    await first.kill();
    const again = parseAddress(await use(Number(new URL(baseUrl).port)).firstLine);
    assert.equal(again.baseUrl, baseUrl);
    assert.notEqual(again.controlToken, controlToken);
  });

  it('is started anew where the one that is named is gone, or is another program', async () => {
    const one = use();
    const line = await one.firstLine;
    await one.kill();
    for (const left of [line, line.replace('127.0.0.1', 'evil.example')]) {
      noted = left;
      const next = use();
      assert.notEqual(await next.firstLine, left);
      assert.equal(noted, await next.firstLine);
      await next.kill();
    }
  });

  it('says that its port is taken', async () => {
    const taken = Number(new URL(parseAddress(await use().firstLine).baseUrl).port);
    noted = undefined;
    const other = use(taken);
    assert.equal(await other.ended, EXIT_PORT_IN_USE);
    await assert.rejects(other.firstLine);
    assert.deepEqual(await readdir(folder), []);
  });

  it('reaches what it records as the window does that was there last, also once that is changed', async () => {
    const ci = process.env.CI;
    delete process.env.CI;
    const proxies = await Promise.all([1, 2, 3].map(() => ConnectProxy.start(1, 407)));
    const [first, second, third] = proxies;
    assert.ok(first && second && third);
    const by = ({ port }: ConnectProxy): ProxySettings => ({
      proxy: `http://me:word@127.0.0.1:${port}`,
      noProxy: [],
    });
    const login = `Basic ${Buffer.from('me:word').toString('base64')}`;
    const tunnel = { target: 'service.test:443', authorization: login };
    try {
      reach = by(first);
      const address = parseAddress(await use().firstLine);
      const upstream = 'https://service.test';
      const told = await askEmulator(http, address, 'POST', 'mode', { mode: 'record', upstream });
      assert.equal(told.acting, 'record');
      const recorded = async (): Promise<string> =>
        await (await fetch(`${address.baseUrl}/v1beta/models?key=any`)).text();
      const text = await recorded();
      assert.ok(text.includes(`the proxy 127.0.0.1:${first.port} returned HTTP 407`), text);
      assert.ok(!text.includes('word'));
      assert.deepEqual(first.tunnels, [tunnel]);

      reach = by(second);
      await use().firstLine;
      await recorded();
      assert.deepEqual(second.tunnels, [tunnel]);

      reach = by(third);
      changed.fire();
      for (let count = 0; third.tunnels.length === 0 && count < 100; count += 1) await recorded();
      assert.equal(third.tunnels.length, 1);
    } finally {
      await Promise.all(proxies.map((proxy) => proxy.close()));
      if (ci !== undefined) process.env.CI = ci;
    }
  });
});
