import { credentialNeed } from '../../../api/credentialNeed';
import { operationIds, type OperationId } from '../../../api/operations';
import type { L10n } from '../../../platform/l10n';
import { scopeToWish } from '../../oauth/scopesToAsk';
import type { Check } from '../check';
import { signInFix } from '../fixes';

/** What operations are about, by what their ids begin with. */
const FAMILIES: readonly {
  readonly starts: readonly string[];
  readonly title: (l10n: L10n) => string;
}[] = [
  { starts: ['models'], title: (l10n) => l10n.t('models') },
  { starts: ['tunedModels'], title: (l10n) => l10n.t('tuned models') },
  { starts: ['corpora'], title: (l10n) => l10n.t('corpora') },
  { starts: ['files', 'media'], title: (l10n) => l10n.t('files') },
  { starts: ['operations'], title: (l10n) => l10n.t('operations') },
];

/** What was granted, against what the operations need. */
export const scopesCheck: Check = {
  id: 'scopes',
  title: (l10n) => l10n.t('Scopes'),
  appliesTo: ({ auth }) => auth === 'oauth',
  needs: ['signedIn'],
  async run(context) {
    const { parts, signIns, connection } = context;
    const { l10n } = parts;
    const account = await context.account();
    if (!account) return { state: 'skipped', says: l10n.t('Nobody is signed in.') };
    const { granted, asked } = account;
    const closed = closedFamilies(granted, l10n);
    if (closed.length === 0) {
      return { state: 'passed', says: l10n.t('What was granted opens every operation.') };
    }
    const stored = await signIns.clients.read(connection.id);
    const known = { remembered: stored?.scopes, asked, granted };
    const wished = closedOperations(granted).flatMap((operation) =>
      scopeToWish(known, credentialNeed({ operation }).scopes),
    );
    return {
      state: 'warning',
      says: l10n.t('What was granted does not open: {0}.', closed.join(', ')),
      hint: l10n.t('Sign in again and tick every scope on the page, if you want to use them.'),
      fixes: [signInFix(context, [...new Set(wished)])],
    };
  },
};

function closedOperations(granted: readonly string[]): readonly OperationId[] {
  return operationIds().filter(
    (operation) => !credentialNeed({ operation }).scopes.some((scope) => granted.includes(scope)),
  );
}

function closedFamilies(granted: readonly string[], l10n: L10n): readonly string[] {
  const closed = closedOperations(granted);
  return FAMILIES.flatMap(({ starts, title }) => {
    const isOf = (id: string): boolean => starts.some((start) => id.startsWith(`${start}.`));
    const count = closed.filter(isOf).length;
    if (count === 0) return [];
    const isWhole = count === operationIds().filter(isOf).length;
    return [isWhole ? title(l10n) : l10n.t('{0} (in part)', title(l10n))];
  });
}
