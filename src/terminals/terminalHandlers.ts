import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Http } from '../api/transport';
import { abortable } from '../base/async';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableSlot, DisposableStore } from '../base/disposable';
import { AppError, errorMessage } from '../base/errors';
import { type CommandHandlers, commandId } from '../catalog/commands';
import type { Host } from '../platform/host';
import { vscodeFileProblems } from '../platform/diagnostics';
import { plainText } from '../platform/plainText';
import { notificationProgress } from '../platform/progress';
import { type StatusItem, statusItem } from '../platform/statusBar';
import { folderEnvironment, openTerminal } from '../platform/terminals';
import type { SessionClients } from '../service/clients';
import type { SharedEmulator } from '../service/emulator';
import type { Services } from '../service/services';
import { debugProvider } from './debugProvider';
import {
  EnvironmentFiles,
  type PortChangeDeps,
  notifyPortChange,
  staleFile,
} from './environmentFile';
import { folderTexts, openProblem, windowAnswerFiles } from './folderFiles';
import { FolderAnswers } from './folderAnswers';
import { FolderSwitch, recordTraffic } from './folderSwitch';
import { ModeActions } from './modeActions';
import { toRemembered, rememberedFolders, rememberFolders } from './rememberedFolders';
import { listRecordings, recordingsFolder, notifyRecordings } from './recordingsNotice';
import { type Folder, TerminalSwitches, requireSameMachine } from './terminalSwitches';
import { askSession, folderModes } from './sessionControl';
import { type FolderAndMode, statusTexts } from './modeTexts';
import { SessionFollowing } from './sessionFollowing';
import { chooseFolder, chooseRecorded, chooseTerminalAction } from './terminalMenu';
import { createWindow, type WindowCommand } from './windowHandlers';

export type TerminalCommand =
  | 'useEmulatorInTerminals'
  | 'emulatorInTerminals'
  | 'writeEmulatorEnvironment'
  | 'recordOrReplay'
  | 'recordTraffic'
  | WindowCommand;

const PORT_NOTED_KEY = 'terminals.port';

const PRIORITY = 51;

export interface TerminalServices extends Services {
  readonly emulator: SharedEmulator;
}

export interface TerminalsRoom extends Disposable {
  readonly handlers: CommandHandlers<TerminalCommand>;
  /** Turns on the folders of the last session and starts the emulator for them. */
  restore(): void;
  /** Ends recording and replay: writes recordings and stops sending to the upstream. */
  close(): Promise<void>;
}

