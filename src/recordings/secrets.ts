import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { SECRET_SHAPES } from '../api/redact';
import { isObject, tryParse } from '../base/json';
import { bytesIn, decoded, LONGEST_WORD, unpacked } from './encodings';
import type { Written } from './fileFormat';

/** What must not be in a recording, and where it was found; never the secret itself. */
export interface Finding {
  readonly what: string;
  /** Such as `request.body.contents[0].parts[0].text`. */
  readonly where: string;
}

/** Shapes of secrets besides those that Google gives out. For `test` only: they are not global. */
const SHAPES: readonly (readonly [what: string, shape: RegExp])[] = [
  ['a signed token', /\beyJ[\w-]{10,1024}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
  ['a private key', /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY/],
  ['a bearer token', /\bBearer\s+[\w.~+/-]{16,}/i],
  ['a cookie', /\b(?:set-)?cookie["']?\s*[:=]\s*["']?[\w.-]+=[^\s;"']{6,}/i],
  [
    'a cookie',
    /\b(?:__(?:Secure|Host)-[\w-]+|S?SID|HSID|APISID|SAPISID|NID|sessionid)=[\w.~+/%-]{12,}/,
  ],
  ['a token of GitHub', /\b(?:gh[pousr]_\w{30,}|github_pat_\w{30,})/],
  ['a token of GitLab', /\bglpat-[\w-]{20,}/],
  ['a key of another service', /\bsk-(?:proj-|ant-)?[\w-]{20,}/],
  ['a token of Slack', /\bxox[abeprs]-[\w-]{10,}/],
  ['a key of AWS', /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/],
  ['a password in an address', /\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s/@:]{1,64}:[^\s/@]{3,256}@/i],
];

/** In what is long and may be anything, by exact case: chance makes no such text. */
const STRICT = new RegExp(
  [
    String.raw`AIza[\w-]{35}|ya29\.[\w-]{30,}|GOCSPX-[\w-]{20,}|AQ\.[\w-]{40,}`,
    String.raw`-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY`,
    String.raw`\b(?:eyJ[\w-]{10,1024}\.eyJ[\w-]{10,}\.[\w-]{10,}|(?:AKIA|ASIA)[A-Z\d]{16}\b)`,
    String.raw`\b(?:gh[pousr]_[A-Za-z\d]{36}\b|github_pat_\w{30}|glpat-[\w-]{20}|sk-(?:proj|ant)-[\w-]{20})`,
  ].join('|'),
);

/** Shorter ones, and plain words, stand in texts by chance. */
const SHORTEST = 8;
const WORD = /^[a-z]{1,12}$/i;

/** Longer words may be data, which has any shape sooner or later. */
const LONGEST_TOKEN = 512;
/** Of the 64 characters of base64, so many are in what is long; fewer are in a path, or in what somebody has written. */
const MANY_CHARACTERS = 50;

/** Encodings may be within one another. */
const DEEPEST = 3;

/** The credentials that a request came with, as they are and without the word before them. */
export function credentialsOf(
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
): readonly string[] {
  const given = [
    ...['authorization', 'proxy-authorization', 'x-goog-api-key', 'x-api-key', 'api-key', 'cookie'],
    'x-goog-iam-authorization-token',
  ].flatMap((name) => headers[name] ?? []);
  const asked = ['key', 'access_token', 'oauth_token', 'upload_id'].flatMap((name) =>
    query.getAll(name),
  );
  return tellingParts([...given, ...asked]);
}

/** What of credentials, as they stand in headers, would give them away wherever it stands, also from its end. */
export function tellingParts(credentials: readonly string[]): readonly string[] {
  const parts = credentials.flatMap(partsOf).filter(isTelling);
  return parts.flatMap((part) => [part, Array.from(part).reverse().join('')]);
}

function partsOf(text: string): readonly string[] {
  const [, scheme = '', value = ''] = /^(\w+) +(\S.*)$/.exec(text) ?? [];
  const cookies = text.includes('=')
    ? text.split(/; */).map((one) => one.slice(one.indexOf('=') + 1))
    : [];
  const basic = /^basic$/i.test(scheme) ? Buffer.from(value, 'base64').toString().split(':') : [];
  return [text, value, ...cookies, ...basic].map((one) => one.trim());
}

const isTelling = (text: string): boolean => text.length >= SHORTEST && !WORD.test(text);

/** Looks for secrets in everything that would be written of an exchange. */
export function findSecret(written: Written, credentials: readonly string[]): Finding | undefined {
  const documents = documentsIn(written.text);
  for (const [index, document] of documents.entries()) {
    const found = inJson(document, index === 0 ? '' : `frame ${index}`, credentials);
    if (found) return found;
  }
  const pieced = inPieces(documents, credentials);
  if (pieced) return pieced;
  for (const [name, bytes] of written.parts) {
    const where = `the file ${name}`;
    const what = name.endsWith('.json')
      ? inPart(JSON.parse(bytes.toString()), credentials)
      : inBytes(bytes, credentials, 0);
    if (what !== undefined) return { what, where };
  }
  return undefined;
}

/** One, or a line each. */
function documentsIn(text: string): readonly unknown[] {
  const whole = tryParse(text);
  return whole === undefined ? text.trimEnd().split('\n').map(tryParse) : [whole];
}

/** Characters of a text that may be a piece of another one: events of a stream are short. */
const LONGEST_PIECE = 4000;

