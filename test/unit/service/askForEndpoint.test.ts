import assert from 'node:assert/strict';
import { likelyEndpoint } from '../../../src/service/askForEndpoint';

describe('an endpoint that a user types', () => {
  for (const [text, endpoint] of [
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080/v1beta', 'http://127.0.0.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['example.com', 'https://example.com'],
    [' gateway.example:8443/base/ ', 'https://gateway.example:8443/base'],
    ['http://localhost:8080', undefined],
    ['ftp://example.com', undefined],
    ['javascript:1', undefined],
    ['gemini', undefined],
    ['me@example.com', undefined],
    ['example.com?key=a', undefined],
    ['AIzaSyCanaryAbcdefghij.example', undefined],
    ['', undefined],
  ] as const) {
    it(`has a likely scheme where it has none: ${JSON.stringify(text.replace(/AIza\w+/, 'a key'))}`, () => {
      assert.equal(likelyEndpoint(text), endpoint);
    });
  }
});
