import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { commandId } from '../catalog/commands';
import { ACTIVITY_VIEW } from '../catalog/ids';
import type { Activity } from '../platform/activity';
import { FolderStore } from '../platform/files';
import type { Host } from '../platform/host';
import { notificationProgress } from '../platform/progress';
import { showBriefly } from '../platform/statusBar';
import { type Uploads, vscodeLocalFiles } from '../platform/localFiles';
import { vscodeLocalFolders } from '../platform/localFolder';
import type { Services } from '../service/services';
import { createUploads } from './createUploads';
import { createQueue } from './uploadQueue';
import { isProcessAlive } from '../platform/fileLock';
import { newId } from './uploadJob';
import { UPLOADS_FOLDER, type FilesContext, type UploadQueue, type UserSettings } from './context';
import { REMEMBERED_FOLDER, RememberedFiles } from './rememberedFiles';
import { vscodeUserFiles } from './vscodeUserFiles';

interface FilesDeps {
  readonly host: Host;
  readonly services: Services;
  readonly activity: Activity;
  readonly settings: UserSettings;
}

export interface LoadedFiles extends Disposable {
  readonly context: FilesContext;
  readonly uploads: Uploads;
  /** For tests: opens another queue on the same folder, like a second window. */
  openQueue(): UploadQueue;
}

export function createFiles({ host, services, activity, settings }: FilesDeps): LoadedFiles {
  const { prompts, system, documents, log, report, context: extension } = host;
  const disposables = new DisposableStore();
  const clock = systemClock;
  const storage: FilesContext['storage'] = (folder) =>
    new FolderStore(vscode.Uri.joinPath(extension.globalStorageUri, folder).fsPath);
  const shared: Omit<FilesContext, 'queue'> = {
    services,
    prompts,
    system,
    documents,
    log,
    report,
    activity,
    clock,
    storage,
    localFiles: vscodeLocalFiles,
    localFolders: vscodeLocalFolders,
    progress: notificationProgress,
    userFiles: vscodeUserFiles(system),
    remembered: new RememberedFiles({ files: storage(REMEMBERED_FOLDER), clock, log }),
    secrets: extension.secrets,
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
    showStatus: (text) => showBriefly(text),
  };
  const openQueue = (): UploadQueue =>
    disposables.add(
      createQueue({
        ...shared,
        files: storage(UPLOADS_FOLDER),
        window: { id: newId(), pid: process.pid, isAlive: isProcessAlive },
      }),
    );
  const context: FilesContext = { ...shared, queue: openQueue() };
  return {
    context,
    uploads: createUploads(context),
    openQueue,
    dispose: () => disposables.dispose(),
  };
}