function inPart(document: unknown, credentials: readonly string[]): string | undefined {
  const found = inJson(document, '', credentials) ?? inPieces([document], credentials);
  return found?.what;
}

function inPieces(
  documents: readonly unknown[],
  credentials: readonly string[],
): Finding | undefined {
  for (const [where, text] of piecedTogether(documents)) {
    const what = inText(text, credentials);
    if (what !== undefined) return { what, where: `${where}, in pieces` };
  }
  return undefined;
}

/** Texts that come piece by piece, as a stream has them, as they are put together: by the field that they all stand in. */
function piecedTogether(documents: readonly unknown[]): ReadonlyMap<string, string> {
  const pieces = new Map<string, string[]>();
  const visit = (value: unknown, field: string): void => {
    if (typeof value === 'string') {
      if (value.length > LONGEST_PIECE) return;
      const known = pieces.get(field);
      if (known) known.push(value);
      else pieces.set(field, [value]);
    } else if (Array.isArray(value)) for (const item of value) visit(item, field);
    else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        visit(item, field === '' ? name : `${field}.${name}`);
      }
    }
  };
  for (const document of documents) visit(document, '');
  const several = [...pieces].filter(([, texts]) => texts.length > 1);
  return new Map(several.map(([field, texts]) => [field, texts.join('')]));
}

function inJson(
  value: unknown,
  where: string,
  credentials: readonly string[],
): Finding | undefined {
  if (typeof value === 'string') {
    const what = inText(value, credentials);
    return what === undefined ? undefined : { what, where };
  }
  if (Array.isArray(value)) {
    const bytes = bytesIn(value);
    const what = bytes && inBytes(bytes, credentials, 1);
    if (what !== undefined) return { what, where };
    for (const [index, item] of value.entries()) {
      const found = inJson(item, `${where}[${index}]`, credentials);
      if (found) return found;
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const at = where === '' ? name : `${where}.${name}`;
    const what = inText(name, credentials);
    if (what !== undefined) return { what, where: `the name of a field in ${where}` };
    // A cookie, or a token without a shape, is told by what it is called.
    const line = typeof item === 'string' ? inText(`${name}: ${item}`, credentials) : undefined;
    if (line !== undefined) return { what: line, where: at };
    const found = inJson(item, at, credentials);
    if (found) return found;
  }
  return undefined;
}

/** What of a secret a text has in it, plain or encoded. */
function inText(text: string, credentials: readonly string[], depth = 0): string | undefined {
  if (text.length < SHORTEST) return undefined;
  if (credentials.some((one) => text.includes(one))) return "the caller's own credential";
  const shaped = inShapes(text);
  if (shaped !== undefined) return shaped;
  if (depth >= DEEPEST) return undefined;
  for (const plain of decoded(text)) {
    const what =
      typeof plain === 'string'
        ? inText(plain, credentials, depth + 1)
        : inBytes(plain, credentials, depth + 1);
    if (what !== undefined) return what;
  }
  return undefined;
}

/** The same of bytes, which are a text, a picture, or by chance. */
function inBytes(bytes: Buffer, credentials: readonly string[], depth: number): string | undefined {
  const plain = depth < DEEPEST ? unpacked(bytes) : undefined;
  const within = plain && inBytes(plain, credentials, depth + 1);
  if (within !== undefined) return within;
  const mark = bytes.length % 2 === 0 ? bytes.toString('hex', 0, 2) : '';
  const wide = mark === 'feff' ? Buffer.from(bytes).swap16() : mark === 'fffe' ? bytes : undefined;
  const isText = wide !== undefined || isUtf8(bytes);
  // UTF-16 without its mark has a zero beside each letter.
  const text = (wide ?? bytes)
    .toString(wide ? 'utf16le' : isText ? 'utf8' : 'latin1')
    .replaceAll('\0', '');
  const mayBeText = depth > 0 && bytes.length <= LONGEST_TOKEN && isReadable(text);
  return isText || mayBeText ? inText(text, credentials, depth) : inData(text, credentials);
}

function inShapes(text: string): string | undefined {
  const short = text.length <= LONGEST_TOKEN ? text : withoutData(text);
  for (const shape of SECRET_SHAPES) {
    shape.lastIndex = 0;
    const hit = shape.test(short);
    shape.lastIndex = 0;
    if (hit) return 'a credential of Google';
  }
  for (const [what, shape] of SHAPES) if (shape.test(short)) return what;
  return STRICT.test(text) ? 'a credential' : undefined;
}

/** A long text without the words in it that are data: those are long, in one alphabet, and have all of it. */
const withoutData = (text: string): string =>
  text.replaceAll(/[\w+/-]+/g, (word) => (isData(word) ? ' ' : word));

function isData(word: string): boolean {
  if (word.length <= LONGEST_TOKEN) return false;
  if (word.length > LONGEST_WORD) return true;
  const isMixed = /[+/]/.test(word) && /[-_]/.test(word);
  return !isMixed && new Set(word).size >= MANY_CHARACTERS;
}

function inData(text: string, credentials: readonly string[]): string | undefined {
  if (credentials.some((one) => text.includes(one))) return "the caller's own credential";
  return STRICT.test(text) ? 'a credential' : undefined;
}

/** Whether some of it may be a credential: those are letters and digits in a row. */
const isReadable = (text: string): boolean => /[\w.~+/=-]{8}/.test(text);
