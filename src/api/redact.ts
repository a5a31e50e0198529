/*
 * What secrets look like, and how they are taken out of texts: one list for logs, traffic, reports and the emulator.
 */

// An unreserved character, plain or percent-encoded, as within an address of an address. What secrets begin with has
// one case, or minified code would look like them; the digits of a code have any.
const CODE = String.raw`%(?:25)*`;
const ENCODED = String.raw`${CODE}(?:2[DEde]|3\d|4[1-9A-Fa-f]|5[\dAFaf]|6[1-9A-Fa-f]|7[\dAEae])`;
const CHARACTER = String.raw`(?:[\w-]|${ENCODED})`;
const DOTTED = String.raw`(?:[\w.~+-]|${ENCODED})`;
const SLASH = String.raw`(?:\/|${CODE}2[Ff])`;
// Nothing of a word before it, unless that is a percent-encoded character.
const START = String.raw`(?:(?<![\w-])|(?<=%[\dA-Fa-f]{2}))`;
// What a PEM block holds, also within JSON or an address.
const PEM = String.raw`[\w+/=:,\s\\%-]`;
const GAP = String.raw`(?:[ +]|${CODE}20)`;
const PEM_LINE = (word: string): string =>
  `-----${word}${GAP}(?:[A-Z]{1,20}${GAP}){0,3}PRIVATE${GAP}KEY(?:${GAP}BLOCK)?-----`;

/** Plain, or with some of its letters percent-encoded. */
function perhapsEncoded(text: string): string {
  return Array.from(text, (letter) => {
    const code = letter
      .charCodeAt(0)
      .toString(16)
      .replace(/[a-f]/, (digit) => `[${digit.toUpperCase()}${digit}]`);
    return `(?:${letter.replace('.', String.raw`\.`)}|${CODE}${code})`;
  }).join('');
}

/** By what they are of, as sources of regular expressions. */
const SOURCES: { readonly [what: string]: string } = {
  apiKey: `${perhapsEncoded('AIza')}${CHARACTER}{16,}`,
  boundKey: `${START}${perhapsEncoded('AQ.')}${CHARACTER}{20,}`,
  accessToken: `${START}${perhapsEncoded('ya29.')}${DOTTED}{5,}=*`,
  clientSecret: `${perhapsEncoded('GOCSPX-')}${CHARACTER}{10,}`,
  // A refresh token begins with 1//0, a code of a sign-in with 4/0.
  refreshTokenOrCode: `${START}(?:[14]|${CODE}3[14])${SLASH}{1,2}${perhapsEncoded('0')}${CHARACTER}{16,}`,
  // A token for live sessions is its own name.
  authToken: `${START}${perhapsEncoded('auth_tokens')}${SLASH}${CHARACTER}{16,}`,
  // What events of a webhook are signed with.
  signingSecret: `${START}${perhapsEncoded('whsec_')}(?:${CHARACTER}|[+/=]|${CODE}(?:2[BFbf]|3[Dd])){16,}`,
  privateKey: `${PEM_LINE('BEGIN')}${PEM}*?(?:${PEM_LINE('END')}|(?!${PEM}))`,
};

/** For `replaceAll` and `matchAll` only: they are global. */
export const SECRET_SHAPES: readonly RegExp[] = Object.values(SOURCES).map(
  (source) => new RegExp(source, 'g'),
);

// Not a token for live sessions, nor a signing secret: the emulator makes these in the same form.
const { authToken: _token, signingSecret: _secret, ...GOOGLES } = SOURCES;
const WHOLE = new RegExp(`^\\s*(?:${Object.values(GOOGLES).join('|')})\\s*$`);

/** Names of query and form parameters whose values are secrets, whatever these look like. */
export const SECRET_PARAMETERS = [
  'key',
  'access_token',
  'oauth_token',
  'refresh_token',
  'id_token',
  'assertion',
  'client_secret',
  'code_verifier',
  // Whoever has it may go on with the upload.
  'upload_id',
] as const;

/** One look for all of them: most texts have none. */
const ANY_SHAPE = new RegExp(Object.values(SOURCES).join('|'));

/** The text without what looks like a secret. */
export function withoutShapes(text: string, mark: string): string {
  if (!ANY_SHAPE.test(text)) return text;
  return SECRET_SHAPES.reduce((clean, shape) => clean.replaceAll(shape, () => mark), text);
}

