// Percent-encoding, possibly nested. Prefixes are case-sensitive, or minified code would match.
const CODE = String.raw`%(?:25)*`;
const ENCODED = String.raw`${CODE}(?:2[DEde]|3\d|4[1-9A-Fa-f]|5[\dAFaf]|6[1-9A-Fa-f]|7[\dAEae])`;
const CHARACTER = String.raw`(?:[\w-]|${ENCODED})`;
const DOTTED = String.raw`(?:[\w.~+-]|${ENCODED})`;
const SLASH = String.raw`(?:\/|${CODE}2[Ff])`;
const START = String.raw`(?:(?<![\w-])|(?<=%[\dA-Fa-f]{2}))`;
const PEM = String.raw`[\w+/=:,\s\\%-]`;
const GAP = String.raw`(?:[ +]|${CODE}20)`;
const PEM_LINE = (word: string): string =>
  `-----${word}${GAP}(?:[A-Z]{1,20}${GAP}){0,3}PRIVATE${GAP}KEY(?:${GAP}BLOCK)?-----`;

function encodedPattern(text: string): string {
  return Array.from(text, (letter) => {
    const code = letter
      .charCodeAt(0)
      .toString(16)
      .replace(/[a-f]/, (digit) => `[${digit.toUpperCase()}${digit}]`);
    return `(?:${letter.replace('.', String.raw`\.`)}|${CODE}${code})`;
  }).join('');
}

/** Patterns of secrets by kind. */
export const SECRET_SOURCES: { readonly [what: string]: string } = {
  apiKey: `${encodedPattern('AIza')}${CHARACTER}{16,}`,
  boundKey: `${START}${encodedPattern('AQ.')}${CHARACTER}{20,}`,
  accessToken: `${START}${encodedPattern('ya29.')}${DOTTED}{5,}=*`,
  clientSecret: `${encodedPattern('GOCSPX-')}${CHARACTER}{10,}`,
  // Refresh tokens start with 1//0, authorization codes with 4/0.
  refreshTokenOrCode: `${START}(?:[14]|${CODE}3[14])${SLASH}{1,2}${encodedPattern('0')}${CHARACTER}{16,}`,
  // Ephemeral tokens: the resource name is the secret.
  authToken: `${START}${encodedPattern('auth_tokens')}${SLASH}${CHARACTER}{16,}`,
  signingSecret: `${START}${encodedPattern('whsec_')}(?:${CHARACTER}|[+/=]|${CODE}(?:2[BFbf]|3[Dd])){16,}`,
  privateKey: `${PEM_LINE('BEGIN')}${PEM}*?(?:${PEM_LINE('END')}|(?!${PEM}))`,
};

/** Global (`g`), so only for `replaceAll` and `matchAll`. */
export const SECRET_SHAPES: readonly RegExp[] = Object.values(SECRET_SOURCES).map(
  (source) => new RegExp(source, 'g'),
);

export const SECRET_PARAMETERS = [
  'key',
  'access_token',
  'oauth_token',
  'refresh_token',
  'id_token',
  'assertion',
  'client_secret',
  'code_verifier',
  'upload_id',
] as const;

/** Combined pattern as a fast check, because most texts contain no secrets. */
const ANY_SHAPE = new RegExp(Object.values(SECRET_SOURCES).join('|'));

export function redactShapes(text: string, mark: string): string {
  if (!ANY_SHAPE.test(text)) return text;
  return SECRET_SHAPES.reduce((clean, shape) => clean.replaceAll(shape, () => mark), text);
}

export const MARK = '[redacted]';
// In characters. Redacting shorter values would hide ordinary words.
const MIN_SECRET_LENGTH = 4;
const MIN_PREFIX_LENGTH = 8;

// Header values in dumps (`name: value`), objects, and JSON. `x-goog-user-project` isn't secret.
const HEADERS =
  /\b((?:proxy-)?authorization|x-goog-api-key|(?:set-)?cookie|x-goog-upload-(?:control-)?url|x-guploader-uploadid)("?'?\s*[:=]\s*)(?:"[^"\r\n]*"|'[^'\r\n]*'|[^\r\n,}]+)/gi;
// Also matches inside a nested URL.
const PARAMETERS = new RegExp(
  String.raw`((?:[?&]|%(?:25)*(?:3f|26))(?:${SECRET_PARAMETERS.join('|')})(?:=|%(?:25)*3d))(?:(?!%(?:25)*26)[^&#\s"'<>])+`,
  'gi',
);
// The query of an upload URL grants access to the upload.
const UPLOADS = /((?:\/|%2f)upload(?:\/|%2f)[\w/.%-]{0,200}?(?:\?|%3f))[^#\s"'<>]+/gi;
const SHAPES: readonly RegExp[] = [
  /\bBearer\s+[\w.~+/-]{8,}=*/g,
  /(?<=\b[a-z][a-z\d+.-]*:\/\/)[^\s/@:]+:[^\s/@]*(?=@)/gi,
];

/**
 * Redacts secrets by header name, query parameter, pattern, and value (`secrets`: plain, percent-encoded, or
 * truncated at the end of the text).
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < MIN_SECRET_LENGTH || !secret.isWellFormed()) continue;
    const encoded = encodeURIComponent(secret);
    clean = clean.replaceAll(secret, MARK).replaceAll(encoded, MARK);
    clean = redactBeginning(redactBeginning(clean, secret), encoded);
  }
  clean = clean.replaceAll(
    HEADERS,
    (_all, name: string, separator: string) => `${name}${separator}${MARK}`,
  );
  clean = clean.replaceAll(UPLOADS, (_all, start: string) => `${start}${MARK}`);
  clean = clean.replaceAll(PARAMETERS, (_all, start: string) => `${start}${MARK}`);
  clean = redactShapes(clean, MARK);
  for (const shape of SHAPES) clean = clean.replaceAll(shape, MARK);
  return clean;
}

export function containsSecret(text: string): boolean {
  return redact(text) !== text;
}

/** Redacts a secret truncated at the end of a text. */
function redactBeginning(text: string, secret: string): string {
  // Bounded, because errors have thousands of short texts.
  const longest = Math.min(secret.length - 1, text.length);
  for (let length = longest; length >= MIN_PREFIX_LENGTH; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + MARK;
  }
  return text;
}

/** Secrets used in this window, to redact by value and not only by pattern. */
export class KnownSecrets {
  readonly #secrets = new Set<string>();

  readonly add = (secret: string): void => {
    if (secret !== '') this.#secrets.add(secret);
  };

  readonly redact = (text: string): string => redact(text, [...this.#secrets]);
}

export type Redactor = (text: string) => string;

export function redactorFor(secrets: readonly string[]): Redactor {
  return (text) => redact(text, secrets);
}

/** Redacts JSON string by string: redacting serialized JSON could remove a closing quote. */
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

/** Redacts a string with its key, because header-like keys mark secrets. */
function named(key: string, text: string, clean: Redactor): string {
  const start = `${key}: `;
  const line = clean(`${start}${text}`);
  return line.startsWith(start) ? line.slice(start.length) : clean(text);
}
