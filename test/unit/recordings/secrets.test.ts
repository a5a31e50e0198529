import assert from 'node:assert/strict';
import { deflateSync, gzipSync } from 'node:zlib';
import type { JsonValue } from '../../../src/base/json';
import type { Exchange } from '../../../src/recordings/exchange';
import { type Written, writeExchange } from '../../../src/recordings/fileFormat';
import { credentialsOf, findSecret } from '../../../src/recordings/secrets';

/** Chance that is the same each time. */
function chanceFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

type Chance = (below: number) => number;

const word = (chance: Chance, length: number): string =>
  Array.from({ length }, () => LETTERS.charAt(chance(LETTERS.length))).join('');

/** Secrets that have a shape, and the caller's own, which has none. */
const SECRETS: readonly ((chance: Chance) => string)[] = [
  (chance) => `AIza${word(chance, 35)}`,
  (chance) => `ya29.${word(chance, 60)}`,
  (chance) => `GOCSPX-${word(chance, 28)}`,
  (chance) => `1//0${word(chance, 40)}`,
  (chance) => `eyJ${word(chance, 20)}.eyJ${word(chance, 40)}.${word(chance, 43)}`,
  (chance) => `-----BEGIN PRIVATE KEY-----\n${word(chance, 64)}\n-----END PRIVATE KEY-----`,
  (chance) => `Cookie: SID=${word(chance, 40)}`,
  (chance) => `ghp_${word(chance, 36)}`,
  (chance) => `AKIA${word(chance, 16).toUpperCase()}`,
  (chance) => `sk-proj-${word(chance, 40)}`,
  (chance) => `Bearer ${word(chance, 40)}`,
  (chance) => `https://ada:${word(chance, 12)}@example.com/x`,
];

/** Text without a space or in lines, which is what somebody reads and no data. */
const PATH = 'x/'.repeat(300);
const LINES = 'plain text line of a file\n'.repeat(60);

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A text that is sent as a file; how many there are is in what is above. */
const PLACES = 14;
const inlineOf = (place: number, text: string): string | undefined =>
  place === 10
    ? base64(`${LINES}${text}\n${LINES}`)
    : place === 11
      ? Buffer.from(`\ufeff${LINES}${text}\n${LINES}`, 'utf16le').toString('base64')
      : undefined;

const CODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  base64,
  (text) => base64(`user:${text}`),
  (text) => Buffer.from(`a:${text}`).toString('base64url'),
  (text) => encodeURIComponent(text),
  (text) =>
    Array.from(text, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  (text) =>
    Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  (text) => JSON.stringify({ inner: JSON.stringify(text) }),
  (text) => Buffer.from(text).toString('hex'),
  (text) => base64(`user:${text}`).replaceAll(/.{20}/g, '$&\n'),
  (text) => base64(`user:${text}`).replaceAll(/.{76}/g, '$&\r\n'),
  (text) => Buffer.from(text, 'utf16le').toString('base64'),
  (text) => Array.from(Buffer.from(text), (one) => `\\${octal(one)}`).join(''),
  (text) => Array.from(Buffer.from(text), hexadecimal).join(' '),
  (text) => Array.from(Buffer.from(text), (one) => `0x${hexadecimal(one)}`).join(', '),
  (text) => Array.from(Buffer.from(text)).join(', '),
  base32,
  (text) => base32(`user:${text}`).toLowerCase(),
  (text) => gzipSync(`user:${text}`).toString('base64'),
  (text) => deflateSync(text).toString('hex'),
  (text) => Array.from(text, (one) => `=${hexadecimal(one.charCodeAt(0)).toUpperCase()}`).join(''),
  (text) => `“${Array.from(text).join(' ')}”`,
];

const octal = (byte: number): string => byte.toString(8).padStart(3, '0');
const hexadecimal = (byte: number): string => byte.toString(16).padStart(2, '0');

/** As RFC 4648 has it, without what fills it up. */
function base32(text: string): string {
  const bits = Array.from(Buffer.from(text), (one) => one.toString(2).padStart(8, '0')).join('');
  const fives = bits.match(/.{1,5}/g) ?? [];
  return fives
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[parseInt(five.padEnd(5, '0'), 2)] ?? '')
    .join('');
}

