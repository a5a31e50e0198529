import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { AppError } from '../base/errors';
import { ACTIVITY_VIEW, commandId } from '../catalog/ids';
import type { Activity } from '../platform/activity';
import { FolderStore } from '../platform/files';
import type { Host } from '../platform/host';
import { labelText } from '../platform/plainText';
import { notificationProgress } from '../platform/progress';
import type { Uploads } from '../platform/uploads';
import { vscodeLocalFiles } from '../platform/vscodeLocalFiles';
import type { Services } from '../service/services';
import type { FilesRoom } from './room';
import type { UserSettings } from './register';

/** Milliseconds for which the status bar says something. */
const MOMENT = 4000;

export interface FilesParts {
  readonly host: Host;
  readonly services: Services;
  readonly activity: Activity;
  readonly settings: UserSettings;
}

export interface LoadedFiles extends Disposable {
  readonly room: FilesRoom;
  readonly uploads: Uploads;
}

/** All of the room, in VS Code. */
export function createFiles({ host, services, activity, settings }: FilesParts): LoadedFiles {
  const { prompts, system, log, report, context } = host;
  const disposables = new DisposableStore();
  const unfinished = (): never => {
    throw new AppError('unfinished', 'This is not finished yet.');
  };
  const room: FilesRoom = {
    ...{ services, prompts, system, log, report, activity },
    l10n: vscode.l10n,
    clock: systemClock,
    localFiles: vscodeLocalFiles,
    progress: notificationProgress,
    userFiles: {
      inspect: unfinished,
      filesBelow: unfinished,
      ignored: unfinished,
      readAll: unfinished,
      pick: unfinished,
      saveAs: unfinished,
    },
    queue: { add: unfinished, resume: unfinished, dispose: () => undefined },
    remembered: { note: unfinished, find: unfinished, list: unfinished, forget: unfinished },
    secrets: context.secrets,
    storage: (folder) =>
      new FolderStore(vscode.Uri.joinPath(context.globalStorageUri, folder).fsPath),
    readSetting: (name) => settings.read(name),
    isTrusted: () => vscode.workspace.isTrusted,
    async run(command, targets) {
      await vscode.commands.executeCommand(commandId(command), targets[0], targets);
    },
    async show(place) {
      await vscode.commands.executeCommand(
        place === 'trust' ? 'workbench.trust.manage' : `${ACTIVITY_VIEW}.focus`,
      );
    },
    tell: (text) => void vscode.window.setStatusBarMessage(labelText(text), MOMENT),
  };
  return {
    room,
    uploads: {
      inspect: unfinished,
      pick: unfinished,
      upload: unfinished,
      sourceOf: unfinished,
      uploadAgain: unfinished,
    },
    dispose: () => disposables.dispose(),
  };
}
