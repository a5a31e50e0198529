import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { commandId } from '../catalog/commands';
import { ACTIVITY_VIEW } from '../catalog/ids';
import type { Activity } from '../platform/activity';
import { FolderStore } from '../platform/files';
import type { Host } from '../platform/host';
import { notificationProgress } from '../platform/progress';
import { tellBriefly } from '../platform/statusBar';
import { type Uploads, vscodeLocalFiles } from '../platform/localFiles';
import type { Services } from '../service/services';
import { createUploads } from './createUploads';
import { createQueue } from './jobs/createQueue';
import { UPLOADS_FOLDER } from './jobs/hasUnfinished';
import { isProcessAlive } from './jobs/isProcessAlive';
import { newId } from './jobs/job';
import type { UploadQueue } from './jobs/queue';
import { createRemembered, REMEMBERED_FOLDER } from './rememberedFiles';
import type { FilesRoom } from './room';
import type { UserSettings } from './register';
import { vscodeUserFiles } from './vscodeUserFiles';

export interface FilesParts {
  readonly host: Host;
  readonly services: Services;
  readonly activity: Activity;
  readonly settings: UserSettings;
}

export interface LoadedFiles extends Disposable {
  readonly room: FilesRoom;
  readonly uploads: Uploads;
  /** For tests: another queue over the same folder, as another window has one. */
  openQueue(): UploadQueue;
}

/** All of the room, in VS Code. */
export function createFiles({ host, services, activity, settings }: FilesParts): LoadedFiles {
  const { prompts, system, documents, log, report, context } = host;
  const disposables = new DisposableStore();
  const clock = systemClock;
  const storage: FilesRoom['storage'] = (folder) =>
    new FolderStore(vscode.Uri.joinPath(context.globalStorageUri, folder).fsPath);
  const shared: Omit<FilesRoom, 'queue'> = {
    ...{ services, prompts, system, documents, log, report, activity, clock, storage },
    l10n: vscode.l10n,
    localFiles: vscodeLocalFiles,
    progress: notificationProgress,
    userFiles: vscodeUserFiles,
    remembered: createRemembered({ files: storage(REMEMBERED_FOLDER), clock, log }),
    secrets: context.secrets,
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
    tell: (text) => tellBriefly(text),
  };
  const openQueue = (): UploadQueue =>
    disposables.add(
      createQueue({
        ...shared,
        files: storage(UPLOADS_FOLDER),
        window: { id: newId(), pid: process.pid, isAlive: isProcessAlive },
      }),
    );
  const room: FilesRoom = { ...shared, queue: openQueue() };
  return {
    room,
    uploads: createUploads(room),
    openQueue,
    dispose: () => disposables.dispose(),
  };
}
