import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event';
import {
  type EmulatorAddress,
  type EmulatorState,
  LazyEmulator,
} from '../../../src/service/emulator';

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
