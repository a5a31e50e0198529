import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Http } from '../api/transport';
import type { JsonValue } from '../api/schema/row';
import { abortable } from '../base/async';
import { sleep, systemClock } from '../base/clock';
import { CancelledError, errorMessage, userMessage } from '../base/errors';
import { items } from '../base/json';
import { type CommandHandlers, commandId } from '../catalog/commands';
import { PREFIX, SPEND_FOLDER } from '../catalog/ids';
import { settings } from '../catalog/settings';
import type { Host } from '../platform/host';
import { onDidChangeNetwork } from '../platform/system';
import { readProxySettings } from '../platform/network';
import { notificationProgress } from '../platform/progress';
import { EMULATOR_ID } from '../service/connection';
import type { EmulatorAddress, StartOptions } from '../service/emulator';
import { EmulatorProcess } from '../service/emulatorProcess';
import { sessionAddress, sessionOf } from '../service/folderSession';
import { numberSetting, type NumberSettings, outOfRange } from '../service/numberSetting';
import type { Services } from '../service/services';
import { sharedEmulator } from '../service/sharedEmulator';
import type { SpendSettings } from '../service/spending';
import { emulatorStartLine, machineKey } from './emulatorStartLine';
import {
  type EmulatorResetDeps,
  type FreshStartDeps,
  offerFreshStart,
  resetEmulator,
  seedEmulator,
  backUpData,
} from './emulatorReset';

export type EmulatorCommand =
  | 'startEmulator'
  | 'stopEmulator'
  | 'resetEmulator'
  | 'seedEmulator'
  | 'showDeliveries';

const ADDRESS = 'emulator.address';

/** In ms; a hanging emulator must not prevent stopping it. */
const USES_LIMIT = 3000;

export function emulatorHandlers(
  host: Host,
  services: Services,
  http: Http,
): CommandHandlers<EmulatorCommand> {
  const { emulator, connections } = services;
  const started = (options?: StartOptions): Promise<EmulatorAddress> =>
    emulator.state.status === 'running'
      ? emulator.start(options)
      : notificationProgress(l10n.t('Starting the built-in emulator…'), (signal) =>
          abortable(emulator.start(options), signal),
        );
  const deps: EmulatorResetDeps = {
    prompts: host.prompts,
    start: () => started({ tellsDamage: true }),
    setAside: () => backUpData(emulatorData(host), new Date()),
    control: async (address, action, body) => {
      const { controlEmulator } = await import('../service/emulatorControl');
      // Each folder’s apps have their own session.
      const sessions = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) =>
        sessionAddress(address, sessionOf({ uri: uri.toString() })),
      );
      for (const one of [address, ...sessions]) await controlEmulator(http, one, action, body);
    },
    onReplaced: async () => {
      services.store.invalidate({ connection: EMULATOR_ID });
      await vscode.commands.executeCommand(commandId('refresh'));
    },
  };

  const mayStop = async (): Promise<boolean> => {
    const { emulatorUses } = await import('../service/emulatorControl');
    const uses = await Promise.race([
      emulatorUses(http, await emulator.start()),
      sleep(systemClock, USES_LIMIT).then(() => 0),
    ]);
    if (uses < 2) return true;
    const stop = l10n.t('Stop');
    const question = l10n.t('Stop the built-in emulator? Other windows use it, too.');
    const detail = l10n.t('It starts again the next time any window uses it.');
    return (await host.prompts.confirm(question, { detail, actions: [stop] })) === stop;
  };

  return {
    async startEmulator() {
      await started();
      if (connections.active?.id === EMULATOR_ID || emulator.state.status !== 'running') return;
      const use = l10n.t('Use Emulator');
      const { port } = emulator.state;
      const message = l10n.t('The built-in emulator is running on port {0} of this machine.', port);
      const answer = await host.prompts.notify('info', message, use);
      if (answer === use) await vscode.commands.executeCommand(commandId('useEmulator'));
    },
    async stopEmulator() {
      if (emulator.state.status === 'running' && !(await mayStop())) return;
      await emulator.stop();
    },
    resetEmulator: () => resetEmulator(deps),
    seedEmulator: () => seedEmulator(deps),
    async showDeliveries(target) {
      const [{ showDeliveries }, { emulatorDeliveries, sendAgain }] = await Promise.all([
        import('./webhookDeliveries'),
        import('../service/emulatorControl'),
      ]);
      const delivering = {
        prompts: host.prompts,
        documents: host.documents,
        execute: vscode.commands.executeCommand,
        list: async () => await emulatorDeliveries(http, await started()),
        sendAgain: async (id: string) => await sendAgain(http, await started(), id),
      };
      await showDeliveries(delivering, target);
    },
  };
}

