import assert from 'node:assert/strict';
import { endpointName, formatEndpoint, parseEndpoint } from '../../../src/api/endpoint';
import { credentialProblem } from '../../../src/api/headers';

describe('endpoint', () => {
  it('takes an origin', () => {
    assert.equal(
      parseEndpoint(' https://generativelanguage.googleapis.com/ ').origin,
      'https://generativelanguage.googleapis.com',
    );
    for (const text of [
      'http://127.0.0.1:8080',
      'http://[::1]:99',
      'http://localhost:1',
      'https://gateway.example:8443',
    ]) {
      assert.equal(parseEndpoint(text).origin, text);
    }
  });

  for (const [text, endpoint] of [
    ['https://gateway.example/tenant/a/', 'https://gateway.example/tenant/a'],
    ['https://gateway.example/tenant/v1beta', 'https://gateway.example/tenant'],
    ['https://gateway.example/tenant/v1beta/models/', 'https://gateway.example/tenant'],
    [
      'https://generativelanguage.googleapis.com/v1beta',
      'https://generativelanguage.googleapis.com',
    ],
  ] as const) {
    it(`takes the path before that of every request, without a version: ${text}`, () => {
      const url = parseEndpoint(text);
      assert.equal(formatEndpoint(url), endpoint);
      assert.equal(formatEndpoint(parseEndpoint(endpoint)), endpoint);
      assert.equal(endpointName(endpoint), endpoint.split('//')[1]);
    });
  }

  const refused: readonly (readonly [string, RegExp])[] = [
    ['https://user:canary-secret@host', /username and password/],
    ['https://host/?key=canary-secret', /query/],
    ['https://host/#canary-secret', /fragment/],
    ['https://generativelanguage.googleapis.com/v1beta/openai', /path/],
    ['https://host:65536', /port .* 1 to 65535/],
    ['https://host/AIzaSyCanaryAbcdefghij/x', /looks like a key/],
    ['AIzaSyCanaryAbcdefghij', /looks like a key/],
    ['file:///etc/passwd', /file:/],
    ['javascript:alert(1)', /javascript:/],
    ['http://host', /unencrypted/],
    ['http://127.0.0.1.nip.io', /unencrypted/],
    ['http://192.168.0.1', /unencrypted/],
    ['not an address', /isn’t a valid URL/],
  ];
  for (const [text, message] of refused) {
    it(`refuses ${text.replace(/AIza.*/, 'a key')}`, () => {
      assert.throws(
        () => parseEndpoint(text),
        (error: unknown) => {
          assert.ok(error instanceof Error);
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /canary/i);
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
