import { AppError, CancelledError, errorMessage } from '../base/errors';
import type { ConnectionTarget } from '../catalog/ref';
import type { Account, SignOut } from './oauth/oauthAccounts';
import type { AuthParts } from './parts';
import { isSameGrant } from './sameGrant';
import { tellSignedOut } from './tellSignedOut';

export type SignOutParts = Pick<
  AuthParts,
  'prompts' | 'progress' | 'system' | 'l10n' | 'log' | 'connections' | 'signIns'
>;

/** Signs one connection out, here and at the server: the target, the active one, or one that is picked. */
export async function signOut(
  parts: SignOutParts,
  target: ConnectionTarget | undefined,
): Promise<void> {
  const { prompts, progress, l10n } = parts;
  const { accounts } = await parts.signIns();
  const account = await chooseAccount(parts, target);
  if (!account) return;
  const name = accountName(parts, account);
  const others = (await accounts.list()).filter((other) => isSameGrant(other, account));
  const end = l10n.t('Sign Out');
  const answer = await prompts.confirm(l10n.t('Sign out {0}?', name), {
    detail: [
      l10n.t('Its access is revoked at the sign-in server. The OAuth client stays imported.'),
      // What is revoked is what the account allowed the client, for all sign-ins together.
      ...(others.length > 0
        ? [
            l10n.t(
              'This also ends the other sign-ins of the account with this client: {0}.',
              others.map((other) => `“${connectionName(parts, other)}”`).join(', '),
            ),
          ]
        : []),
    ].join(' '),
    actions: [end],
  });
  if (answer !== end) return;
  const outcome = await progress(l10n.t('Signing out {0}…', name), (signal) =>
    accounts.signOut(account.id, signal),
  );
  noteFailures(parts, account.id, outcome);
  tellSignedOut(parts, name, [outcome]);
}

/** Signs all connections out, after one question. */
export async function signOutEverywhere(parts: SignOutParts): Promise<void> {
  const { prompts, progress, l10n } = parts;
  const { accounts } = await parts.signIns();
  const all = await accounts.list();
  if (all.length === 0) {
    await tellNobody(parts);
    return;
  }
  const end = l10n.t('Sign Out Everywhere');
  const names = all.map((account) => accountName(parts, account));
  const answer = await prompts.confirm(l10n.t('Sign out of all connections?'), {
    detail: [...names, l10n.t('Their access is revoked at the sign-in server.')].join('\n'),
    actions: [end],
  });
  if (answer !== end) return;
  const outcomes = await progress(l10n.t('Signing out of all connections…'), (signal) =>
    accounts.signOutEverywhere(signal),
  );
  for (const [id, outcome] of outcomes) noteFailures(parts, id, outcome);
  tellSignedOut(parts, names.join(', '), [...outcomes.values()]);
}

async function chooseAccount(
  parts: SignOutParts,
  target: ConnectionTarget | undefined,
): Promise<Account | undefined> {
  const { connections, prompts, l10n } = parts;
  const { accounts } = await parts.signIns();
  if (target) {
    const found = await accounts.find(target.connection);
    if (!found) await tellNobody(parts);
    return found;
  }
  const { active } = connections;
  const current = active && (await accounts.find(active.id));
  if (current) return current;
  const all = await accounts.list();
  if (all.length === 0) await tellNobody(parts);
  if (all.length < 2) return all[0];
  return await prompts.pick(
    { title: l10n.t('Sign Out'), placeholder: l10n.t('The account to sign out') },
    all.map((account) => ({
      label: account.email ?? connectionName(parts, account),
      description: connectionName(parts, account),
      value: account,
    })),
  );
}

async function tellNobody({ prompts, l10n }: SignOutParts): Promise<void> {
  await prompts.notify('info', l10n.t('Nobody is signed in.'));
}

/** Account and connection in one. */
function accountName(parts: SignOutParts, account: Account): string {
  const connection = connectionName(parts, account);
  const { email } = account;
  return email === undefined ? `“${connection}”` : parts.l10n.t('{0} of “{1}”', email, connection);
}

/** What a connection that is gone left behind is named by its host. */
function connectionName({ connections }: SignOutParts, { id, origin }: Account): string {
  return connections.find(id)?.name ?? new URL(origin).host;
}

function noteFailures({ log }: SignOutParts, id: string, outcome: SignOut): void {
  const { revokeError, storageError } = outcome;
  for (const error of [revokeError, storageError]) {
    if (error === undefined || CancelledError.is(error)) continue;
    const reason = error instanceof AppError ? ` (${error.reason})` : '';
    log.warn(`auth: signing out ${id}: ${errorMessage(error)}${reason}`);
  }
}