/** Whether all of a text, but for space around it, looks like a secret that only Google gives out. */
export function isSecretShaped(text: string): boolean {
  return WHOLE.test(text);
}

/** Stands where a secret was. */
export const MARK = '[redacted]';
// Characters; what is shorter would take ordinary words out of the text.
const SHORTEST = 4;
const SHORTEST_BEGINNING = 8;

// Values of these headers, as they stand in dumps (`name: value`), objects and JSON. `x-goog-user-project`
// is no secret and stays.
const HEADERS =
  /\b((?:proxy-)?authorization|x-goog-api-key|(?:set-)?cookie|x-goog-upload-(?:control-)?url|x-guploader-uploadid)("?'?\s*[:=]\s*)(?:"[^"\r\n]*"|'[^'\r\n]*'|[^\r\n,}]+)/gi;
// Also in an address that is a part of another one.
const PARAMETERS = new RegExp(
  String.raw`((?:[?&]|%(?:25)*(?:3f|26))(?:${SECRET_PARAMETERS.join('|')})(?:=|%(?:25)*3d))(?:(?!%(?:25)*26)[^&#\s"'<>])+`,
  'gi',
);
// The query of an upload's address opens the upload, also where it is a part of another address.
const UPLOADS = /((?:\/|%2f)upload(?:\/|%2f)[\w/.%-]{0,200}?(?:\?|%3f))[^#\s"'<>]+/gi;
const SHAPES: readonly RegExp[] = [
  /\bBearer\s+[\w.~+/-]{8,}=*/g,
  // User and password in an address.
  /(?<=\b[a-z][a-z\d+.-]*:\/\/)[^\s/@:]+:[^\s/@]*(?=@)/gi,
];

/**
 * Takes secrets out of a text: by header name, by query parameter, by shape, and every one of `secrets`
 * by value, plain or percent-encoded, and cut off at the end of the text.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < SHORTEST || !secret.isWellFormed()) continue;
    const encoded = encodeURIComponent(secret);
    clean = clean.replaceAll(secret, MARK).replaceAll(encoded, MARK);
    clean = withoutBeginning(withoutBeginning(clean, secret), encoded);
  }
  clean = clean.replaceAll(
    HEADERS,
    (_all, name: string, separator: string) => `${name}${separator}${MARK}`,
  );
  clean = clean.replaceAll(UPLOADS, (_all, start: string) => `${start}${MARK}`);
  clean = clean.replaceAll(PARAMETERS, (_all, start: string) => `${start}${MARK}`);
  clean = withoutShapes(clean, MARK);
  for (const shape of SHAPES) clean = clean.replaceAll(shape, MARK);
  return clean;
}

/** Whether a text has the shape of a secret in it: none is taken as a name, or as an address. */
export function containsSecret(text: string): boolean {
  return redact(text) !== text;
}

/** A text that was cut off in the middle of a secret, without what is left of that. */
function withoutBeginning(text: string, secret: string): string {
  // An error has thousands of short texts, and a token thousands of beginnings.
  const longest = Math.min(secret.length - 1, text.length);
  for (let length = longest; length >= SHORTEST_BEGINNING; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + MARK;
  }
  return text;
}

/** The secrets this window has used, so that a text can be cleaned of them by value and not by shape only. */
export class KnownSecrets {
  readonly #secrets = new Set<string>();

  readonly add = (secret: string): void => {
    if (secret !== '') this.#secrets.add(secret);
  };

  readonly redact = (text: string): string => redact(text, [...this.#secrets]);
}

/** A redactor that knows the secrets in use. */
export type Redactor = (text: string) => string;

export function redactorFor(secrets: readonly string[]): Redactor {
  return (text) => redact(text, secrets);
}

/**
 * Takes secrets out of a value of JSON, text by text: in the whole of it as one text, a secret would take the
 * quotation mark after it along.
 */
export function redactJson<T>(value: T, clean: Redactor): T {
  return redacted(value, clean) as T;
}

function redacted(value: unknown, clean: Redactor): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => redacted(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const key = clean(name);
      return [key, typeof item === 'string' ? named(key, item, clean) : redacted(item, clean)];
    }),
  );
}

/** A text that its name alone may tell to be a secret, as that of a header. */
function named(key: string, text: string, clean: Redactor): string {
  const start = `${key}: `;
  const line = clean(`${start}${text}`);
  return line.startsWith(start) ? line.slice(start.length) : clean(text);
}
