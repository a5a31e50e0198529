import assert from 'node:assert/strict';
import { ServiceError, TransportError } from '../../../src/api/errors';
import { decodeErrorBody } from '../../../src/api/errors/decode';
import { CancelledError } from '../../../src/base/errors';
import { DONE, running, Watch } from './watch';

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
