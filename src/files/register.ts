import { lazy } from '../base/async';
import { systemClock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { errorMessage } from '../base/errors';
import type { FileTarget } from '../base/fileTarget';
import type { CommandHandlers } from '../catalog/commands';
import type { SettingName } from '../catalog/ids';
import type { ResourceRef } from '../catalog/ref';
import type { Activity } from '../platform/activity';
import type { Host } from '../platform/host';
import type { Uploads } from '../platform/localFiles';
import type { Services } from '../service/services';
import type { LoadedFiles } from './createFiles';
import { resourceCommands, type FileCommand, type ResourceCommand } from './fileCommands';

/** What the user's own settings say. */
export interface UserSettings {
  read(name: SettingName): unknown;
}

export interface FilesRegistered extends Disposable {
  readonly handlers: CommandHandlers<FileCommand>;
  readonly uploads: Uploads;
  /** All of it; loads with the first call. */
  load(): Promise<LoadedFiles>;
}

/** Milliseconds after the start until uploads of earlier windows are looked for. */
const LOOK_AFTER = 2000;

/** Files of the user on their way to the service, and what is done with them there. Loads with the first use. */
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
  const flow =
    (name: ResourceCommand) =>
    async (clicked?: ResourceRef, selected?: readonly ResourceRef[]): Promise<void> => {
      const { flows } = await import('./flows');
      const run = await flows[name]();
      await run((await load()).room, chosen(clicked, selected));
    };
  disposables.add(
    systemClock.schedule(LOOK_AFTER, () => {
      resume(host, load).catch((error: unknown) => host.log.error(`files: ${errorMessage(error)}`));
    }),
  );
  return {
    load,
    handlers: {
      ...(Object.fromEntries(resourceCommands.map((name) => [name, flow(name)])) as CommandHandlers<
        Exclude<ResourceCommand, 'deleteStale'>
      >),
      deleteStale: flow('deleteStale'),
      async uploadFiles(clicked?: FileTarget, selected?: readonly FileTarget[]) {
        const { loadUploadFiles } = await import('./flows');
        const run = await loadUploadFiles();
        await run((await load()).room, chosen(clicked, selected));
      },
    },
    uploads: {
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

/** Takes up what was not finished, where there is any. */
async function resume({ context }: Host, load: () => Promise<LoadedFiles>): Promise<void> {
  const { hasUnfinished } = await import('./jobs/hasUnfinished');
  if (await hasUnfinished(context.globalStorageUri.fsPath))
    await (await load()).room.queue.resume();
}
