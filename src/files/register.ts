import { join } from 'node:path';
import { lazy } from '../base/async';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { errorMessage } from '../base/errors';
import type { CommandHandlers } from '../catalog/commands';
import type { Activity } from '../platform/activity';
import type { Host } from '../platform/host';
import type { Uploads } from '../platform/localFiles';
import type { Services } from '../service/services';
import { type FilesCommand, UPLOADS_FOLDER, type UserSettings } from './context';
import type { LoadedFiles } from './createFiles';

type FileCommandName =
  | 'uploadFiles'
  | 'uploadAgain'
  | 'downloadFile'
  | 'copyUri'
  | 'deleteStale'
  | 'uploadToStore'
  | 'fillStore'
  | 'importFiles'
  | 'addToStore'
  | 'moveToStore'
  | 'uploadToEnvironment'
  | 'fillEnvironment'
  | 'saveFilesAs';

export interface FilesRegistered extends Disposable {
  readonly handlers: CommandHandlers<FileCommandName>;
  readonly uploads: Uploads;
  /** All of it; loads with the first call. */
  load(): Promise<LoadedFiles>;
}

const environments = () => import('./environments/uploadToEnvironment');

/** Milliseconds after activation until uploads of earlier windows are resumed. */
const RESUME_AFTER = 2000;

/** Uploads, and the commands on files of the service. Everything loads with its first use. */
export function registerFiles(
  host: Host,
  services: Services,
  activity: Activity,
  settings: UserSettings,
): FilesRegistered {
  const disposables = new DisposableStore();
  const load = lazy(async () => {
    const { createFiles } = await import('./createFiles');
    return disposables.add(createFiles({ host, services, activity, settings }));
  });
  const handler =
    <T>(loadCommand: () => Promise<FilesCommand<T>>) =>
    async (clicked?: T, selected?: readonly T[]): Promise<void> => {
      const run = await loadCommand();
      await run((await load()).context, chosen(clicked, selected));
    };
  disposables.add(
    systemClock.schedule(RESUME_AFTER, () => {
      resume(host, load).catch((error: unknown) => host.log.error(`files: ${errorMessage(error)}`));
    }),
  );
  return {
    load,
    handlers: {
      uploadFiles: handler(async () => (await import('./uploadFiles')).uploadFiles),
      uploadAgain: handler(async () => (await import('./uploadAgain')).uploadAgain),
      downloadFile: handler(async () => (await import('./serviceFiles')).downloadFile),
      copyUri: handler(async () => (await import('./serviceFiles')).copyUri),
      deleteStale: handler(async () => (await import('./serviceFiles')).deleteStale),
      uploadToStore: handler(async () => (await import('./stores/uploadToStore')).uploadToStore),
      fillStore: handler(async () => (await import('./stores/uploadToStore')).fillStore),
      importFiles: handler(async () => (await import('./stores/importFiles')).importFiles),
      addToStore: handler(async () => (await import('./stores/importFiles')).addToStore),
      uploadToEnvironment: handler(async () => (await environments()).uploadToEnvironment),
      fillEnvironment: handler(async () => (await environments()).fillEnvironment),
      saveFilesAs: handler(async () => (await import('./environments/saveFilesAs')).saveFilesAs),
      moveToStore: handler(async () => (await import('./stores/moveCorpus')).moveToStore),
    },
    uploads: {
      uploadInto: async (...args) => await (await load()).uploads.uploadInto(...args),
      inspect: async (target) => await (await load()).uploads.inspect(target),
      ignored: async (targets) => await (await load()).uploads.ignored(targets),
      pick: async () => await (await load()).uploads.pick(),
      upload: async (...args) => await (await load()).uploads.upload(...args),
      sourceOf: async (...args) => await (await load()).uploads.sourceOf(...args),
      uploadAgain: async (...args) => await (await load()).uploads.uploadAgain(...args),
    },
    dispose: () => disposables.dispose(),
  };
}

/** VS Code hands over what was clicked, and all that are selected where that is one of them. */
function chosen<T>(clicked: T | undefined, selected: readonly T[] | undefined): readonly T[] {
  if (selected && selected.length > 0) return selected;
  return clicked === undefined ? [] : [clicked];
}

/** Resumes the uploads that earlier windows did not finish, where there are any. */
async function resume({ context }: Host, load: () => Promise<LoadedFiles>): Promise<void> {
  const { FolderStore } = await import('../platform/files');
  const folder = new FolderStore(join(context.globalStorageUri.fsPath, UPLOADS_FOLDER));
  const names = await folder.list();
  if (names.some((name) => /^\w+\.\w+\.json$/.test(name)))
    await (await load()).context.queue.resume();
}
