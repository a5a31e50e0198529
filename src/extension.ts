import './platform/configureL10n';
import * as vscode from 'vscode';
import { registerAgent } from './agent/host/register';
import { registerActivity, type ActivityRoom } from './activity/register';
import { createAuth, userSettings } from './auth/createAuth';
import { registerAuth } from './auth/register';
import { DisposableStore } from './base/disposable';
import type { PlaygroundCommand } from './catalog/commands';
import { ANSWER_SCHEME } from './catalog/ids';
import {
  emulatorCommands,
  fixesFor,
  lazyEmulator,
  logCommands,
  registerCommands,
  spendingCommands,
} from './commands/register';
import { registerConsole } from './console/register';
import { registerFiles, type FilesRegistered } from './files/register';
import { registerLanguageModels } from './languageModel/host/register';
import type { FileStore } from './platform/files';
import { createHost, type Host } from './platform/host';
import { onDidChangeNetwork, readNetwork } from './platform/system';
import { waitNotices } from './platform/progress';
import { registerLens } from './lens/host/register';
import { registerPlayground, type PlaygroundContext } from './playground/host/register';
import { registerRecordings } from './recordings/host/register';
import type { ResourceCommand } from './resources/commands';
import { registerResources, type ResourcesRoom } from './resources/register';
import { callLimits, flagSetting } from './service/numberSetting';
import { createServices, type Services } from './service/services';
import { KnownSecrets } from './api/redact';
import { TrafficLog } from './service/trafficLog';
import { registerTerminals } from './terminals/register';
import { registerTesting, type TestingRoom } from './testing/host/register';
import { registerTraffic } from './traffic/register';

/** For tests. */
export interface TestApi extends Pick<ResourcesRoom, 'tree'> {
  readonly host: Host;
  readonly services: Services;
  readonly playground: PlaygroundContext;
  readonly activities: Pick<ActivityRoom, 'load'>;
  readonly files: Pick<FilesRegistered, 'load'>;
  readonly testing: Pick<TestingRoom, 'load' | 'controller' | 'commands'>;
}

type OtherCommand = PlaygroundCommand | ResourceCommand;

// VS Code awaits only `deactivate`, but first disposes subscriptions without waiting.
let close = async (): Promise<void> => undefined;
export const deactivate = (): Promise<void> => close();

/** Creates the services and registers the modules. Loads neither the network code nor the tables. */
export async function activate(context: vscode.ExtensionContext): Promise<TestApi | undefined> {
  const disposables = new DisposableStore();
  close = async () => disposables.dispose();
  const { add: onSecret, redact } = new KnownSecrets();
  const host = createHost(context, disposables, ANSWER_SCHEME, redact, (error) =>
    fixesFor(error, auth.connections, context.extension.id),
  );
  const isTrafficKept = (): boolean => flagSetting('traffic.enabled', userSettings);
  const traffic = disposables.add(new TrafficLog(isTrafficKept));
  const auth = disposables.add(createAuth(host, readNetwork, onSecret, traffic.addOther));
  const emulator = disposables.add(lazyEmulator(host, userSettings, auth.http, onSecret));
  const { services, check, sessions } = disposables.add(
    createServices({
      ...auth,
      emulator,
      traffic,
      limits: () => callLimits(userSettings),
      notices: waitNotices(host.log),
      spend: async () => (await import('./commands/spending')).spendingDeps(host, userSettings),
      readNetwork,
      onDidChangeNetwork,
      onSecret,
      memory: context.globalState,
      interactionFiles: () => folderIn(context, 'interactions'),
      log: host.log,
    }),
  );
  const isInFront = (conversation: string): boolean => playground.isInFront(conversation);
  const { activity, ...activities } = disposables.add(
    registerActivity(host, services, sessions, isInFront),
  );
  const files = disposables.add(registerFiles(host, services, activity, userSettings));
  const resources: ResourcesRoom = disposables.add(
    registerResources(host, services, activity, userSettings, {
      uploads: files.uploads,
      readTemplate: (file) => playground.readTemplate(file),
    }),
  );
  const playground: PlaygroundContext = disposables.add(
    registerPlayground({ ...host, ...services, ...files, activity, sheets: resources.sheets }),
  );
  const { promptFiles } = playground;
  const tested = { ...host, ...services, sessions, http: auth.http, promptFiles };
  const testing = disposables.add(registerTesting(tested, userSettings));
  const access = { settings: userSettings, asksFirst: auth.credentials.asksFirst };
  disposables.add(registerLanguageModels(host, services, access));
  const terminals = disposables.add(
    registerTerminals(host, { ...services, emulator }, auth.http, sessions),
  );
  const connecting = disposables.add(
    registerAuth(host, services, auth, check, onSecret, resources),
  );
  const { successors } = testing;
  const { sheets } = resources;
  const { addKey } = connecting;
  const lens = { ...host, ...services, settings: userSettings, sheets, successors, addKey };
  const handlers = {
    ...connecting.handlers,
    ...disposables.add(registerLens(lens)).handlers,
    ...resources.handlers,
    ...files.handlers,
    ...activities.handlers,
    ...testing.handlers,
    ...disposables.add(registerRecordings(tested)).handlers,
    ...disposables.add(registerConsole(host, services, auth.closedBy)).handlers,
    ...disposables.add(registerTraffic(host, services)).handlers,
    ...terminals.handlers,
    ...disposables.add(registerAgent({ ...tested, settings: userSettings })).handlers,
    ...disposables.add(emulatorCommands(host, services, auth.http)).handlers,
    ...logCommands(host, services),
    ...spendingCommands(host, services, sheets),
  };
  const runOther = async (name: OtherCommand, args: readonly unknown[]): Promise<void> => {
    if (!(await resources.run(name, args))) await playground.run(name as PlaygroundCommand, args);
  };
  disposables.add(registerCommands(host, auth.connections, handlers, runOther));
  close = async () => {
    try {
      await Promise.all([playground.close(), terminals.close()]);
    } finally {
      disposables.dispose();
    }
  };
  await terminals.restore();
  if (context.extensionMode !== vscode.ExtensionMode.Test) return undefined;
  return { host, services, tree: resources.tree, playground, activities, files, testing };
}

/** Creates a storage folder shared by all windows. */
async function folderIn(
  { globalStorageUri }: vscode.ExtensionContext,
  name: string,
): Promise<FileStore> {
  const { FolderStore } = await import('./platform/files');
  return new FolderStore(vscode.Uri.joinPath(globalStorageUri, name).fsPath);
}
