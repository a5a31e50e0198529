import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Http, ReadNetwork } from '../api/transport';
import type { HttpExchangeFacts } from '../api/undiciSenders';
import { lazy } from '../base/async';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter } from '../base/event';
import { commandId } from '../catalog/commands';
import { PREFIX } from '../catalog/ids';
import type { Host } from '../platform/host';
import { localValue } from '../platform/localValue';
import type { ClosedBy } from '../service/clients';
import type { Credentials, ServerHeaders } from '../service/connection';
import { AdcOrigins } from './adcOrigins';
import type { ConnectionCredentials } from './connectionCredentials';
import { ConnectionList, type ConnectionSettings } from './connectionList';
import { KeyVault } from './keyVault';
import { blockedOperations, lazyHttp, LazySignIns } from './lazySignIns';

/**
 * Uses only the user value of `inspect()`, because setting scopes and workspace trust don’t exclude all
 * workspace values (nested objects once passed).
 */
export const userSettings: ConnectionSettings = {
  read: (name) => localValue(vscode.workspace.getConfiguration(PREFIX).inspect(name)),
  write: async (name, value) => {
    const target = vscode.ConfigurationTarget.Global;
    await vscode.workspace.getConfiguration(PREFIX).update(name, value, target);
  },
  onDidChange: (listener) =>
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(PREFIX)) listener();
    }),
};

export interface Auth extends Disposable {
  readonly connections: ConnectionList;
  readonly vault: KeyVault;
  readonly adcOrigins: AdcOrigins;
  readonly signIns: LazySignIns;
  readonly http: Http;
  readonly credentials: Credentials & Pick<ConnectionCredentials, 'asksFirst'>;
  readonly serverHeaders: ServerHeaders;
  readonly closedBy: ClosedBy;
}

/**
 * Creates the connection services.
 * @param onSecret receives every key, to be redacted in logs.
 * @param onExchange receives every request to servers other than the API, such as token requests.
 */
export function createAuth(
  host: Host,
  readNetwork: ReadNetwork,
  onSecret: (secret: string) => void,
  onExchange: (exchange: HttpExchangeFacts) => void,
): Auth {
  const { context, log, prompts, report } = host;
  const disposables = new DisposableStore();
  const onStorageFailed = (message: string) => (error: unknown) => {
    log.error(`auth: secret storage failed: ${String(error)}`);
    void prompts.notify('warning', message);
  };
  const vault = disposables.add(
    new KeyVault({
      secrets: context.secrets,
      onSecret,
      onStorageFailed: onStorageFailed(
        l10n.t(
          'This system’s secret storage failed. The API key is available only until this window closes.',
        ),
      ),
    }),
  );
  const http = lazyHttp(async () => {
    const { UndiciHttp } = await import('../api/undiciSenders');
    const opened = disposables.add(new UndiciHttp({ network: readNetwork }));
    disposables.add(opened.onDidExchange(onExchange));
    return opened;
  });
  const signIns = disposables.add(
    new LazySignIns(
      {
        secrets: context.secrets,
        http,
        clock: systemClock,
        onSecret,
        onStorageFailed: onStorageFailed(
          l10n.t(
            'This system’s secret storage failed. The sign-in is available only until this window closes.',
          ),
        ),
      },
      (error) => void report('auth', error),
    ),
  );
  const serverHeaders = lazy(async () => {
    const { ServerHeaderStore } = await import('./serverHeaders');
    const opened = disposables.add(
      new ServerHeaderStore({
        secrets: context.secrets,
        prompts,
        onSecret,
        connections: { find: (id) => connections.find(id) },
      }),
    );
    const onFail = onStorageFailed(
      l10n.t(
        'This system’s secret storage failed. The headers are available only until this window closes.',
      ),
    );
    disposables.add(opened.onDidFail(onFail));
    return opened;
  });
  const changed = disposables.add(new Emitter<string>());
  disposables.add(vault.onDidChange((id) => changed.fire(id)));
  disposables.add(signIns.onDidChange((id) => changed.fire(id)));
  const openSettings = l10n.t('Open Settings');
  const showLog = l10n.t('Show Log');
  const onSettingProblems = async (problems: readonly string[]): Promise<void> => {
    for (const problem of problems) log.warn(`auth: ${problem}`);
    const [first = '', ...others] = problems;
    const more =
      others.length === 1
        ? l10n.t('1 more entry was ignored. See the log for details.')
        : l10n.t('{0} more entries were ignored. See the log for details.', others.length);
    const problem = others.length === 0 ? first : `${first} ${more}`;
    const buttons = [openSettings, ...(others.length === 0 ? [] : [showLog])];
    const answer = await prompts.notify('warning', problem, ...buttons);
    if (answer === showLog) await vscode.commands.executeCommand(commandId('showLog'));
    if (answer !== openSettings) return;
    await vscode.commands.executeCommand('workbench.action.openSettingsJson');
  };
  const connections = disposables.add(
    new ConnectionList({
      settings: userSettings,
      windowState: context.workspaceState,
      onDidChangeCredential: changed.event,
      onProblems: (problems) => {
        const onError = (error: unknown): Promise<void> => report('auth', error);
        onSettingProblems(problems).catch(onError);
      },
    }),
  );
  const onDidChange = changed.event;
  const adcOrigins = new AdcOrigins({ prompts, state: context.globalState });
  const credentials = lazy(async () => {
    const { ConnectionCredentials } = await import('./connectionCredentials');
    return new ConnectionCredentials({
      vault,
      signIns: signIns.load,
      adcOrigins,
      prompts,
      onDidChange,
    });
  });
  return {
    connections,
    vault,
    adcOrigins,
    signIns,
    http,
    serverHeaders: {
      read: async (...asked) => (await serverHeaders()).read(...asked),
      save: async (...asked) => (await serverHeaders()).save(...asked),
      forget: async (...asked) => (await serverHeaders()).forget(...asked),
    },
    credentials: {
      get: async (...asked) => (await credentials()).get(...asked),
      asksFirst: async (connection) => (await credentials()).asksFirst(connection),
      onDidChange,
    },
    closedBy: blockedOperations(signIns),
    dispose: () => disposables.dispose(),
  };
}
