import { SECRET_PARAMETERS, withoutShapes } from './secretShapes';

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
export function looksLikeSecret(text: string): boolean {
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
