import assert from 'node:assert/strict';
import {
  abortable,
  Debouncer,
  lazy,
  lazyFunctions,
  SingleFlight,
  Throttle,
} from '../../../src/base/async';
import { sleep } from '../../../src/base/clock';
import { DisposableSlot, DisposableStore } from '../../../src/base/disposable';
import { CancelledError } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import { FakeClock } from '../../fakes/clock';

describe('base', () => {
  it('abortable ends one wait and leaves the work', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const controller = new AbortController();
    const waits = [abortable(promise, controller.signal), abortable(promise, undefined)];
    controller.abort('why');
    await assert.rejects(waits[0]!, (error: Error) => {
      assert.ok(error instanceof CancelledError);
      assert.equal(error.cause, 'why');
      return true;
    });
    resolve(7);
    assert.equal(await waits[1], 7);
  });

  it('SingleFlight shares a failure and forgets it', async () => {
    const flights = new SingleFlight<string, number>();
    let runs = 0;
    const work = async (): Promise<number> => {
      runs++;
      if (runs === 1) throw new Error('first');
      return runs;
    };
    const results = await Promise.allSettled([flights.run('a', work), flights.run('a', work)]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await flights.run('a', work), 2);
  });

  it('lazy tries again after a failure', async () => {
    let runs = 0;
    const value = lazy(async () => {
      runs++;
      if (runs === 1) throw new Error('first');
      return runs;
    });
    await assert.rejects(value(), /first/);
    assert.deepEqual(await Promise.all([value(), value()]), [2, 2]);
  });

  it('sleep follows its clock and its signal', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const slept = sleep(clock, 1000);
    const given = sleep(clock, 1000, controller.signal);
    controller.abort(new CancelledError());
    await assert.rejects(given, CancelledError);
    assert.equal(clock.pending, 1);
    clock.advance(1000);
    await slept;
  });

  it('a disposed store releases what comes late, newest first before', () => {
    const order: string[] = [];
    const item = (name: string) => ({
      dispose: () => {
        order.push(name);
      },
    });
    const store = new DisposableStore();
    store.add(item('a'));
    store.add(item('b'));
    store.dispose();
    store.add(item('late'));
    assert.deepEqual(order, ['b', 'a', 'late']);
    const slot = new DisposableSlot();
    slot.value = item('old');
    slot.value = item('new');
    assert.equal(order.at(-1), 'old');
  });

  it('an emitter tells everyone, also when one of them fails', () => {
    const emitter = new Emitter<number>();
    const seen: number[] = [];
    const listener = (value: number): void => {
      seen.push(value);
    };
    emitter.event(() => {
      throw new Error('listener');
    });
    const twice = [emitter.event(listener), emitter.event(listener)];
    assert.throws(() => emitter.fire(1), /listener/);
    twice[0]?.dispose();
    assert.throws(() => emitter.fire(2), /listener/);
    assert.deepEqual(seen, [1, 1, 2]);
  });
});

describe('what is done a moment later', () => {
  it('is done once, counted from the last trigger by a debouncer and from the first by a throttle', () => {
    const clock = new FakeClock();
    const done: string[] = [];
    const debouncer = new Debouncer(clock, 100, () => done.push('debounced'));
    const throttle = new Throttle(clock, 100, () => done.push('throttled'));
    const trigger = (): void => [debouncer, throttle].forEach((one) => one.trigger());
    trigger();
    clock.advance(60);
    trigger();
    clock.advance(60);
    assert.deepEqual(done, ['throttled']);
    clock.advance(60);
    assert.deepEqual(done, ['throttled', 'debounced']);
    clock.advance(1000);
    assert.equal(done.length, 2);
  });
});

describe('functions that load with the first call', () => {
  it('are there at once, load when one is called, and hand over what it takes and gives', async () => {
    let loads = 0;
    const functions = lazyFunctions(['add', 'fail'], () => {
      loads += 1;
      return Promise.resolve({
        add: (a: number, b: number) => a + b,
        fail: () => Promise.reject(new Error('no')),
      });
    });
    assert.deepEqual(Object.keys(functions), ['add', 'fail']);
    assert.equal(loads, 0);
    assert.equal(await functions.add(1, 2), 3);
    await assert.rejects(functions.fail(), /no/);
    assert.equal(loads, 2);
  });
});
