import assert from 'node:assert/strict';
import { ServiceError, TransportError } from '../../../src/api/errors';
import { decodeErrorBody } from '../../../src/api/errors/decode';
import { watchOperation } from '../../../src/api/operationWatcher';
import { CancelledError } from '../../../src/base/errors';
import type { Answer } from './pollScript';
import { BUSY, DONE, NAME, running, Watch } from './watch';

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

  it('does not advise another model where none was asked', async () => {
    const error = { code: 14, message: 'Busy.' };
    const failed = { name: 'fileSearchStores/a/operations/b', done: true, error };
    const client = { call: () => assert.fail('It completed.') };
    const imported = watchOperation(client, 'fileSearchStores.importFile', failed);
    await assert.rejects(imported.next(), {
      hint: 'The API is overloaded. Try again in a moment.',
    });
    const answered = watchOperation(client, 'models.batchGenerateContent', failed);
    await assert.rejects(answered.next(), { hint: /use another model/ });
  });

  it('tells a cancelled operation from our own cancellation', async () => {
    const watch = new Watch([], { ...running(3), done: true, error: { code: 1 } });
    await watch.pass(1);
    assert.ok(watch.error instanceof ServiceError);
    assert.equal(watch.error.reason, 'cancelled');
    assert.equal(CancelledError.is(watch.error), false);
  });

  it('goes on after polls that fail for now', async () => {
    const reset = new TransportError('reset', 'The connection was lost.');
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
});

function asking(retryDelay: string): ServiceError {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }];
  return decodeErrorBody(429, JSON.stringify({ error: { code: 429, message: 'Wait.', details } }));
}
