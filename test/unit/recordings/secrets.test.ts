import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/base/json';
import type { Exchange } from '../../../src/recordings/exchange';
import { type WrittenRecording, writeExchange } from '../../../src/recordings/fileFormat';
import { credentialsOf, findSecret } from '../../../src/recordings/secrets';

const LETTERS = 'k3Vq9ZtB7xWm2LdPf8RsYc4NhGj6TaUeQw5Xv1Co0';

/** Secrets of known forms. */
const SECRETS = [
  `AIza${LETTERS.slice(0, 35)}`,
  `ya29.${LETTERS}`,
  `AQ.${LETTERS}`,
  `GOCSPX-${LETTERS.slice(0, 28)}`,
  `1//0${LETTERS}`,
  `eyJ${LETTERS}.eyJ${LETTERS}.${LETTERS}`,
  `-----BEGIN PRIVATE KEY-----\n${LETTERS}\n-----END PRIVATE KEY-----`,
  `Cookie: SID=${LETTERS}`,
  `ghp_${LETTERS.slice(0, 36)}`,
  'AKIAIOSFODNN7EXAMPLE',
  `sk-proj-${LETTERS}`,
  `Bearer ${LETTERS}`,
  'https://ada:pass-word-1@example.com/x',
];

/** A credential of no known form. */
const OWN = 'k-own credential/1';

const CODINGS: { readonly [name: string]: string } = {
  plain: OWN,
  percent: encodeURIComponent(OWN),
  hexadecimal: Buffer.from(OWN).toString('hex'),
  base64: Buffer.from(OWN).toString('base64'),
  'base64 for URLs': Buffer.from(`${OWN}?>?>`).toString('base64url'),
  'base64 behind one byte': Buffer.from(`:${OWN}:`).toString('base64'),
  'base64 behind a name': Buffer.from(`user:${OWN}`).toString('base64'),
};

/** Exchanges with a text in each place where one may be. */
function exchangesWith(text: string): readonly Exchange[] {
  const plain: Exchange = {
    operation: 'models.generateContent',
    request: {
      method: 'POST',
      path: '/v1beta/models/m:generateContent',
      query: {},
      body: { kind: 'json', json: { contents: [{ parts: [{ text: 'Hi' }] }] } },
    },
    answer: { status: 200, headers: { 'content-type': 'text/plain' }, body: { kind: 'none' } },
  };
  const { request, answer } = plain;
  const file = Buffer.from(`${'line of a file\n'.repeat(100)}${text}\n`).toString('base64');
  const bodies: readonly JsonValue[] = [
    { contents: [{ parts: [{ text: `It is ${text} here.` }] }] },
    { labels: { [text]: 'x' } },
    { text: `${text} `.repeat(400) },
    { inlineData: { mimeType: 'text/plain', data: file } },
  ];
  return [
    ...bodies.map((json) => ({ ...plain, request: { ...request, body: { kind: 'json', json } } })),
    { ...plain, request: { ...request, path: `/v1beta/${text}` } },
    { ...plain, request: { ...request, query: { fields: [text] } } },
    { ...plain, answer: { ...answer, headers: { 'content-type': text } } },
    { ...plain, answer: { ...answer, body: { kind: 'text', text: `It is ${text} here.` } } },
    ...[`It is ${text} here.`.match(/[^]{1,6}/g) ?? []].map((texts) => ({
      ...plain,
      answer: {
        ...answer,
        stream: {
          kind: 'sse',
          newline: '\n',
          events: texts.map((piece, ms) => ({ ms, data: { json: { parts: [{ text: piece }] } } })),
        },
      },
    })),
  ] as readonly Exchange[];
}

function answeredWith(json: JsonValue): WrittenRecording {
  const [exchange] = exchangesWith('');
  assert.ok(exchange);
  return writeExchange({
    ...exchange,
    answer: { ...exchange.answer, body: { kind: 'json', json } },
  });
}

describe('the scan for secrets', () => {
  it('finds known forms of keys and tokens wherever they are, also in pieces of a stream', () => {
    for (const secret of SECRETS) {
      for (const [place, exchange] of exchangesWith(secret).entries()) {
        const found = findSecret(writeExchange(exchange), []);
        assert.ok(found, `${secret} at ${place}`);
        assert.equal(found.where.includes(secret), false);
      }
    }
    assert.ok(findSecret(answeredWith({ cookie: `a=${LETTERS}` }), []), 'by its name');
  });

  it("finds the caller's own credential plain, percent-encoded, in base64 and in hexadecimal", () => {
    for (const [name, text] of Object.entries(CODINGS)) {
      for (const [place, exchange] of exchangesWith(text).entries()) {
        assert.ok(findSecret(writeExchange(exchange), [OWN]), `${name} at ${place}`);
      }
    }
    const bytes = Buffer.concat([Buffer.from([0, 255]), Buffer.from(OWN.repeat(60))]);
    assert.ok(findSecret(answeredWith({ data: bytes.toString('base64') }), [OWN]));
  });

  it('lets through what is none: prose, data, signatures, names', () => {
    let state = 9;
    const data = Buffer.from(
      Array.from({ length: 200_000 }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state >>> 24;
      }),
    );
    const json: JsonValue = {
      text: 'Bake a cake (it says so in AIzawa). Ask for a cookie: chocolate. The token is out.',
      thoughtSignature: data.subarray(0, 900).toString('base64'),
      inlineData: { mimeType: 'image/png', data: data.toString('base64') },
      urlSafe: data.toString('base64url'),
      drawing: `<svg><image href="data:image/png;base64,${data.toString('base64')}"/></svg>`,
      uri: 'https://generativelanguage.googleapis.com/v1beta/files/abc123def456',
      hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      id: '6f1c2e0a-1f3b-4c5d-8e9f-0a1b2c3d4e5f',
    };
    assert.equal(findSecret(answeredWith(json), ['emulator-key-0123456789']), undefined);
  });

  it("knows a caller's credential from any header or parameter, and no plain word", () => {
    const basic = `Basic ${Buffer.from('ada:pass-word-1').toString('base64')}`;
    const query = new URLSearchParams({ key: 'in-the-query-1', pageSize: '12345678' });
    const headers = {
      authorization: basic,
      'x-goog-api-key': 'emulator',
      cookie: 'a=cookie-value-1; b=2',
    };
    const found = credentialsOf(headers, query);
    for (const secret of ['pass-word-1', 'in-the-query-1', 'cookie-value-1']) {
      assert.ok(found.includes(secret), secret);
    }
    assert.equal(found.includes('emulator'), false);
    assert.equal(found.includes('12345678'), false);
  });
});