export function createTerminals(
  host: Host,
  services: TerminalServices,
  http: Http,
  sessions: SessionClients,
): TerminalsRoom {
  const { emulator, traffic, spending } = services;
  const { context, prompts, report, log } = host;
  const disposables = new DisposableStore();
  const onError = (error: unknown): void => void report('terminals', error);
  const start = async (): Promise<void> => {
    if (emulator.state.status === 'running') return;
    const title = l10n.t('Starting the built-in emulator…');
    await notificationProgress(title, (signal) => abortable(emulator.start(), signal));
  };
  const window = disposables.add(createWindow(host, services, sessions, http));
  const modes = disposables.add(folderModes(emulator, http, context.workspaceState, onError));
  const answers = disposables.add(
    new FolderAnswers({
      emulator,
      onError,
      ask: askSession(emulator, http),
      files: windowAnswerFiles,
      clock: systemClock,
      marks: disposables.add(
        vscodeFileProblems('generativeLanguage.answers', { followsEdits: true }),
      ),
    }),
  );
  const following = disposables.add(
    new SessionFollowing({
      emulator,
      http,
      traffic,
      onError,
      clock: systemClock,
      ask: askSession(emulator, http),
      modeOf: (folder) => modes.of(folder),
      onMode: (folder) => void modes.refresh(folder).catch(onError),
      onUpstream: () => void spending().then((found) => found.look(), onError),
      onLost: (error) => log.info(`terminals: following ended: ${errorMessage(error)}`),
    }),
  );
  const moving: PortChangeDeps = {
    prompts,
    log,
    async staleFiles(port) {
      const all = foldersOfWindow().map(async (folder) => {
        try {
          return await staleFile(folderTexts(folder), folder, port);
        } catch (error) {
          // Skip unreadable files, such as links.
          log.warn(`terminals: ${errorMessage(error)}`);
          return undefined;
        }
      });
      return (await Promise.all(all)).filter((file) => file !== undefined);
    },
    ledFolder: () => foldersOfWindow().find((one) => switches.isOn(one)),
    openTerminal,
  };
  const switches = disposables.add(
    new TerminalSwitches({
      emulator,
      terminals: ({ uri }) =>
        folderEnvironment(
          context,
          uri,
          l10n.t('Gemini API clients call the built-in emulator instead of the live API.'),
        ),
      caller: process.env,
      keepsKeys: (folder) => modes.isRecording(folder),
      memory: {
        get: () => context.workspaceState.get<number>(PORT_NOTED_KEY),
        set: (port) =>
          void context.workspaceState.update(PORT_NOTED_KEY, port).then(undefined, onError),
      },
      onMoved: (from, to) => void notifyPortChange(moving, from, to).catch(onError),
      onError,
    }),
  );
  const status = disposables.add(new DisposableSlot<StatusItem>());
  const provider = disposables.add(new DisposableSlot<Disposable>());
  const reveal = (): void => {
    status.value ??= newStatusItem(l10n.t('Gemini API: Emulator for Terminals'));
  };
  let isClosing = false;
  const remember = (on: readonly Folder[]): void => {
    // A closing window keeps its state for the next one.
    if (isClosing || !vscode.workspace.isTrusted) return;
    const all = on.map((folder) => {
      const remembered = folderSwitch.toRestore(folder) ?? toRemembered(modes.of(folder));
      return [folder.uri, remembered] as const;
    });
    void rememberFolders(context.workspaceState, Object.fromEntries(all)).catch(onError);
  };
  const show = (): void => {
    const folders = foldersOfWindow();
    const on = folders.filter((folder) => switches.isOn(folder));
    remember(on);
    const inMode = on.flatMap((folder): readonly FolderAndMode[] => {
      const mode = modes.of(folder);
      return mode && mode.mode !== 'generate' ? [{ folder: folder.name, mode }] : [];
    });
    const wrong = on.flatMap((folder) =>
      [...new Set(answers.problemsOf(folder).map(({ file }) => basename(file)))].map((file) => ({
        folder: folder.name,
        file,
      })),
    );
    const names = on.map(({ name }) => name);
    // Shows nothing before first use.
    if (on.length > 0) reveal();
    status.value?.update(
      statusTexts({
        on: names,
        folders: folders.length,
        emulator: emulator.state,
        modes: inMode,
        wrong,
      }),
    );
    if (on.length === 0) provider.value = undefined;
    else
      provider.value ??= debugProvider({
        switches,
        start: async (uri) => {
          await emulator.start();
          await folderSwitch.join();
          // Only this folder's problems; other folders show their own.
          const folder = foldersOfWindow().find((one) => one.uri === uri);
          if (!folder) return;
          await modes.beginRun(folder);
          await Promise.all([following.begin(folder), answers.begin(folder)]);
        },
        prompts,
        report,
        log,
      });
  };
  disposables.add(switches.onDidChange(show));
  disposables.add(answers.onDidChange(show));
  disposables.add(
    modes.onDidChange((place) => {
      switches.refresh(place);
      const folder = foldersOfWindow().find(({ uri }) => uri === place.uri);
      if (folder) void files.follow(folder).catch(onError);
    }),
  );
  const actions: ModeActions = new ModeActions({
    prompts,
    modes,
    openTerminal,
    onError,
    ready: (folder) => folderSwitch.ready(folder),
    notices: {
      folder: recordingsFolder,
      tell: (...told) => notifyRecordings(prompts, ...told),
      list: (message, path, notes) => listRecordings(prompts, message, path, notes),
    },
  });
  const folderSwitch: FolderSwitch = new FolderSwitch({
    prompts,
    start,
    actions,
    following,
    answers,
    switches,
    openTerminal,
    onError,
  });
  disposables.add(
    emulator.onDidChangeState(({ status }) => {
      if (status === 'running') void folderSwitch.join().catch(onError);
    }),
  );
  disposables.add(
    modes.onDidBreak(({ uri, was }) => {
      const folder = foldersOfWindow().find((one) => one.uri === uri);
      if (folder) void actions.tellBroken(folder, was).catch(onError);
    }),
  );
  disposables.add(
    vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
      for (const { uri, name } of removed) {
        const folder = { uri: uri.toString(), name: plainText(name) };
        void folderSwitch.turnOff(folder).catch(onError);
      }
      show();
    }),
  );

  const toggle = async (folder: Folder): Promise<void> => {
    if (!switches.isOn(folder)) requireTrust();
    await folderSwitch.toggle(folder);
  };
  const files = new EnvironmentFiles({
    prompts,
    switches,
    toggle,
    onError,
    textsOf: folderTexts,
    git: { riskOf: async (uri) => (await import('../platform/vscodeGit')).commitRiskOf(uri) },
    ready: async (folder) => {
      requireTrust();
      requireSameMachine(folder);
      await start();
    },
  });
  const choose = async (title: string): Promise<Folder | undefined> =>
    await chooseFolder(prompts, title, requireFolders(), switches);

  const chooseMode = async (): Promise<void> => {
    const folders = requireFolders();
    reveal();
    show();
    const chosen = await chooseTerminalAction(
      prompts,
      folders,
      switches,
      emulator.state,
      async (folder) => ({
        ...(await actions.shown(folder)),
        problems: answers.problemsOf(folder),
      }),
    );
    if (!chosen) return;
    const { action, folder, problem } = chosen;
    if (action === 'start') await start();
    else if (action === 'window') await window.handlers.recordWindow();
    else if (problem) await openProblem(problem);
    else if (action === 'mode') {
      requireTrust();
      await actions.choose(folder);
    } else if (action === 'stop') await actions.leave(folder);
    else if (action === 'terminal') await openTerminal(folder.uri);
    else if (action === 'file') await files.write(folder);
    else await toggle(folder);
  };

  return {
    handlers: {
      async useEmulatorInTerminals() {
        const folder = await choose(l10n.t('Toggle Emulator for Terminals and Debugging'));
        reveal();
        show();
        if (folder) await toggle(folder);
      },
      emulatorInTerminals: chooseMode,
      async recordOrReplay() {
        requireTrust();
        const folders = foldersOfWindow();
        const isRecorded = (one: Folder): boolean => modes.isRecording(one);
        const chosen =
          folders.length === 0 ? 'window' : await chooseRecorded(prompts, folders, isRecorded);
        if (chosen === 'window') await window.handlers.recordWindow();
        else if (chosen && isRecorded(chosen)) await actions.stop(chosen);
        else if (chosen) await actions.choose(chosen);
      },
      async writeEmulatorEnvironment() {
        const folder = await choose(l10n.t('Create .env.emulator File'));
        if (folder) await files.write(folder);
      },
      async recordTraffic() {
        requireTrust();
        const { connections } = services;
        const deps = { prompts, connections, switches, modes, actions, folderSwitch };
        await recordTraffic(deps, requireFolders());
      },
      ...window.handlers,
    },
    restore() {
      const remembered = rememberedFolders(context.workspaceState);
      for (const folder of foldersOfWindow()) {
        const before = remembered[folder.uri];
        if (before && !switches.isOn(folder)) folderSwitch.restore(folder, before);
      }
      // A running emulator fires no start event.
      if (switches.count > 0)
        void emulator
          .start()
          .then(() => folderSwitch.join(), onError)
          .catch(onError);
    },
    async close() {
      isClosing = true;
      await Promise.all([window.close(), modes.quitAll((folder) => following.hasOthers(folder))]);
    },
    dispose: () => disposables.dispose(),
  };
}

function newStatusItem(name: string): StatusItem {
  const item = statusItem('terminals', PRIORITY, name, commandId('emulatorInTerminals'));
  item.show();
  return item;
}

function foldersOfWindow(): readonly Folder[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.map(({ uri, name }) => ({ uri: uri.toString(), name: plainText(name) }));
}

/** Throws `AppError` (`noFolder`) if the window has no folder. */
function requireFolders(): readonly Folder[] {
  const folders = foldersOfWindow();
  if (folders.length > 0) return folders;
  throw new AppError('noFolder', l10n.t('No folder is open in this window.'), {
    hint: l10n.t('Open a folder. The emulator is turned on per folder.'),
  });
}

/** Throws `AppError` (`notTrusted`): apps of an untrusted workspace must not get credentials. */
function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new AppError(
    'notTrusted',
    l10n.t(
      'Apps can use the emulator only in a trusted workspace. This one is in Restricted Mode.',
    ),
  );
}
