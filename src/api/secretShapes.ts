/**
 * What secrets look like, wherever they stand in a text: the one list for logs, traffic, reports and the emulator, and
 * for whoever has to know a secret by its looks.
 */

// An unreserved character, plain or percent-encoded, as within an address of an address.
const CODE = String.raw`%(?:25)*`;
const ENCODED = String.raw`${CODE}(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])`;
const CHARACTER = String.raw`(?:[\w-]|${ENCODED})`;
const DOTTED = String.raw`(?:[\w.~+-]|${ENCODED})`;
const SLASH = String.raw`(?:\/|${CODE}2f)`;
// Nothing of a word before it, unless that is a percent-encoded character.
const START = String.raw`(?:(?<![\w-])|(?<=%[\da-f]{2}))`;
// What a PEM block holds, also within JSON or an address.
const PEM = String.raw`[\w+/=:,\s\\%-]`;
const GAP = String.raw`(?:[ +]|${CODE}20)`;
const PEM_LINE = (word: string): string =>
  `-----${word}${GAP}(?:[A-Z]{1,20}${GAP}){0,3}PRIVATE${GAP}KEY(?:${GAP}BLOCK)?-----`;

/** Plain, or with some of its letters percent-encoded. */
function encoded(text: string): string {
  return Array.from(text, (letter) => {
    const code = letter.charCodeAt(0).toString(16);
    return `(?:${letter.replace('.', String.raw`\.`)}|${CODE}${code})`;
  }).join('');
}

/** By what they are of, as sources of regular expressions without regard to case. */
const SOURCES: { readonly [what: string]: string } = {
  apiKey: `${encoded('AIza')}${CHARACTER}{16,}`,
  boundKey: `${START}${encoded('AQ.')}${CHARACTER}{20,}`,
  accessToken: `${START}${encoded('ya29.')}${DOTTED}{5,}=*`,
  clientSecret: `${encoded('GOCSPX-')}${CHARACTER}{10,}`,
  // A refresh token begins with 1//0, a code of a sign-in with 4/0.
  refreshTokenOrCode: `${START}(?:[14]|${CODE}3[14])${SLASH}{1,2}${encoded('0')}${CHARACTER}{16,}`,
  privateKey: `${PEM_LINE('BEGIN')}${PEM}*?(?:${PEM_LINE('END')}|(?!${PEM}))`,
};

/** For `replaceAll` and `matchAll` only: they are global. */
export const SECRET_SHAPES: readonly RegExp[] = Object.values(SOURCES).map(
  (source) => new RegExp(source, 'gi'),
);

const WHOLE = new RegExp(`^\\s*(?:${Object.values(SOURCES).join('|')})\\s*$`, 'i');

/** Names of query and form parameters whose values are secrets, whatever these look like. */
export const SECRET_PARAMETERS = [
  ...['key', 'access_token', 'oauth_token', 'refresh_token', 'id_token', 'assertion'],
  ...['client_secret', 'code_verifier'],
  // Whoever has it may go on with the upload.
  'upload_id',
] as const;

/** The text without what looks like a secret. */
export function withoutShapes(text: string, mark: string): string {
  return SECRET_SHAPES.reduce((clean, shape) => clean.replaceAll(shape, () => mark), text);
}

/** Whether all of a text, but for space around it, looks like a secret. */
export function looksLikeSecret(text: string): boolean {
  return WHOLE.test(text);
}
