import type { Check } from '../check';

/** Gets a new access token, also where this window has one that is still good: whether the next would come. */
export const tokenCheck: Check = {
  id: 'token',
  title: (l10n) => l10n.t('Access token'),
  appliesTo: ({ auth }) => auth === 'oauth' || auth === 'adc',
  needs: ['signedIn', 'adcFile'],
  async run({ parts, token }) {
    const { error } = await token();
    if (error) throw error;
    return { state: 'passed', says: parts.l10n.t('The sign-in server gives access tokens.') };
  },
};
