import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { decodeRpcStatus } from '../../../src/api/errors/decode';

// google/rpc/code.proto, by hand.
const codes = [
  [1, 'CANCELLED', 499, 'cancelled'],
  [2, 'UNKNOWN', 500, 'server'],
  [3, 'INVALID_ARGUMENT', 400, 'invalidRequest'],
  [4, 'DEADLINE_EXCEEDED', 504, 'deadline'],
  [5, 'NOT_FOUND', 404, 'notFound'],
  [6, 'ALREADY_EXISTS', 409, 'conflict'],
  [7, 'PERMISSION_DENIED', 403, 'permission'],
  [8, 'RESOURCE_EXHAUSTED', 429, 'quota'],
  [9, 'FAILED_PRECONDITION', 400, 'precondition'],
  [10, 'ABORTED', 409, 'conflict'],
  [11, 'OUT_OF_RANGE', 400, 'invalidRequest'],
  [12, 'UNIMPLEMENTED', 501, 'unimplemented'],
  [13, 'INTERNAL', 500, 'server'],
  [14, 'UNAVAILABLE', 503, 'overloaded'],
  [15, 'DATA_LOSS', 500, 'server'],
  [16, 'UNAUTHENTICATED', 401, 'unauthenticated'],
] as const;

describe('a google.rpc.Status within a resource', () => {
  for (const [code, status, httpStatus, reason] of codes) {
    it(`with the code ${code} is ${status}`, () => {
      const error = decodeRpcStatus({ code, message: 'It failed.' });
      assert.equal(error.status, status);
      assert.equal(error.httpStatus, httpStatus);
      assert.equal(error.reason, reason);
      assert.equal(error.message, 'It failed.');
    });
  }

  it('with a code that nobody knows is UNKNOWN', () => {
    for (const code of [0, 17, 404, -1, 1.5, 'x', undefined]) {
      const error = decodeRpcStatus(code === undefined ? {} : { code });
      assert.deepEqual([error.status, error.httpStatus, error.reason], ['UNKNOWN', 500, 'server']);
      assert.notEqual(error.message, '');
    }
  });

  it('keeps its details, and no secret', () => {
    const info = { reason: 'TUNING_FAILED', domain: 'googleapis.com' };
    const error = decodeRpcStatus({
      code: 13,
      message: `Key AIza${'x'.repeat(35)} failed.`,
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', ...info }],
    });
    assert.deepEqual(error.details.errorInfo, { ...info, metadata: {} });
    assert.doesNotMatch(`${error.message}${inspect(error)}`, /AIzax/);
  });
});