const LAST_PORT = 'emulator.port';

/**
 * Creates the shared emulator, with data in the extension’s storage; new data starts with the demo sample
 * data.
 */
export function createEmulator(
  host: Host,
  user: NumberSettings & SpendSettings,
  http: Http,
  onSecret: (secret: string) => void,
): EmulatorProcess {
  const { context, log, prompts } = host;
  const data = emulatorData(host);
  const onError = (error: unknown): void => log.warn(`emulator: ${errorMessage(error)}`);
  const script = context.asAbsolutePath('dist/emulator.js');
  const folder = context.globalStorageUri.fsPath;
  const here = (key: string): string => machineKey(key, host.system.remoteHost, folder);
  const note = emulatorStartLine(context.secrets, here(ADDRESS), onError);
  const emulator: EmulatorProcess = new EmulatorProcess({
    start: sharedEmulator({
      script,
      http,
      clock: systemClock,
      onDidChangeNetwork,
      network: () => readProxySettings(),
      onDidChangeSpend: user.onDidChange,
      spend: () => ({
        folder: join(folder, SPEND_FOLDER),
        caps: items(user.read('spend.caps')) as readonly JsonValue[],
      }),
      args: ['--seed', 'demo', '--data', data],
      folder,
      note,
      onError,
    }),
    noted: note,
    clock: systemClock,
    port: () => {
      const wrong = outOfRange('emulator.port', user);
      if (wrong === undefined) {
        const set = numberSetting('emulator.port', user);
        // Reuses the last port, which terminals and env files have.
        return set === 0 ? context.globalState.get<number>(here(LAST_PORT), 0) : set;
      }
      void tellWrongPort(prompts, wrong).catch((error: unknown) => {
        log.error(`emulator: ${errorMessage(error)}`);
      });
      return settings['emulator.port'].default;
    },
    onPortBusy: (wanted, taken) => {
      const message = l10n.t(
        'Port {0} is in use by another app or window. The built-in emulator uses port {1} instead.',
        wanted,
        taken,
      );
      log.warn(`emulator: ${message}`);
      // The user didn’t choose the port; `terminals/` reports changes to apps and files.
      if (numberSetting('emulator.port', user) === 0) return;
      // Not awaited: the emulator is ready.
      void prompts.notify('warning', message);
    },
    onDamaged: () => {
      offerFreshStart(deps).catch((error: unknown) => {
        if (CancelledError.is(error)) return;
        log.error(`emulator: ${errorMessage(error)}`);
        void prompts.notify('error', userMessage(error));
      });
    },
    onLine: (line) => log.debug(`emulator: ${line}`),
    onSecret,
  });
  const deps: FreshStartDeps = {
    prompts,
    start: () => emulator.start({ tellsDamage: true }),
    setAside: () => backUpData(data, new Date()),
    onReplaced: async () => {
      await vscode.commands.executeCommand(commandId('refresh'));
    },
  };
  emulator.onDidChangeState((state) => {
    if (state.status === 'running') void context.globalState.update(here(LAST_PORT), state.port);
  });
  return emulator;
}

function emulatorData({ context }: Pick<Host, 'context'>): string {
  return join(context.globalStorageUri.fsPath, 'emulator');
}

async function tellWrongPort(prompts: Host['prompts'], wrong: number): Promise<void> {
  const name = `${PREFIX}.emulator.port`;
  const open = l10n.t('Open Settings');
  const message = l10n.t(
    'The setting {0} is {1}, but ports can’t exceed {2}. The built-in emulator uses a free port instead.',
    name,
    wrong,
    settings['emulator.port'].maximum,
  );
  if ((await prompts.notify('warning', message, open)) !== open) return;
  await vscode.commands.executeCommand('workbench.action.openSettings', name);
}
