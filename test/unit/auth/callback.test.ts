import assert from 'node:assert/strict';
import { readPastedAddress } from '../../../src/auth/loopbackReceiver';
import { AppError } from '../../../src/base/errors';
import { leaks } from '../../fakes/canary';

const STATE = 'canary-state-0123456789abcdef';
const CODE = 'canary-code-0123456789';
const expected = {
  redirectUri: 'http://127.0.0.1:50123/secret-path',
  state: STATE,
  issuer: 'https://issuer.example',
};
const query = `state=${STATE}&iss=https%3A%2F%2Fissuer.example&code=${CODE}&scope=a+b`;

describe('pasted address', () => {
  for (const [what, text] of [
    ['whole', `${expected.redirectUri}?${query}`],
    ['whole, with space around', `  ${expected.redirectUri}?${query}\n`],
    ['its query', `?${query}`],
  ] as const) {
    it(`is taken: ${what}`, () => {
      assert.deepEqual(readPastedAddress(text, expected), { kind: 'code', code: CODE });
    });
  }

  for (const [what, text] of [
    ['a code alone', CODE],
    ['another port', `http://127.0.0.1:50124/secret-path?${query}`],
    ['another path', `http://127.0.0.1:50123/?${query}`],
    ['another host', `http://127.0.0.1.evil.example:50123/secret-path?${query}`],
    ['another state', `?state=canary-other-0123456789&code=${CODE}`],
    ['no state', `?code=${CODE}`],
    ['two codes', `?${query}&code=${CODE}`],
  ] as const) {
    it(`is not taken: ${what}`, () => {
      assert.throws(
        () => readPastedAddress(text, expected),
        (error: unknown) => {
          assert.ok(error instanceof AppError);
          assert.equal(error.reason, 'badPastedAddress');
          assert.deepEqual(leaks(error, [STATE, CODE]), []);
          return true;
        },
      );
    });
  }

  it('may be a refusal', () => {
    const text = `${expected.redirectUri}?state=${STATE}&error=access_denied`;
    const callback = readPastedAddress(text, expected);
    assert.ok(callback.kind === 'refused');
    assert.equal(callback.error.reason, 'accessDenied');
    assert.match(callback.error.hint ?? '', /test users/);
  });
});
