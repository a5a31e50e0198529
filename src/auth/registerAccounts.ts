import * as vscode from 'vscode';
import { lazy } from '../base/async';
import { DisposableStore, type Disposable } from '../base/disposable';
import { CancelledError } from '../base/errors';
import { ACCOUNT_PROVIDER } from '../catalog/ids';
import type { AccountProvider } from './accountProvider';
import type { AuthDeps } from './authDeps';

type Changes = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

/**
 * Shows the accounts in VS Code's menu of them, where they are signed out too, and lets other extensions ask
 * for a session. We never ask for one ourselves. VS Code lists the sessions as soon as it knows the provider:
 * nothing is loaded by that while no connection has an account.
 */
export function registerAccounts(deps: AuthDeps): Disposable {
  const { connections } = deps;
  const disposables = new DisposableStore();
  const changed = disposables.add(new vscode.EventEmitter<Changes>());
  const hasAccounts = (): boolean => connections.users.some(({ auth }) => auth === 'oauth');
  let reportedNone = false;
  const load = lazy(async (): Promise<AccountProvider> => {
    const { AccountProvider } = await import('./accountProvider');
    const provider = new AccountProvider(
      {
        ...deps,
        newSession: async (scopes, account) =>
          (await import('./signInCommand')).newSession(deps, scopes, account),
      },
      reportedNone,
    );
    provider.onDidChangeSessions((changes) => changed.fire(changes));
    return disposables.add(provider);
  });
  const first = disposables.add(
    connections.onDidChange(() => {
      if (!reportedNone || !hasAccounts()) return;
      // From now on it listens itself.
      first.dispose();
      load().then(
        (provider) => provider.update(),
        (error: unknown) => deps.log.error(`auth: accounts: ${String(error)}`),
      );
    }),
  );
  disposables.add(
    vscode.authentication.registerAuthenticationProvider(
      ACCOUNT_PROVIDER,
      'Generative Language',
      {
        onDidChangeSessions: changed.event,
        async getSessions(scopes, options) {
          if (hasAccounts()) return await (await load()).getSessions(scopes, options);
          reportedNone = true;
          return [];
        },
        async createSession(scopes, options) {
          try {
            return await (await load()).createSession(scopes, options);
          } catch (error) {
            // A cancellation of VS Code's own kind is not shown.
            throw CancelledError.is(error) ? new vscode.CancellationError() : error;
          }
        },
        removeSession: async (id) => (await load()).removeSession(id),
      },
      { supportsMultipleAccounts: true },
    ),
  );
  return disposables;
}
