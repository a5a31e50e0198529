import * as l10n from '@vscode/l10n';
import { AppError, CancelledError, errorMessage, messageWithHint } from '../base/errors';
import type { ConnectionTarget } from '../catalog/ref';
import type { AuthDeps } from './authDeps';
import { type Account, isSameGrant, type SignOut } from './oauthAccounts';

type SignOutDeps = Pick<
  AuthDeps,
  'prompts' | 'progress' | 'system' | 'log' | 'connections' | 'signIns'
>;

/** Signs out the target, the active or the chosen connection, also on the server. */
export async function signOut(
  deps: SignOutDeps,
  target: ConnectionTarget | undefined,
): Promise<void> {
  const { prompts, progress } = deps;
  const { accounts } = await deps.signIns();
  const account = await chooseAccount(deps, target);
  if (!account) return;
  if (account === 'all') {
    await signOutEverywhere(deps);
    return;
  }
  const name = accountName(deps, account);
  const others = (await accounts.list()).filter((other) => isSameGrant(other, account));
  const end = l10n.t('Sign Out');
  const answer = await prompts.confirm(l10n.t('Sign out {0}?', name), {
    detail: [
      l10n.t('Access is revoked on the sign-in server. The OAuth client stays imported.'),
      // The server revokes per account and client, so these end together.
      ...(others.length > 0
        ? [
            l10n.t(
              'This also ends the account’s other sign-ins with this client: {0}.',
              others.map((other) => `“${connectionName(deps, other)}”`).join(', '),
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
  noteFailures(deps, account.id, outcome);
  notifySignedOut(deps, name, [outcome]);
}

export async function signOutEverywhere(deps: SignOutDeps): Promise<void> {
  const { prompts, progress } = deps;
  const { accounts } = await deps.signIns();
  const all = await accounts.list();
  if (all.length === 0) {
    await notifyNobodySignedIn(deps);
    return;
  }
  const end = l10n.t('Sign Out of All Accounts');
  const names = all.map((account) => accountName(deps, account));
  const answer = await prompts.confirm(l10n.t('Sign out of all connections?'), {
    detail: [...names, l10n.t('Access is revoked on the sign-in server.')].join('\n'),
    actions: [end],
  });
  if (answer !== end) return;
  const outcomes = await progress(l10n.t('Signing out of all connections…'), (signal) =>
    accounts.signOutEverywhere(signal),
  );
  for (const [id, outcome] of outcomes) noteFailures(deps, id, outcome);
  notifySignedOut(deps, names.join(', '), [...outcomes.values()]);
}

async function chooseAccount(
  deps: SignOutDeps,
  target: ConnectionTarget | undefined,
): Promise<Account | 'all' | undefined> {
  const { connections, prompts } = deps;
  const { accounts } = await deps.signIns();
  if (target) {
    const found = await accounts.find(target.connection);
    if (!found) await notifyNobodySignedIn(deps);
    return found;
  }
  const { active } = connections;
  const all = await accounts.list();
  if (all.length === 0) await notifyNobodySignedIn(deps);
  if (all.length < 2) return all[0];
  const current = active && (await accounts.find(active.id));
  return await prompts.pick<Account | 'all'>(
    { title: l10n.t('Sign Out'), placeholder: l10n.t('Select the account to sign out') },
    [
      ...all.map((account) => ({
        label: account.email ?? connectionName(deps, account),
        description: connectionName(deps, account),
        value: account,
        active: account.id === current?.id,
      })),
      { label: l10n.t('All accounts'), icon: 'sign-out', value: 'all', separator: '' },
    ],
  );
}

async function notifyNobodySignedIn({ prompts }: SignOutDeps): Promise<void> {
  await prompts.notify('info', l10n.t('You are not signed in.'));
}

function accountName(deps: SignOutDeps, account: Account): string {
  const connection = connectionName(deps, account);
  const { email } = account;
  return email === undefined ? `“${connection}”` : l10n.t('{0} from “{1}”', email, connection);
}

function connectionName({ connections }: SignOutDeps, { id, origin }: Account): string {
  return connections.find(id)?.name ?? new URL(origin).host;
}

function noteFailures({ log }: SignOutDeps, id: string, outcome: SignOut): void {
  const { revokeError, storageError } = outcome;
  for (const error of [revokeError, storageError]) {
    if (error === undefined || CancelledError.is(error)) continue;
    const reason = error instanceof AppError ? ` (${error.reason})` : '';
    log.warn(`auth: signing out ${id}: ${errorMessage(error)}${reason}`);
  }
}

const CONNECTIONS_PAGE = 'https://myaccount.google.com/connections';

export function notifySignedOut(
  { prompts, system, log }: Pick<AuthDeps, 'prompts' | 'system' | 'log'>,
  names: string,
  outcomes: readonly SignOut[],
): void {
  const revokeError = outcomes.find((outcome) => outcome.revokeError !== undefined)?.revokeError;
  const storageError = outcomes.find((outcome) => outcome.storageError !== undefined)?.storageError;
  const open = l10n.t('Open Account Page');
  const tell = async (): Promise<void> => {
    if (revokeError === undefined && storageError === undefined) {
      await prompts.notify('info', l10n.t('Signed out {0}.', names));
      return;
    }
    const lines = [
      storageError === undefined
        ? l10n.t('Signed out {0} in VS Code.', names)
        : l10n.t(
            'Signed out {0} in this window, but some data might still be stored: {1}',
            names,
            messageWithHint(storageError),
          ),
    ];
    if (CancelledError.is(revokeError)) {
      lines.push(l10n.t('Access wasn’t revoked on the sign-in server.'));
    } else if (revokeError !== undefined) {
      lines.push(
        l10n.t('Couldn’t revoke access on the sign-in server: {0}', errorMessage(revokeError)),
      );
    }
    lines.push(l10n.t('Remove the app’s access manually on your account page.'));
    const level = storageError === undefined ? 'warning' : 'error';
    const answer = await prompts.notify(level, lines.join(' '), open);
    if (answer === open) await system.openExternal(CONNECTIONS_PAGE);
  };
  tell().catch((error: unknown) => log.error(`auth: ${errorMessage(error)}`));
}
