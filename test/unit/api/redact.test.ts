import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { redact, SECRET_PARAMETERS } from '../../../src/api/redact';
import { looksLikeSecret } from '../../../src/emulator/identity/credentials';
import { Redactor } from '../../../src/emulator/requestLog';

describe('redact', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['x-goog-api-key: canary', 'by header'],
    ['"x-goog-api-key":"canary","accept":"*/*"', 'by header in JSON'],
    ['Authorization: Bearer canary', 'authorization'],
    ['cookie: a=canary; b=canary', 'cookies'],
    ['x-goog-upload-url: https://h/upload?upload_id=canary', 'upload address'],
    ['GET https://h/v1?alt=sse&key=canary HTTP/1.1', 'query key'],
    ['https://h/?access_token=canary&x=1', 'query token'],
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

  it('keeps what is no secret', () => {
    const text =
      'x-goog-user-project: my-project\ncontent-type: application/json\nhttps://h/v1beta/models?pageSize=5&alt=sse at 10:15';
    assert.equal(redact(text), text);
  });
});

const { privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

const SECRETS: { readonly [what: string]: string } = {
  'an API key': 'AIzaSyD-canary_canary0123456789canary',
  'a bound API key': 'AQ.Ab8RN6canary0123456789_canary-0123',
  'an access token': 'ya29.a0canary-canary_canary.x0123456789',
  'a refresh token': '1//0gcanary0123456789-canary_0123456789',
  'a code': '4/0AVcanary0123456789-canary_0123456789',
  'a client secret': 'GOCSPX-canary0123456789canary_-x',
  'a token for live sessions': 'auth_tokens/canary0123456789canary0123456789',
  'a signing secret': 'whsec_canary0123456789canary0123456789',
  'a private key': privateKey,
  'an old private key': privateKey.replaceAll('PRIVATE', 'RSA PRIVATE'),
};

const codeOf = (letter: string): string =>
  `%${letter.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;

/** A secret as it may stand in a text, for everybody who redacts by shape. */
const FORMS: { readonly [how: string]: (secret: string) => string } = {
  'in a sentence': (secret) => `It was ${secret}, and was refused.`,
  'in JSON': (secret) => JSON.stringify({ was: secret, other: 1 }),
  'in an address': (secret) => `https://h.example/a?q=${encodeURIComponent(secret)}&b=1`,
  'in an address of an address': (secret) =>
    `https://h.example/?u=${encodeURIComponent(`https://i.example/?q=${encodeURIComponent(secret)}`)}`,
  'after an encoded sign': (secret) => `a%3D${encodeURIComponent(secret)}%26b%3D1`,
  'with every letter encoded': (secret) => Array.from(secret, codeOf).join(''),
};

// The lines of a key are text of their own where each letter of them is a code.
const isOneLine = (secret: string): boolean => !secret.includes('\n');

describe('the looks of secrets', () => {
  const emulator = new Redactor([]);
  for (const [what, secret] of Object.entries(SECRETS)) {
    for (const [how, form] of Object.entries(FORMS)) {
      const hasForm = isOneLine(secret) || !how.includes('every');
      if (!hasForm) continue;
      it(`are known: ${what} ${how}`, () => {
        for (const clean of [redact(form(secret)), emulator.text(form(secret))]) {
          assert.doesNotMatch(decodeURIComponent(decodeURIComponent(clean)), /canary|[\w+/]{40}/);
          assert.match(clean, /redacted/i);
        }
      });
    }
  }

  it('are not taken for more than they are', () => {
    const clean = redact(`{"key":${JSON.stringify(SECRETS['a private key'])},"b":"c"} and on`);
    assert.match(clean, /"b":"c"\} and on$/);
    assert.match(redact(`a=${SECRETS['an API key'] ?? ''}&b=1`), /^a=\[redacted\]&b=1$/);
    for (const text of [
      'auth_tokens/{id} of v1alpha/auth_tokens, auth_tokens.create',
      'FAQ.answers_to_all_questions_of_users',
      'https://h.example/v1/0123456789abcdef0123',
      'on 2024/04/0 and 14/07, models/gemini-2.5-pro, ya29, AIza, GOCSPX-',
      '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    ]) {
      assert.equal(redact(text), text);
      assert.ok(!looksLikeSecret(text));
    }
  });

  it('are told by the name of a parameter too, also within another address', () => {
    for (const name of SECRET_PARAMETERS) {
      const inner = `https://i.example/?a=1&${name}=canary&b=2`;
      const outer = `https://h.example/?u=${encodeURIComponent(inner)}`;
      for (const text of [inner, outer, `?v=${encodeURIComponent(outer)}`]) {
        assert.doesNotMatch(redact(text), /canary/);
        assert.match(redact(text), /b(?:=|%(?:25)?3D)2$/);
      }
    }
  });

  it('are looked for in a time that grows with the text only', () => {
    for (const piece of [
      'ya29.aaaaa',
      'AIza',
      '%25',
      '-----BEGIN PRIVATE KEY-----',
      '4/0',
      '?key=',
    ]) {
      const text = piece.repeat(200_000 / piece.length);
      const started = performance.now();
      redact(text);
      looksLikeSecret(text);
      assert.ok(performance.now() - started < 2000, piece);
    }
  });
});
