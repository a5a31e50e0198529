import * as l10n from '@vscode/l10n';
import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '../base/errors';
import { oauthError } from './oauthErrors';

export interface ExpectedCallback {
  readonly redirectUri: string;
  readonly state: string;
  readonly issuer: string;
}

export type Callback =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'refused'; readonly error: AppError };

const NAMES = ['state', 'code', 'error', 'error_subtype', 'iss'];

/**
 * Parses a response. Undefined if the state is missing, wrong or repeated, or if there is neither
 * code nor error; the sign-in then continues.
 */
export function readCallback(
  sent: URLSearchParams,
  expected: Omit<ExpectedCallback, 'redirectUri'>,
): Callback | undefined {
  if (NAMES.some((name) => sent.getAll(name).length > 1)) return undefined;
  if (!isSame(sent.get('state') ?? '', expected.state)) return undefined;
  const iss = sent.get('iss');
  if (iss !== null && iss !== expected.issuer) {
    // RFC 9207 section 2.4: the code may belong to another server and must not be sent to ours.
    const error = new AppError(
      'otherIssuer',
      l10n.t('The response came from a different sign-in server than expected.'),
      { hint: l10n.t('Import the OAuth client file again, then sign in again.') },
    );
    return { kind: 'refused', error };
  }
  const refusal = sent.get('error') ?? '';
  if (refusal !== '') {
    const subtype = sent.get('error_subtype') ?? '';
    return { kind: 'refused', error: oauthError({ code: refusal, subtype }) };
  }
  const code = sent.get('code') ?? '';
  return code === '' ? undefined : { kind: 'code', code };
}

/** Compares two strings in constant time. */
export function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

// In characters.
const MAX_PASTE_LENGTH = 16 * 1024;

/**
 * Parses a pasted redirect URL or its query, with the same checks as the receiver.
 * Throws `AppError` (`badPastedAddress`), without the text, if it doesn’t match; the sign-in continues.
 */
export function readPastedAddress(text: string, expected: ExpectedCallback): Callback {
  const pasted = text.trim();
  if (pasted === '' || pasted.length > MAX_PASTE_LENGTH) throw refuse();
  const query = queryOf(pasted, expected.redirectUri);
  if (query === undefined) {
    throw refuse(l10n.t('The beginning of the URL doesn’t match.'));
  }
  const callback = readCallback(query, expected);
  if (callback) return callback;
  throw refuse(l10n.t('The URL belongs to another sign-in or is incomplete.'));
}

function queryOf(pasted: string, redirectUri: string): URLSearchParams | undefined {
  if (/^[a-z][\w+.-]*:/i.test(pasted)) {
    if (!URL.canParse(pasted)) return undefined;
    const url = new URL(pasted);
    return isSame(placeOf(url), placeOf(new URL(redirectUri))) ? url.searchParams : undefined;
  }
  return /^\??[\w.~-]+=/.test(pasted) ? new URLSearchParams(pasted) : undefined;
}

function placeOf({ origin, username, password, pathname }: URL): string {
  return JSON.stringify([origin, username, password, pathname]);
}

function refuse(why?: string): AppError<'badPastedAddress'> {
  const what = l10n.t('This isn’t the redirect URL for this sign-in.');
  return new AppError('badPastedAddress', why === undefined ? what : `${what} ${why}`, {
    hint: l10n.t('After you allow access, copy the complete URL from the browser’s address bar.'),
  });
}
