import * as vscode from 'vscode';
import { lazy } from '../base/async';
import { DisposableStore, type Disposable } from '../base/disposable';
import { CancelledError } from '../base/errors';
import { ACCOUNT_PROVIDER } from '../catalog/ids';
import type { AccountProvider } from './accountProvider';
import type { AuthDeps } from './authDeps';

type Changes = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

/**
 * Adds accounts to VS Code’s Accounts menu and offers sessions to other extensions.
 * VS Code lists sessions at once, which loads no code while no connection has an account.
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
            // VS Code doesn’t show its own cancellation errors.
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
