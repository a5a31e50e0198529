import * as l10n from '@vscode/l10n';
import { randomInt } from 'node:crypto';
import * as vscode from 'vscode';
import { lazy, lazyFunctions } from '../base/async';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { CancelledError } from '../base/errors';
import { type CommandHandlers, commandId } from '../catalog/commands';
import { ACCOUNT_PROVIDER, contextKey, type ContextKeys } from '../catalog/ids';
import type { Host } from '../platform/host';
import { readNetwork } from '../platform/system';
import { notificationProgress } from '../platform/progress';
import type { Sheets } from '../platform/sheet';
import type { Event } from '../base/event';
import { statusItem } from '../platform/statusBar';
import type { CheckKey } from '../service/calls';
import type { Services } from '../service/services';
import type { AccountProvider } from './accountProvider';
import type { AuthDeps } from './authDeps';
import { followStatus, type FollowStatusDeps } from './connectionStatus';
import type { Auth } from './createAuth';
import { environmentKey } from './environmentKey';

const authCommands = [
  'addApiKey',
  'addApiKeyForEndpoint',
  'addConnection',
  'switchConnection',
  'editConnection',
  'renameConnection',
  'duplicateConnection',
  'removeConnection',
  'signIn',
  'signOut',
  'signOutEverywhere',
  'getStarted',
  'setUpOAuth',
  'diagnoseConnection',
  'exportAdc',
  'importEnvironment',
  'useEmulator',
  'manageConnections',
] as const;

type AuthCommand = (typeof authCommands)[number];

interface AuthRoom extends Disposable {
  readonly handlers: CommandHandlers<AuthCommand>;
  /** Adds an API key from elsewhere, after the user has confirmed it. */
  readonly addKey: (key: string) => Promise<void>;
}

interface ResourcesView {
  readonly sheets: () => Promise<Sheets>;
  readonly onDidShow: Event<void>;
}

/** Registers the status bar item and connection commands, whose flows load on first use. */
export function registerAuth(
  { context, prompts, system, log, redact }: Host,
  { clients, emulator }: Services,
  { connections, vault, adcOrigins, signIns, serverHeaders }: Auth,
  check: CheckKey,
  onSecret: (secret: string) => void,
  { sheets, onDidShow }: ResourcesView,
): AuthRoom {
  const deps: AuthDeps = {
    prompts,
    progress: notificationProgress,
    system,
    sheets,
    log,
    clock: systemClock,
    connections,
    choices: context.globalState,
    clients,
    vault,
    serverHeaders,
    adcOrigins,
    signIns: signIns.load,
    emulator,
    check,
    git: { riskOf: async (uri) => (await import('../platform/vscodeGit')).commitRiskOf(uri) },
    environment: () => process.env,
    onSecret,
    redact,
    run: async (command, target) => {
      await vscode.commands.executeCommand(commandId(command), target);
    },
    openSettings: async (name) => {
      await vscode.commands.executeCommand('workbench.action.openSettings', name);
    },
    readNetwork,
    newId,
  };
  const disposables = new DisposableStore();
  disposables.add(showStatusBar({ connections, emulator, signIns: signIns.load }, onDidShow));
  disposables.add(registerAccounts(deps));
  const showWhatThereIs = (): void => {
    const { users } = connections;
    setKey('connections', users.length > 0 ? 'some' : 'none');
    setKey('accounts', users.some(({ auth }) => auth === 'oauth') ? 'some' : 'none');
  };
  showWhatThereIs();
  setKey('environmentKey', environmentKey(process.env));
  disposables.add(connections.onDidChange(showWhatThereIs));
  return {
    handlers: lazyFunctions(authCommands, async () =>
      (await import('./authHandlers')).authHandlers(deps, context.extension.id),
    ),
    addKey: async (key) => (await import('./addApiKey')).addApiKey(deps, undefined, key),
    dispose: () => disposables.dispose(),
  };
}

function setKey<K extends keyof ContextKeys>(name: K, value: ContextKeys[K]): void {
  void vscode.commands.executeCommand('setContext', contextKey(name), value);
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function newId(): string {
  return Array.from({ length: 8 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}

/**
 * Shows the active connection in the status bar, except for users without connections who only open
 * terminals.
 */
function showStatusBar(deps: Omit<FollowStatusDeps, 'l10n'>, onDidShow: Event<void>): Disposable {
  const disposables = new DisposableStore();
  const name = l10n.t('Gemini API Connection');
  const item = disposables.add(statusItem('connection', 50, name, commandId('manageConnections')));
  const signIns = async (): ReturnType<typeof deps.signIns> => {
    await new Promise(setImmediate);
    return await deps.signIns();
  };
  disposables.add(
    followStatus({ ...deps, signIns }, (texts) => {
      item.update(texts);
      if (deps.connections.active) item.show();
    }),
  );
  disposables.add(onDidShow(() => item.show()));
  return disposables;
}

type Changes = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

/**
 * Adds accounts to VS Code’s Accounts menu and offers sessions to other extensions.
 * VS Code lists sessions at once, which loads no code while no connection has an account.
 */
function registerAccounts(deps: AuthDeps): Disposable {
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
