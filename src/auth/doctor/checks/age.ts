import { HELP_PAGES } from '../../../catalog/errorHelp';
import type { L10n } from '../../../platform/l10n';
import type { Check } from '../check';
import { pageFix, signInFix } from '../fixes';

// Milliseconds, and days.
const DAY = 86_400_000;
const TESTING_LIMIT = 7;
const EARLY = 6;

/** How old the sign-in is: while a consent screen is in testing, its sign-ins end after seven days. */
export const ageCheck: Check = {
  id: 'age',
  title: (l10n) => l10n.t('Age of the sign-in'),
  appliesTo: ({ auth }) => auth === 'oauth',
  needs: ['signedIn'],
  async run(context) {
    const { l10n, clock } = context.parts;
    const account = await context.account();
    if (!account) return { state: 'skipped', says: l10n.t('Nobody is signed in.') };
    const { signedInAt, endsAt } = account;
    const now = clock.now();
    const days = Math.max(0, Math.floor((now - signedInAt) / DAY));
    const since = daysAgo(days, l10n);
    if (endsAt === undefined && days < EARLY) return { state: 'passed', says: since };
    // That it ends some day is as it should be while the app is tested.
    if (endsAt !== undefined && endsAt - now >= DAY) {
      return { state: 'passed', says: `${since} ${endIn(endsAt - now, l10n)}` };
    }
    // One that is older and still good is of an app that was published.
    if (
      endsAt === undefined &&
      days >= TESTING_LIMIT &&
      (await context.token()).error === undefined
    ) {
      return {
        state: 'passed',
        says: `${since} ${l10n.t('The 7-day rule of testing does not hold for it.')}`,
      };
    }
    const rule = l10n.t('While the consent screen is in testing, sign-ins end after 7 days.');
    const end = endsAt === undefined ? rule : endIn(endsAt - now, l10n);
    return {
      state: 'warning',
      says: `${since} ${end}`,
      hint: l10n.t(
        'Publish the app on the page of the consent screen, then sign in again: a sign-in that was made in testing keeps its end.',
      ),
      fixes: [signInFix(context), pageFix(context, HELP_PAGES.audience)],
    };
  },
};

function daysAgo(days: number, l10n: L10n): string {
  if (days === 0) return l10n.t('Signed in today.');
  return days === 1 ? l10n.t('Signed in 1 day ago.') : l10n.t('Signed in {0} days ago.', days);
}

function endIn(ms: number, l10n: L10n): string {
  if (ms <= 0) return l10n.t('According to the server, it has ended.');
  const days = Math.floor(ms / DAY);
  if (days === 0)
    return l10n.t('The server ends it within a day, as while the consent screen is in testing.');
  return days === 1
    ? l10n.t('The server ends it in 1 day, as while the consent screen is in testing.')
    : l10n.t('The server ends it in {0} days, as while the consent screen is in testing.', days);
}
