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
  load(): Promise<LoadedFiles>;
}

/** Delay after activation until uploads of earlier windows are resumed, in ms. */
const RESUME_AFTER = 2000;

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

/** Resumes unfinished uploads of earlier windows, if any. */
async function resume({ context }: Host, load: () => Promise<LoadedFiles>): Promise<void> {
  const { FolderStore } = await import('../platform/files');
  const folder = new FolderStore(join(context.globalStorageUri.fsPath, UPLOADS_FOLDER));
  const names = await folder.list();
  if (names.some((name) => /^\w+\.\w+\.json$/.test(name)))
    await (await load()).context.queue.resume();
}
