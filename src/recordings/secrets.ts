import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { SECRET_SHAPES } from '../api/redact';
import { isObject, tryParse } from '../base/json';
import type { WrittenRecording } from './fileFormat';

/** A secret's description and position, never the secret itself. */
export interface Finding {
  readonly what: string;
  /** Position such as `request.body.contents[0].parts[0].text`. */
  readonly where: string;
}

/** Secrets of other vendors. Not global, for `test` only. */
const SHAPES: readonly (readonly [what: string, shape: RegExp])[] = [
  ['a signed token', /\beyJ[\w-]{10,1024}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
  ['a private key', /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY/],
  ['a bearer token', /\bBearer\s+[\w.~+/-]{16,}/i],
  ['a cookie', /\b(?:set-)?cookie["']?\s*[:=]\s*["']?[\w.-]+=[^\s;"']{6,}/i],
  [
    'a cookie',
    /\b(?:__(?:Secure|Host)-[\w-]+|S?SID|HSID|APISID|SAPISID|NID|sessionid)=[\w.~+/%-]{12,}/,
  ],
  ['a GitHub token', /\b(?:gh[pousr]_\w{30,}|github_pat_\w{30,})/],
  ['a GitLab token', /\bglpat-[\w-]{20,}/],
  ['an API key of another vendor', /\bsk-(?:proj-|ant-)?[\w-]{20,}/],
  ['a Slack token', /\bxox[abeprs]-[\w-]{10,}/],
  ['an AWS key', /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/],
  ['a password in a URL', /\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s/@:]{1,64}:[^\s/@]{3,256}@/i],
];

/** Case-sensitive patterns that never occur by chance in long data. */
const STRICT = new RegExp(
  [
    String.raw`AIza[\w-]{35}|ya29\.[\w-]{30,}|GOCSPX-[\w-]{20,}|AQ\.[\w-]{40,}`,
    String.raw`-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY`,
    String.raw`\b(?:eyJ[\w-]{10,1024}\.eyJ[\w-]{10,}\.[\w-]{10,}|(?:AKIA|ASIA)[A-Z\d]{16}\b)`,
    String.raw`\b(?:gh[pousr]_[A-Za-z\d]{36}\b|github_pat_\w{30}|glpat-[\w-]{20}|sk-(?:proj|ant)-[\w-]{20})`,
  ].join('|'),
);

/** Shorter strings and words occur by chance. */
const MIN_SECRET_LENGTH = 8;
const WORD = /^[a-z]{1,12}$/i;

/** Longer words are data, which may match any pattern by chance. */
const MAX_TOKEN_LENGTH = 512;

/** Maximum length of a text that may be one of several stream chunks. */
const MAX_PIECE_LENGTH = 4000;

/** Returns the credentials of a request, with and without their scheme. */
export function credentialsOf(
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
): readonly string[] {
  const given = [
    'authorization',
    'proxy-authorization',
    'x-goog-api-key',
    'x-api-key',
    'api-key',
    'cookie',
    'x-goog-iam-authorization-token',
  ].flatMap((name) => headers[name] ?? []);
  const asked = ['key', 'access_token', 'oauth_token', 'upload_id'].flatMap((name) =>
    query.getAll(name),
  );
  return revealingParts([...given, ...asked]);
}

/** Returns the parts of credentials that must not occur in any text. */
export function revealingParts(credentials: readonly string[]): readonly string[] {
  return credentials.flatMap(partsOf).filter(isRevealing);
}

function partsOf(text: string): readonly string[] {
  const [, scheme = '', value = ''] = /^(\w+) +(\S.*)$/.exec(text) ?? [];
  const cookies = text.includes('=')
    ? text.split(/; */).map((one) => one.slice(one.indexOf('=') + 1))
    : [];
  const basic = /^basic$/i.test(scheme) ? Buffer.from(value, 'base64').toString().split(':') : [];
  return [text, value, ...cookies, ...basic].map((one) => one.trim());
}

const isRevealing = (text: string): boolean => text.length >= MIN_SECRET_LENGTH && !WORD.test(text);

