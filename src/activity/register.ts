import * as vscode from 'vscode';
import { lazy } from '../base/async';
import { systemClock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { CommandHandlers, CommandName } from '../catalog/commands';
import { ACTIVITY_VIEW } from '../catalog/ids';
import type { ActivityTarget } from '../catalog/ref';
import type { Activity, ActivityActionKind } from '../platform/activity';
import type { Host } from '../platform/host';
import type { SessionClients } from '../service/clients';
import type { Services } from '../service/services';
import type { LoadedActivity } from './createActivity';

const OFFERS = {
  undoActivity: 'undo',
  openActivity: 'open',
  pauseActivity: 'pause',
  resumeActivity: 'resume',
  retryActivity: 'retry',
  copyActivityUri: 'copyUri',
  askActivity: 'ask',
} as const satisfies { readonly [name in CommandName]?: ActivityActionKind };

type Offer = keyof typeof OFFERS;
type ActivityCommand = 'cancelActivity' | Offer | 'clearActivity';

export interface ActivityRoom extends Disposable {
  readonly handlers: CommandHandlers<ActivityCommand>;
  readonly activity: Activity;
  load(): Promise<LoadedActivity>;
}

/** Delay after startup before resuming jobs of earlier windows, in ms. */
const LOOK_AFTER = 2000;

/**
 * Registers the jobs view. Its contents load with the first running job.
 * @param isInFront whether the tab of a conversation is visible
 */
export function registerActivity(
  host: Host,
  services: Services,
  sessions: SessionClients,
  isInFront: (conversation: string) => boolean,
): ActivityRoom {
  const disposables = new DisposableStore();
  const jobs = vscode.Uri.joinPath(host.context.globalStorageUri, 'jobs');
  const changed = disposables.add(new Emitter<ActivityTarget[] | undefined>());
  let loaded: LoadedActivity | undefined;
  const view = disposables.add(
    vscode.window.createTreeView<ActivityTarget>(ACTIVITY_VIEW, {
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: (row) => (row ? [] : loaded?.rows()),
        getTreeItem: async (row) => (await load()).item(row),
      },
    }),
  );
  const load: () => Promise<LoadedActivity> = lazy(async () => {
    const { createActivity } = await import('./createActivity');
    const draw = (rows?: ActivityTarget[]): void => changed.fire(rows);
    const shared = { host, services, sessions, view, jobs, draw, isInFront };
    loaded = disposables.add(createActivity(shared));
    return loaded;
  });
  disposables.add(
    systemClock.schedule(LOOK_AFTER, () => {
      resume(jobs, load).catch((error: unknown) => host.log.error(`activity: ${String(error)}`));
    }),
  );
  return {
    load,
    handlers: {
      async cancelActivity(target) {
        if (target) (await load()).list.find(target.activity)?.cancel?.();
      },
      ...offers(async (target, kind) => {
        if (target) await (await load()).list.run(target.activity, kind);
      }),
      clearActivity: async () => (await load()).list.clear(),
    },
    activity: {
      run: async (title, work) => await (await load()).run(title, work),
      follow: async (operation) => await (await load()).follow(operation),
      track: async (entry) => await (await load()).track(entry),
    },
    dispose: () => disposables.dispose(),
  };
}

function offers(
  run: (target: ActivityTarget | undefined, kind: ActivityActionKind) => Promise<void>,
): CommandHandlers<Offer> {
  const handlers = Object.entries(OFFERS).map(([name, kind]) => [
    name,
    (target?: ActivityTarget) => run(target, kind),
  ]);
  return Object.fromEntries(handlers) as CommandHandlers<Offer>;
}

/** Loads the view only if there are jobs to resume. */
async function resume(jobs: vscode.Uri, load: () => Promise<LoadedActivity>): Promise<void> {
  const { FolderStore } = await import('../platform/files');
  const names = await new FolderStore(jobs.fsPath).list();
  if (names.some((name) => /^\w+\.json$/.test(name))) await (await load()).resume();
}
