import { join } from 'node:path';
import { lazy, lazyFunctions } from '../base/async';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { errorMessage } from '../base/errors';
import type { CommandHandlers } from '../catalog/commands';
import type { Activity } from '../platform/activity';
import type { Host } from '../platform/host';
import type { Uploads } from '../platform/localFiles';
import type { Services } from '../service/services';
import { FILE_COMMANDS, type FileCommandName, UPLOADS_FOLDER, type UserSettings } from './context';
import type { LoadedFiles } from './createFiles';

const UPLOADS = [
  'uploadInto',
  'inspect',
  'ignored',
  'pick',
  'upload',
  'sourceOf',
  'uploadAgain',
] as const satisfies readonly (keyof Uploads)[];

export interface FilesRegistered extends Disposable {
  readonly handlers: CommandHandlers<FileCommandName>;
  readonly uploads: Uploads;
  /** All of it; loads with the first call. */
  load(): Promise<LoadedFiles>;
}

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
  disposables.add(
    systemClock.schedule(RESUME_AFTER, () => {
      resume(host, load).catch((error: unknown) => host.log.error(`files: ${errorMessage(error)}`));
    }),
  );
  return {
    load,
    handlers: lazyFunctions(FILE_COMMANDS, async () =>
      (await import('./commands')).fileHandlers(async () => (await load()).context),
    ),
    uploads: lazyFunctions(UPLOADS, async () => (await load()).uploads),
    dispose: () => disposables.dispose(),
  };
}

/** Resumes the uploads that earlier windows did not finish, where there are any. */
async function resume({ context }: Host, load: () => Promise<LoadedFiles>): Promise<void> {
  const { FolderStore } = await import('../platform/files');
  const folder = new FolderStore(join(context.globalStorageUri.fsPath, UPLOADS_FOLDER));
  const names = await folder.list();
  if (names.some((name) => /^\w+\.\w+\.json$/.test(name)))
    await (await load()).context.queue.resume();
}
