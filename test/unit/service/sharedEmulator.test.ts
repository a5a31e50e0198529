import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UndiciHttp } from '../../../src/api/undiciSenders';
import { type Clock, systemClock } from '../../../src/base/clock';
import { errorMessage } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import {
  type EmulatorAddress,
  type EmulatorState,
  LazyEmulator,
} from '../../../src/service/emulator';
import { emulatorUses, STOPPED_TEXT } from '../../../src/service/emulatorControl';
import { type ChildHandle, parseAddress } from '../../../src/service/emulatorProcess';
import { sharedEmulator } from '../../../src/service/sharedEmulator';
import { EMULATOR } from '../cli/program';

describe('the emulator that windows share', () => {
  let folder: string;
  let http: UndiciHttp;
  let uses: ChildHandle[];
  let noted: string | undefined;
  let changed: Emitter<void>;
  let errors: string[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shared-emulator-'));
    [http, uses, noted] = [new UndiciHttp(), [], undefined];
    [changed, errors] = [new Emitter(), []];
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
      network: () => ({}),
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
});

const ADDRESS = { baseUrl: 'http://127.0.0.1:1' } as EmulatorAddress;

function setUp() {
  const changed = new Emitter<EmulatorState>();
  const appeared = new Emitter<void>();
  const done: string[] = [];
  let loads = 0;
  const inner = {
    state: { status: 'stopped' } as EmulatorState,
    start: async () => {
      done.push('start');
      return ADDRESS;
    },
    stop: async () => {
      done.push('stop');
    },
    onDidChangeState: changed.event,
    onDidAppear: appeared.event,
    dispose: () => {
      done.push('dispose');
    },
  };
  const emulator = new LazyEmulator(async () => {
    loads += 1;
    return inner;
  });
  return { emulator, inner, changed, appeared, done, loads: () => loads };
}

describe('an emulator that was not needed yet', () => {
  it('is stopped, and loads nothing to stop or to be disposed', async () => {
    const { emulator, done, loads } = setUp();
    assert.deepEqual(emulator.state, { status: 'stopped' });
    await emulator.stop();
    emulator.dispose();
    assert.deepEqual([done, loads()], [[], 0]);
  });

  it('loads once for all that start it, and is what was loaded from then on', async () => {
    const { emulator, inner, changed, appeared, done, loads } = setUp();
    let appearances = 0;
    emulator.onDidAppear(() => (appearances += 1));
    const states: EmulatorState[] = [];
    emulator.onDidChangeState((state) => states.push(state));
    assert.deepEqual(await Promise.all([emulator.start(), emulator.start()]), [ADDRESS, ADDRESS]);
    assert.equal(loads(), 1);
    inner.state = { status: 'running', port: 1 };
    changed.fire(inner.state);
    assert.deepEqual(emulator.state, { status: 'running', port: 1 });
    appeared.fire();
    assert.deepEqual(states, [{ status: 'running', port: 1 }]);
    assert.equal(appearances, 1);
    await emulator.stop();
    emulator.dispose();
    changed.fire({ status: 'stopped' });
    assert.deepEqual(done, ['start', 'start', 'stop', 'dispose']);
    assert.equal(states.length, 1);
  });
});
