import assert from 'node:assert/strict';
import { parseEndpoint } from '../../../src/api/endpoint';
import { credentialProblem } from '../../../src/api/headerValue';

describe('endpoint', () => {
  it('takes an origin', () => {
    assert.equal(
      parseEndpoint(' https://generativelanguage.googleapis.com/ ').origin,
      'https://generativelanguage.googleapis.com',
    );
    for (const text of [
      'http://127.0.0.1:8080',
      'http://127.9.9.9',
      'http://[::1]:99',
      'http://localhost:1',
      'http://a.localhost:1',
      'https://gateway.example:8443',
    ]) {
      assert.equal(parseEndpoint(text).origin, text);
    }
  });

  const refused: readonly (readonly [string, RegExp])[] = [
    ['https://user:canary-secret@host', /user name or a password/],
    ['https://user@host', /user name or a password/],
    ['https://host/?key=canary-secret', /query/],
    ['https://host/?', /query/],
    ['https://host/#canary-secret', /fragment/],
    ['https://host/v1beta', /path/],
    ['file:///etc/passwd', /file:/],
    ['javascript:alert(1)', /javascript:/],
    ['ftp://host', /ftp:/],
    ['http://host', /unencrypted/],
    ['http://127.0.0.1.nip.io', /unencrypted/],
    ['http://localhost.evil.example', /unencrypted/],
    ['http://evil-localhost', /unencrypted/],
    ['http://192.168.0.1', /unencrypted/],
    ['http://[::2]', /unencrypted/],
    ['not an address', /not an address/],
    ['', /not an address/],
  ];
  for (const [text, message] of refused) {
    it(`refuses ${text}`, () => {
      assert.throws(
        () => parseEndpoint(text),
        (error: unknown) => {
          assert.ok(error instanceof Error);
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /canary/);
          return true;
        },
      );
    });
  }
});

describe('credential in a header', () => {
  it('is refused when it would not arrive as it is', () => {
    assert.equal(credentialProblem('AIzaSy-_09'), undefined);
    assert.match(credentialProblem('') ?? '', /empty/);
    assert.match(credentialProblem('a\r\nx-evil: 1') ?? '', /line break/);
    assert.match(credentialProblem('a b') ?? '', /space/);
    assert.match(credentialProblem('schlüssel') ?? '', /ASCII/);
    assert.match(credentialProblem('a\u0000') ?? '', /ASCII/);
  });
});
