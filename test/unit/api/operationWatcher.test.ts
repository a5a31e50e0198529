import assert from 'node:assert/strict';
import { ServiceError, TransportError } from '../../../src/api/errors';
import { decodeErrorBody } from '../../../src/api/errors/decode';
import { watchOperation } from '../../../src/api/operationWatcher';
import { CancelledError } from '../../../src/base/errors';
import { FakeClock } from '../../fakes/clock';
import { settle, settled } from '../../fakes/settle';
import { failure, Rigs } from './harness';
import { BUSY, DONE, NAME, running, Watch } from './watch';

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

  it('is quick at first, and asks every 5 s while something moves', async () => {
    const answers = Array.from({ length: 30 }, (_, index) => running(index));
    const watch = new Watch(answers, running());
    await watch.pass(60, 125);
    const pauses = watch.script.pauses();
    assert.deepEqual(pauses.slice(0, 5), [1000, 1500, 2250, 3375, 5000]);
    assert.ok(pauses.length > 10);
    assert.deepEqual(new Set(pauses.slice(4)), new Set([5000]));
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
      await settled(controller.abort());
      assert.ok(watch.error instanceof CancelledError);
      assert.equal(watch.clock.pending, 0);
      assert.equal(watch.script.calls.length, 1);
    });
  }

  it('follows a batch by its own name, in the version of the connection', async () => {
    const clock = new FakeClock();
    const name = 'batches/k3t8w1x6b9q2';
    const metadata = { '@type': 'type.googleapis.com/x', state: 'BATCH_STATE_RUNNING' };
    const answers = [
      { name, metadata },
      { name, metadata, done: true, response: { '@type': 'x', responsesFile: 'files/batch-k' } },
    ];
    const { client, server } = await rigs.start(
      (_request, wire) => wire.json(200, answers.shift()),
      { version: 'v1' },
    );
    const watch = watchOperation(client, 'models.batchGenerateContent', name, { clock });
    const first = await watch.next();
    assert.equal(first.value?.metadata?.state, 'BATCH_STATE_RUNNING');
    const second = watch.next();
    await settle();
    clock.advance(1000);
    assert.equal((await second).value?.response?.responsesFile, 'files/batch-k');
    assert.deepEqual(
      server.requests.map(({ method, target }) => `${method} ${target}`),
      Array<string>(2).fill(`GET /v1/${name}`),
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

describe('an operation that is watched', () => {
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
});
