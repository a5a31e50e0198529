import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { decodeRpcStatus } from '../../../src/api/errors/decode';

// google/rpc/code.proto, by hand.
const codes = [
  [1, 'CANCELLED', 499, 'cancelled'],
  [3, 'INVALID_ARGUMENT', 400, 'invalidRequest'],
  [8, 'RESOURCE_EXHAUSTED', 429, 'quota'],
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
