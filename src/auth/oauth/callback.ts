import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import { oauthError } from './oauthErrors';

/** What an answer of the authorization page must fit. */
export interface ExpectedCallback {
  /** The address that was announced, exactly. */
  readonly redirectUri: string;
  readonly state: string;
  readonly issuer: string;
}

/** The answer to our own request: a code, or what went wrong. */
export type Callback =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'refused'; readonly error: AppError };

const NAMES = ['state', 'code', 'error', 'error_subtype', 'iss'];

/**
 * Reads the parameters of an answer. Undefined where it is none to our request: the state is missing,
 * wrong or there twice, or there is neither a code nor an error. Such an answer ends nothing.
 */
export function readCallback(
  sent: URLSearchParams,
  expected: Omit<ExpectedCallback, 'redirectUri'>,
  l10n: L10n,
): Callback | undefined {
  if (NAMES.some((name) => sent.getAll(name).length > 1)) return undefined;
  if (!isSame(sent.get('state') ?? '', expected.state)) return undefined;
  const iss = sent.get('iss');
  if (iss !== null && iss !== expected.issuer) {
    // RFC 9207 section 2.4: the code may be another server's, and must not be sent to ours.
    const error = new AppError(
      'otherIssuer',
      l10n.t('The answer came from another sign-in server than the one that was asked.'),
      { hint: l10n.t('Start the sign-in again, and import the file of the OAuth client anew.') },
    );
    return { kind: 'refused', error };
  }
  const refusal = sent.get('error') ?? '';
  if (refusal !== '') {
    const subtype = sent.get('error_subtype') ?? '';
    return { kind: 'refused', error: oauthError({ code: refusal, subtype }, l10n) };
  }
  const code = sent.get('code') ?? '';
  return code === '' ? undefined : { kind: 'code', code };
}

/** Compares in a time that tells nothing of where two texts differ. */
export function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
