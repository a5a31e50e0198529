import * as l10n from '@vscode/l10n';
import { AppError } from '../base/errors';

type OAuthReason =
  | 'accessDenied'
  | 'invalidScope'
  /** The sign-in has ended: sign in again. */
  | 'signedOut'
  | 'badClient'
  | 'policy'
  /** The sign-in must be restarted. */
  | 'signInFailed'
  | 'tokenServer';

interface Row {
  readonly codes: readonly string[];
  readonly reason: OAuthReason;
  readonly says: () => string;
  readonly hint: () => string;
}

const SEVEN_DAYS = (): string =>
  l10n.t(
    'Sign in again. While the OAuth consent screen is in testing, sign-ins expire after 7 days. To avoid this, publish the app first. Sign-ins also end if revoked or unused for six months.',
  );

const CHECK_CLIENT = (): string =>
  l10n.t(
    'Check that the OAuth client still exists in the Google Cloud console, then import its file again.',
  );

const ASK_ADMIN = (): string =>
  l10n.t('Ask your account’s administrator, or sign in with another account.');

/** First match wins. Codes of RFC 6749 and of Google’s server. */
const rows: readonly Row[] = [
  {
    codes: ['access_denied'],
    reason: 'accessDenied',
    says: () => l10n.t('Access was denied in the browser.'),
    hint: () =>
      l10n.t(
        'If the page said that the app is being tested, add the account to the test users of the consent screen. Then sign in again and allow access.',
      ),
  },
  {
    codes: ['invalid_scope', 'restricted_client'],
    reason: 'invalidScope',
    says: () => l10n.t('The OAuth client isn’t allowed to request these scopes.'),
    hint: () => l10n.t('Sign in with other scopes.'),
  },
  {
    codes: ['invalid_rapt', 'rapt_required'],
    reason: 'signedOut',
    says: () => l10n.t('Your organization requires you to sign in again.'),
    hint: () => l10n.t('Sign in again.'),
  },
  {
    codes: ['invalid_grant'],
    reason: 'signedOut',
    says: () => l10n.t('The sign-in has expired or was revoked.'),
    hint: SEVEN_DAYS,
  },
  {
    codes: [
      'invalid_client',
      'unauthorized_client',
      'deleted_client',
      'disabled_client',
      'redirect_uri_mismatch',
    ],
    reason: 'badClient',
    says: () => l10n.t('The sign-in server rejected the OAuth client.'),
    hint: CHECK_CLIENT,
  },
  {
    codes: ['admin_policy_enforced', 'org_internal', 'access_not_configured'],
    reason: 'policy',
    says: () => l10n.t('Your organization’s policy doesn’t allow this app.'),
    hint: ASK_ADMIN,
  },
];

const KNOWN = new Set(rows.flatMap(({ codes }) => codes));

/** Returns the code if it is safe to show: servers may send anything. */
function plainCode(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : '';
}

/** Returns the error for an authorization server response, without any of the server’s text. */
export function oauthError({
  code,
  subtype = '',
}: {
  readonly code: string;
  readonly subtype?: string;
}): AppError<OAuthReason> {
  const name = KNOWN.has(subtype) ? subtype : code;
  const row = rows.find(({ codes }) => codes.includes(name));
  if (row) return new AppError(row.reason, row.says(), { hint: row.hint() });
  const shown = plainCode(code);
  return new AppError(
    'signInFailed',
    shown === ''
      ? l10n.t('The sign-in server rejected the sign-in.')
      : l10n.t('The sign-in server rejected the sign-in ({0}).', shown),
    { hint: l10n.t('Sign in again.') },
  );
}
