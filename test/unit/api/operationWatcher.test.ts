import assert from 'node:assert/strict';
import { ServiceError, TransportError } from '../../../src/api/errors';
import { decodeErrorBody } from '../../../src/api/errors/decode';
import type { OperationState, WatchOptions } from '../../../src/api/longRunning';
import { watchOperation } from '../../../src/api/operationWatcher';
import type { RetryWait } from '../../../src/api/retry/wait';
import { CancelledError } from '../../../src/base/errors';
import { FakeClock } from '../../fakes/clock';
import { settle } from '../../fakes/settle';
import { failure, Rigs } from './harness';
import { PollScript, type Answer } from './pollScript';

const NAME = 'tunedModels/poet-7/operations/op1';
const BUSY = decodeErrorBody(503, '{"error":{"code":503,"status":"UNAVAILABLE"}}');
const METADATA = 'type.googleapis.com/google.ai.generativelanguage.v1beta.CreateTunedModelMetadata';

type State = OperationState<'tunedModels.create'>;

/** The operation after so many of its 38 steps, as the service answers it. */
function running(completedSteps?: number): { readonly [key: string]: unknown } {
  const steps = completedSteps === undefined ? {} : { completedSteps };
  return { name: NAME, metadata: { '@type': METADATA, totalSteps: 38, ...steps } };
}

const DONE = {
  ...running(38),
  done: true,
  response: {
    '@type': 'type.googleapis.com/google.ai.generativelanguage.v1beta.TunedModel',
    name: 'tunedModels/poet-7',
    state: 'ACTIVE',
  },
};

/** A watch that runs on a clock of its own, and what came of it. */
class Watch {
  readonly clock = new FakeClock();
  readonly states: State[] = [];
  readonly retries: RetryWait[] = [];
  readonly script: PollScript;
  error: unknown;
  ended = false;

