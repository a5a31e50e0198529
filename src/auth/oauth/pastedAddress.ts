import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import { isSame, readCallback, type Callback, type ExpectedCallback } from './callback';

// Characters.
const LONGEST = 16 * 1024;

/**
 * Reads the address that the browser was sent back to, as somebody pastes it: whole, or only its query.
 * The checks are those of the receiver. Throws `AppError` (`badPastedAddress`), which repeats nothing of
 * the text, where it is not the answer to this sign-in; the sign-in goes on then.
 */
export function readPastedAddress(text: string, expected: ExpectedCallback, l10n: L10n): Callback {
  const pasted = text.trim();
  if (pasted === '' || pasted.length > LONGEST) throw refuse(l10n);
  const query = queryOf(pasted, expected.redirectUri);
  if (query === undefined) {
    throw refuse(l10n, l10n.t('It does not begin with the address of this sign-in.'));
  }
  const callback = readCallback(query, expected, l10n);
  if (callback) return callback;
  throw refuse(l10n, l10n.t('It belongs to another sign-in, or a part of it is missing.'));
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

function refuse(l10n: L10n, why?: string): AppError<'badPastedAddress'> {
  const what = l10n.t('This is not where the sign-in ended.');
  return new AppError('badPastedAddress', why === undefined ? what : `${what} ${why}`, {
    hint: l10n.t(
      'Copy the whole address from the address bar of the browser, after access was allowed.',
    ),
  });
}
