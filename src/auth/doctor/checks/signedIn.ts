import type { Check } from '../check';
import { signInFix } from '../fixes';

/** Whether there is a sign-in, and whether it was made for where it would be sent. */
export const signedInCheck: Check = {
  id: 'signedIn',
  title: (l10n) => l10n.t('Sign-in'),
  appliesTo: ({ auth }) => auth === 'oauth',
  needs: ['client'],
  async run(context) {
    const { l10n } = context.parts;
    const { endpoint } = context.connection;
    const account = await context.account();
    if (!account) {
      return { state: 'failed', says: l10n.t('Nobody is signed in.'), fixes: [signInFix(context)] };
    }
    const { email, origin } = account;
    if (origin !== endpoint) {
      return {
        state: 'failed',
        says: l10n.t(
          'The sign-in was made for {0}, and the connection is to {1}.',
          new URL(origin).host,
          new URL(endpoint).host,
        ),
        hint: l10n.t('Sign in again for this endpoint, or correct the endpoint.'),
        fixes: [signInFix(context)],
      };
    }
    const reports = l10n.t('Signed in.');
    const says = email === undefined ? reports : l10n.t('Signed in as {0}.', email);
    return { state: 'passed', says, reports };
  },
};