  constructor(answers: readonly Answer[], operation: object | string, options: WatchOptions = {}) {
    this.script = new PollScript(this.clock, answers);
    void this.#run(operation, options).then(
      () => (this.ended = true),
      (error: unknown) => {
        this.ended = true;
        this.error = error;
      },
    );
  }

  async #run(operation: object | string, options: WatchOptions): Promise<void> {
    const { clock } = this;
    const onRetry = (wait: RetryWait): number => this.retries.push(wait);
    const client = this.script.client;
    const all = { clock, onRetry, ...options };
    for await (const state of watchOperation(client, 'tunedModels.create', operation, all)) {
      this.states.push(state);
    }
  }

  /** Moves on step by step until it ends, or for that many seconds. Pauses are seen in whole steps of ms. */
  async pass(seconds: number, step = 1000): Promise<void> {
    await settle();
    for (let passed = 0; passed < seconds * 1000 && !this.ended; passed += step) {
      this.clock.advance(step);
      await settle();
    }
  }
}

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('watching an operation', () => {
  it('gives each new state, and ends with the final one', async () => {
    const watch = new Watch([running(), running(19), running(19), DONE], running());
    await watch.pass(60);
    assert.equal(watch.error, undefined);
    assert.deepEqual(
      watch.states.map(({ done, metadata }) => [done, metadata?.completedSteps]),
      [
        [false, undefined],
        [false, 19],
        [true, 38],
      ],
    );
    assert.deepEqual(new Set(watch.states.map(({ name }) => name)), new Set([NAME]));
    assert.equal(watch.states.at(-1)?.response?.state, 'ACTIVE');
    assert.equal(watch.states[0]?.response, undefined);
  });

  it('asks with the operation of the row and with the name alone', async () => {
    const watch = new Watch([running(), DONE], NAME);
    await watch.pass(10);
    assert.deepEqual(
      watch.script.calls.map(({ id, input, at }) => [id, input, at]),
      [
        ['tunedModels.operations.get', { name: NAME }, 0],
        ['tunedModels.operations.get', { name: NAME }, 1000],
      ],
    );
    assert.equal(watch.states.length, 2);
  });

  it('asks nothing where the call already answered the end', async () => {
    const watch = new Watch([], DONE);
    await watch.pass(1);
    assert.equal(watch.script.calls.length, 0);
    assert.deepEqual(
      watch.states.map(({ done }) => done),
      [true],
    );
  });

  it('takes an end without a response as an end', async () => {
    const watch = new Watch([], { name: NAME, done: true });
    await watch.pass(1);
    assert.deepEqual(watch.states, [{ name: NAME, done: true }]);
  });

  it('is quick at first, and asks every 5 s while something moves', async () => {
    const answers = Array.from({ length: 30 }, (_, index) => running(index));
    const watch = new Watch(answers, running());
    await watch.pass(60, 125);
    const pauses = watch.script.pauses();
    assert.deepEqual(pauses.slice(0, 5), [1000, 1500, 2250, 3375, 5000]);
    assert.ok(pauses.length > 10);
    assert.deepEqual(new Set(pauses.slice(4)), new Set([5000]));
  });

  it('asks every 30 s at the least where nothing moves, and every 5 s once it does', async () => {
    const answers = [
      ...Array.from({ length: 20 }, () => running()),
      ...[1, 2, 3].map(running),
      running(3),
      DONE,
    ];
    const watch = new Watch(answers, running());
    await watch.pass(1000, 500);
    assert.ok(watch.ended);
    const pauses = watch.script.pauses();
    assert.deepEqual(pauses.slice(12, 21), Array<number>(9).fill(30_000));
    assert.deepEqual(pauses.slice(21), [5000, 5000, 5000, 7500]);
  });

  it('never has two polls under way', async () => {
    const held = Promise.withResolvers<object>();
    const watch = new Watch([held.promise, DONE], running());
    await watch.pass(300);
    assert.equal(watch.script.calls.length, 1);
    held.resolve(running(1));
    await watch.pass(10);
    assert.equal(watch.script.calls.length, 2);
    assert.ok(watch.ended);
  });

  it('throws what the operation ended with', async () => {
    const error = {
      code: 8,
      message: 'Too many tunings.',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }],
    };
    const watch = new Watch([{ ...running(3), done: true, error }], running());
    await watch.pass(10);
    assert.ok(watch.error instanceof ServiceError);
    const { reason, status, httpStatus, message, details } = watch.error;
    assert.deepEqual(
      { reason, status, httpStatus, message },
      {
        reason: 'quota',
        status: 'RESOURCE_EXHAUSTED',
        httpStatus: 429,
        message: 'Too many tunings.',
      },
    );
    assert.equal(details.retryInfo?.retryDelayMs, 7000);
    assert.equal(watch.script.calls.length, 1);
  });

  it('tells a cancelled operation from our own cancellation', async () => {
    const watch = new Watch([], { ...running(3), done: true, error: { code: 1 } });
    await watch.pass(1);
    assert.ok(watch.error instanceof ServiceError);
    assert.equal(watch.error.reason, 'cancelled');
    assert.equal(CancelledError.is(watch.error), false);
  });

  it('goes on after polls that fail for now', async () => {
    const reset = new TransportError('reset', 'The connection broke.');
    const watch = new Watch([BUSY, reset, running(2), BUSY, DONE], running());
    await watch.pass(100);
    assert.equal(watch.error, undefined);
    assert.equal(watch.states.at(-1)?.done, true);
    // After a poll that went well the count begins anew.
    assert.deepEqual(
      watch.retries.map(({ attempt, delayMs, asked }) => [attempt, delayMs, asked]),
      [
        [1, 5000, false],
        [2, 10_000, false],
        [1, 5000, false],
      ],
    );
    assert.equal(watch.retries[1]?.error, reset);
    assert.equal(watch.retries[0]?.operation, 'tunedModels.operations.get');
  });

  it('gives up after ten failures in a row', async () => {
    const watch = new Watch(Array<Answer>(20).fill(BUSY), NAME);
    await watch.pass(3600);
    assert.equal(watch.error, BUSY);
    assert.equal(watch.script.calls.length, 10);
    assert.equal(Math.max(...watch.script.pauses()), 60_000);
    assert.equal(watch.retries.length, 9);
    assert.deepEqual(new Set(watch.retries.map(({ maxAttempts }) => maxAttempts)), new Set([10]));
  });

  it('waits as long as the service asks, unless that is absurd', async () => {
    const watch = new Watch([asking('90s'), DONE], NAME);
    await watch.pass(100);
    assert.deepEqual(watch.script.pauses(), [90_000]);
    assert.equal(watch.retries[0]?.asked, true);

    const absurd = new Watch([asking('86400s'), DONE], NAME);
    await absurd.pass(1);
    assert.ok(absurd.error instanceof ServiceError);
    assert.equal(absurd.script.calls.length, 1);
  });

  it('ends at a poll that no waiting helps', async () => {
    const gone = decodeErrorBody(404, '{"error":{"code":404,"status":"NOT_FOUND"}}');
    const untrusted = new TransportError('certificate', 'Nobody vouches for it.');
    for (const error of [gone, untrusted, new TypeError('a bug')]) {
      const watch = new Watch([error, DONE], running());
      await watch.pass(10);
      assert.equal(watch.error, error);
      assert.deepEqual(watch.retries, []);
    }
  });

  for (const [where, answers] of [
    ['between two polls', [running(1)]],
    ['before a repeat', [BUSY]],
  ] as const) {
    it(`is cancelled at once ${where}`, async () => {
      const controller = new AbortController();
      const watch = new Watch([...answers, DONE], NAME, { signal: controller.signal });
      await watch.pass(0);
      assert.equal(watch.clock.pending, 1);
      controller.abort();
      await settle();
      assert.ok(watch.error instanceof CancelledError);
      assert.equal(watch.clock.pending, 0);
      assert.equal(watch.script.calls.length, 1);
    });
  }

  it('leaves nothing behind when the loop is left', async () => {
    const clock = new FakeClock();
    const { client, calls } = new PollScript(clock, [DONE]);
    const states: State[] = [];
    for await (const state of watchOperation(client, 'tunedModels.create', running(), { clock })) {
      states.push(state);
      break;
    }
    assert.equal(states.length, 1);
    assert.equal(calls.length, 0);
    assert.equal(clock.pending, 0);
  });

  it('polls v1 over the wire, whichever version began the operation', async () => {
    const clock = new FakeClock();
    const answers = [running(19), DONE];
    const { client, server } = await rigs.start(
      (_request, wire) => wire.json(200, answers.shift()),
      { version: 'v1beta3' },
    );
    const watch = watchOperation(client, 'tunedModels.create', NAME, { clock });
    const first = await watch.next();
    assert.equal(first.value?.metadata?.completedSteps, 19);
    const second = watch.next();
    await settle();
    clock.advance(1000);
    assert.equal((await second).value?.response?.name, 'tunedModels/poet-7');
    assert.deepEqual(await watch.next(), { done: true, value: undefined });
    assert.deepEqual(
      server.requests.map(({ method, target }) => `${method} ${target}`),
      Array<string>(2).fill(`GET /v1/${NAME}`),
    );
  });

  it('refuses a name that is no operation, before anything is sent', async () => {
    const { client, server } = await rigs.start((_request, wire) => wire.json(200, {}));
    for (const [name, reason] of [
      ['tunedModels/poet-7', 'badName'],
      ['tunedModels/../operations/x', 'badName'],
      ['', 'missingParameter'],
    ] as const) {
      const error = await failure(watchOperation(client, 'tunedModels.create', name).next());
      assert.equal(error.reason, reason);
    }
    assert.equal(server.requests.length, 0);
  });
});

function asking(retryDelay: string): ServiceError {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }];
  return decodeErrorBody(429, JSON.stringify({ error: { code: 429, message: 'Wait.', details } }));
}
