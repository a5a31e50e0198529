import assert from 'node:assert/strict';
import { redact } from '../../../src/api/redact';

describe('redact', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['x-goog-api-key: canary', 'by header'],
    ['"x-goog-api-key":"canary","accept":"*/*"', 'by header in JSON'],
    ["{ 'X-Goog-Api-Key': 'canary', accept: '*/*' }", 'by header in a dump'],
    ['Authorization: Bearer canary', 'authorization'],
    ['proxy-authorization: Basic canary', 'proxy authorization'],
    ['cookie: a=canary; b=canary', 'cookies'],
    ['set-cookie: canary', 'set-cookie'],
    ['x-goog-upload-url: https://h/upload?upload_id=canary', 'upload address'],
    ['GET https://h/v1?alt=sse&key=canary HTTP/1.1', 'query key'],
    ['https://h/?access_token=canary&x=1', 'query token'],
    ['https://h/?oauth_token=canary#x', 'query oauth token'],
    ['https://h/upload?upload_id=canary', 'upload id'],
    ['the key AIzaSyCanarycanarycanarycanarycanary was', 'shape of a key'],
    ['token ya29.a0canary-canary_canary.x', 'shape of a token'],
    ['refresh 1//0gcanarycanarycanarycanary', 'shape of a refresh token'],
    ['http://user:canary@proxy.example:3128', 'user and password'],
  ];
  for (const [text, name] of cases) {
    it(`hides what is told ${name}`, () => {
      const clean = redact(text);
      assert.doesNotMatch(clean, /canary/i);
      assert.match(clean, /\[redacted\]/);
    });
  }

  it('hides secrets by value, also percent-encoded', () => {
    assert.equal(
      redact('a s3cr3t+/= b s3cr3t%2B%2F%3D', ['s3cr3t+/=']),
      'a [redacted] b [redacted]',
    );
    assert.equal(redact('plain', ['', 'a']), 'plain');
  });

  it('hides a secret that the end of the text cuts off', () => {
    const secret = 'a-secret+of-many/letters';
    assert.equal(redact('the key a-secret+of-', [secret]), 'the key [redacted]');
    assert.equal(redact('?k=a-secret%2Bof-many%2', [secret]), '?k=[redacted]');
    assert.equal(redact('a-secret+of- many', [secret]), 'a-secret+of- many');
    assert.equal(redact('not a-s', [secret]), 'not a-s');
  });

  it('looks only for beginnings of a secret that fit into the text', () => {
    const endsWith = Object.getOwnPropertyDescriptor(String.prototype, 'endsWith');
    assert.ok(endsWith);
    let looks = 0;
    const counted = function (this: string, search: string): boolean {
      looks += 1;
      return this.includes(search, this.length - search.length);
    };
    Object.defineProperty(String.prototype, 'endsWith', { ...endsWith, value: counted });
    try {
      redact('nine char', ['s'.repeat(4000)]);
    } finally {
      Object.defineProperty(String.prototype, 'endsWith', endsWith);
    }
    assert.ok(looks > 0 && looks <= 4, `${looks} looks`);
  });

  it('keeps what is no secret', () => {
    const text =
      'x-goog-user-project: my-project\ncontent-type: application/json\nhttps://h/v1beta/models?pageSize=5&alt=sse at 10:15';
    assert.equal(redact(text), text);
  });
});
