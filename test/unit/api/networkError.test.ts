import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { CancelledError } from '../../../src/base/errors';
import { redactorFor } from '../../../src/api/redact';
import { networkError } from '../../../src/api/undici/networkError';

function thrown(code: string, message = 'x'): Error {
  return Object.assign(new Error(message), { code });
}
const place = { host: 'h.example', answering: false, redact: redactorFor(['canary-secret']) };

describe('errors of the network', () => {
  const cases: readonly (readonly [string, string, boolean?])[] = [
    ['ENOTFOUND', 'dns'],
    ['ECONNREFUSED', 'refused'],
    ['ECONNRESET', 'reset'],
    ['UND_ERR_SOCKET', 'reset'],
    ['UND_ERR_SOCKET', 'incomplete', true],
    ['ETIMEDOUT', 'unreachable'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'certificate'],
    ['UND_ERR_PRX_TLS', 'proxy'],
    ['HPE_INVALID_CONSTANT', 'notJson'],
    ['NEVER_HEARD_OF', 'unreachable'],
  ];
  for (const [code, reason, answering = false] of cases) {
    it(`are ${reason} for ${code}${answering ? ' within an answer' : ''}`, () => {
      const error = networkError(thrown(code), { ...place, answering });
      assert.ok('reason' in error);
      assert.equal(error.reason, reason);
      assert.ok(error.hint);
    });
  }

  it('name the host and a way out', () => {
    const error = networkError(thrown('ENOTFOUND'), place);
    assert.match(error.message, /h\.example/);
    assert.match('hint' in error ? String(error.hint) : '', /http\.proxy/);
  });

  it('keep no secrets and nothing of the bytes', () => {
    const raw = Object.assign(thrown('ECONNRESET', 'canary-secret broke'), {
      data: 'canary-secret',
    });
    const error = networkError(raw, place);
    assert.doesNotMatch(inspect(error) + inspect(error.cause), /canary/);
    // Where undici was when it noticed says nothing, and names folders of this machine.
    assert.ok(error.cause instanceof Error && error.cause.stack === undefined);
  });

  it('leave a cancellation what it is', () => {
    const cancelled = new CancelledError();
    assert.equal(networkError(cancelled, place), cancelled);
  });
});