/** An exchange with a text somewhere in it. */
function exchangeWith(text: string, place: number, chance: Chance): Exchange {
  const filler = Array.from({ length: chance(40) }, () => word(chance, 1 + chance(9))).join(' ');
  const spot = `${filler} ${text} ${filler}`;
  const data = inlineOf(place, text);
  const said =
    place === 12
      ? `See https://h.example/?a=${word(chance, 600)}&t=${text} for it.`
      : place === 13
        ? PATH + text
        : filler;
  const json: JsonValue = {
    contents: [{ parts: [{ text: filler }, { text: place === 0 ? spot : 'Hi' }, { text: said }] }],
    ...(data === undefined ? {} : { inlineData: { mimeType: 'text/plain', data } }),
    ...(place === 1 ? { labels: { [text]: 'x' } } : {}),
    ...(place === 2
      ? { tools: [{ functionDeclarations: [{ name: 'f', description: text }] }] }
      : {}),
  };
  return {
    operation: 'models.generateContent',
    request: {
      ...{
        method: 'POST',
        path: place === 3 ? `/v1beta/${text}` : '/v1beta/models/m:generateContent',
      },
      query: place === 4 ? { fields: [text] } : {},
      body: { kind: 'json', json },
    },
    answer: {
      ...{ status: 200, headers: { 'content-type': place === 5 ? text : 'application/json' } },
      body:
        place === 6
          ? { kind: 'text', text: spot }
          : place === 7
            ? { kind: 'bytes', bytes: Buffer.from(`\u0000\u0001${spot}`) }
            : { kind: 'json', json: { text: place === 8 ? spot.repeat(20) : filler } },
      ...(place === 9
        ? {
            stream: {
              kind: 'sse',
              newline: '\n',
              events: [{ ms: 1, data: { json: { text: spot } } }],
            },
          }
        : {}),
    },
  };
}

const contentsOf = ({ text, parts }: Written): string =>
  [text, ...[...parts.values()].map((bytes) => bytes.toString('latin1'))].join('\n');

describe('the scan for secrets', () => {
  it('finds every one of a thousand, wherever it is and however it is written', () => {
    const chance = chanceFrom(26);
    for (let round = 0; round < 1000; round += 1) {
      const own = `k-${word(chance, 12 + chance(30))}`;
      const make = SECRETS[chance(SECRETS.length + 3)];
      const secret = make?.(chance) ?? own;
      const place = chance(PLACES);
      // What has run into a path has its shape, unless it is known what it is.
      const coding = place === 13 && make ? 0 : chance(CODINGS.length);
      const planted = CODINGS[coding]?.(secret) ?? secret;
      const written = writeExchange(exchangeWith(planted, place, chance));
      const found = findSecret(written, [own]);
      assert.ok(
        found,
        `round ${round}: ${planted} (${coding}) at ${place}\n${contentsOf(written).slice(0, 3000)}`,
      );
      assert.equal(found.where.includes(secret), false);
    }
  });

  it('finds one that comes in pieces of a stream', () => {
    const chance = chanceFrom(7);
    for (const [index, make] of SECRETS.entries()) {
      const secret = make(chance);
      const texts = ['It is ', ...(secret.match(/[^]{1,6}/g) ?? []), ' and no more.'];
      const events = texts.map((text, ms) => ({
        ms,
        data: { json: { candidates: [{ content: { parts: [{ text }] } }] } },
      }));
      const written = writeExchange({
        operation: 'models.streamGenerateContent',
        request: {
          ...{ method: 'POST', path: '/v1beta/models/x:streamGenerateContent', query: {} },
          body: { kind: 'none' },
        },
        answer: {
          ...{ status: 200, headers: {}, body: { kind: 'none' } },
          stream: { kind: 'sse', newline: '\n', events },
        },
      });
      assert.ok(findSecret(written, []), `number ${index}`);
    }
  });

  it('lets through what is none: prose, data, signatures, names', () => {
    const chance = chanceFrom(9);
    const data = Buffer.from(Array.from({ length: 200_000 }, () => chance(256)));
    const json: JsonValue = {
      text: 'Bake a cake (it says so in AIzawa). Ask for a cookie: chocolate. The token is out.',
      thoughtSignature: data.subarray(0, 900).toString('base64'),
      inlineData: { mimeType: 'image/png', data: data.toString('base64') },
      urlSafe: data.toString('base64url'),
      drawing: `<svg><image href="data:image/png;base64,${data.toString('base64')}"/></svg>`,
      name: 'files/abc-123_def',
      uri: 'https://generativelanguage.googleapis.com/v1beta/files/abc123def456',
      hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      id: '6f1c2e0a-1f3b-4c5d-8e9f-0a1b2c3d4e5f',
      values: Array.from({ length: 20 }, () => chance(1000) / 1000),
    };
    const exchange = exchangeWith('', 99, chance);
    const answer = { ...exchange.answer, body: { kind: 'json' as const, json } };
    assert.equal(
      findSecret(writeExchange({ ...exchange, answer }), ['emulator-key-0123456789']),
      undefined,
    );
  });

  it('goes through a text of a megabyte, and finds what is within', () => {
    const chance = chanceFrom(3);
    const text = `${'x'.repeat(750_000)} AIza${word(chance, 35)} ${'0'.repeat(250_000)}`;
    const exchange = exchangeWith('', 99, chance);
    const withText = (one: string): Written =>
      writeExchange({
        ...exchange,
        answer: { ...exchange.answer, body: { kind: 'text', text: one } },
      });
    assert.ok(findSecret(withText(text), []));
    assert.equal(findSecret(withText(text.replaceAll('AIza', 'Ahoi')), []), undefined);
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
    assert.ok(found.includes('1-eulav-eikooc'), 'from its end');
    assert.equal(found.includes('emulator'), false);
    assert.equal(found.includes('12345678'), false);
  });
});