/** Finds secrets in a recording: known key and token patterns, and the request's credentials. */
export function findSecret(
  written: WrittenRecording,
  credentials: readonly string[],
): Finding | undefined {
  const forms = credentials.flatMap(formsOf);
  const found = inDocuments(documentsIn(written.text), forms);
  if (found) return found;
  for (const [name, bytes] of written.parts) {
    const what = name.endsWith('.json')
      ? inDocuments([JSON.parse(bytes.toString())], forms)?.what
      : inBytes(bytes, forms);
    if (what !== undefined) return { what, where: `the file ${name}` };
  }
  return undefined;
}

/** Returns encodings of a credential: plain, percent-encoded, hexadecimal, and base64 at any offset. */
function formsOf(credential: string): readonly string[] {
  const hex = Buffer.from(credential).toString('hex');
  const base64 = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(credential)]);
    // The outer characters may encode adjacent bits.
    const end = Math.floor((bytes.length * 4) / 3);
    return bytes.toString('base64').slice(Math.ceil((before * 4) / 3), end);
  });
  const base64Url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const encoded = credential.isWellFormed() ? encodeURIComponent(credential) : credential;
  return [...new Set([credential, encoded, hex, hex.toUpperCase(), ...base64, ...base64Url])];
}

function documentsIn(text: string): readonly unknown[] {
  const whole = tryParse(text);
  return whole === undefined ? text.trimEnd().split('\n').map(tryParse) : [whole];
}

function inDocuments(
  documents: readonly unknown[],
  credentials: readonly string[],
): Finding | undefined {
  const pieces = new Map<string, string[]>();
  for (const [index, document] of documents.entries()) {
    for (const { text, where, field } of textsIn(document, index === 0 ? '' : `frame ${index}`)) {
      const what = inText(text, credentials);
      if (what !== undefined) return { what, where };
      if (field === undefined || text.length > MAX_PIECE_LENGTH) continue;
      const known = pieces.get(field);
      if (known) known.push(text);
      else pieces.set(field, [text]);
    }
  }
  // Streams split a field's text across chunks.
  for (const [field, texts] of pieces) {
    const what = texts.length > 1 ? inText(texts.join(''), credentials) : undefined;
    if (what !== undefined) return { what, where: `${field}, split across chunks` };
  }
  return undefined;
}

interface FoundText {
  readonly text: string;
  readonly where: string;
  /** Path without indexes. Undefined if the text is a field name. */
  readonly field?: string;
}

function* textsIn(value: unknown, where: string, field = ''): Generator<FoundText> {
  if (typeof value === 'string') {
    yield { text: value, where, field };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsIn(item, `${where}[${index}]`, field);
  } else if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      const at = where === '' ? name : `${where}.${name}`;
      yield { text: name, where: `a field name in ${where}` };
      // Cookies are recognized by name.
      if (typeof item === 'string') yield { text: `${name}: ${item}`, where: at };
      yield* textsIn(item, at, field === '' ? name : `${field}.${name}`);
    }
  }
}

function inText(text: string, credentials: readonly string[]): string | undefined {
  if (text.length < MIN_SECRET_LENGTH) return undefined;
  const short = text.length <= MAX_TOKEN_LENGTH ? text : withoutData(text);
  for (const shape of SECRET_SHAPES) if (short.search(shape) >= 0) return 'a Google credential';
  for (const [what, shape] of SHAPES) if (shape.test(short)) return what;
  return inData(text, credentials);
}

function inBytes(bytes: Buffer, credentials: readonly string[]): string | undefined {
  return isUtf8(bytes)
    ? inText(bytes.toString(), credentials)
    : inData(bytes.toString('latin1'), credentials);
}

function inData(text: string, credentials: readonly string[]): string | undefined {
  if (credentials.some((one) => text.includes(one))) return 'the request’s own credential';
  return STRICT.test(text) ? 'a credential' : undefined;
}

const withoutData = (text: string): string =>
  text.replaceAll(/[\w+/-]+/g, (word) => (word.length > MAX_TOKEN_LENGTH ? ' ' : word));
