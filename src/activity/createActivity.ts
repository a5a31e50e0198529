import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore, toDisposable } from '../base/disposable';
import { CancelledError } from '../base/errors';
import { distinct } from '../base/event';
import type { ActivityTarget, ResourceRef } from '../catalog/ref';
import { commandId, type CommandName } from '../catalog/commands';
import { contextKey, type ContextKeys } from '../catalog/ids';
import type { Activity } from '../platform/activity';
import { FolderStore } from '../platform/files';
import type { Host } from '../platform/host';
import { treeItem } from '../platform/treeRows';
import type { Services } from '../service/services';
import { activityItem } from './activityItem';
import { ActivityList } from './activityList';
import { ActivityTree } from './activityTree';
import { Follower } from './jobs/follower';
import { JobFiles } from './jobs/jobFiles';
import { createRun } from './runActivity';
import { showNotice } from './showNotice';

export interface ActivityParts {
  readonly host: Host;
  readonly services: Services;
  readonly view: vscode.TreeView<ActivityTarget>;
  readonly jobs: vscode.Uri;
  /** Draws rows anew; all of them without any. */
  readonly draw: (rows?: ActivityTarget[]) => void;
}

/** All of the activities that is not needed to show an empty view. */
export interface LoadedActivity extends Activity, Disposable {
  readonly list: ActivityList;
  rows(): ActivityTarget[];
  item(row: ActivityTarget): vscode.TreeItem;
  resume(): Promise<void>;
}

export function createActivity({
  host,
  services,
  view,
  jobs,
  draw,
}: ActivityParts): LoadedActivity {
  const { log, prompts } = host;
  const { l10n } = vscode;
  const clock = systemClock;
  const disposables = new DisposableStore();
  const closing = new AbortController();
  const list = disposables.add(new ActivityList(clock));
  const tree = disposables.add(new ActivityTree(list, view, clock, draw));
  disposables.add(list.onDidChange(distinct(() => list.hasEnded, tellHasActivity)));
  disposables.add(list.onDidChange(distinct(() => list.running, showBadge(view))));
  disposables.add(toDisposable(() => closing.abort(new CancelledError())));
  const files = new JobFiles(new FolderStore(jobs.fsPath), log);
  const follower = new Follower({
    ...{ files, list, services, clock, log, prompts, l10n },
    closing: closing.signal,
    commands: {
      open: (ref) => execute('open', ref),
      showLoss: (ref) => execute('showLoss', ref),
      cancel: (ref) => execute('cancelOperation', ref),
    },
  });
  return {
    list,
    run: createRun({ list, showNotice, l10n, closing: closing.signal }),
    follow: follower.follow,
    track: (entry) => Promise.resolve(list.track(entry)),
    resume: () => follower.resume(),
    rows: () => tree.rows(),
    item({ activity }) {
      const entry = list.find(activity);
      // Taken away since VS Code asked for the rows.
      return entry ? activityItem(entry, clock.now()) : treeItem({ label: '' });
    },
    dispose: () => disposables.dispose(),
  };
}

async function execute(name: CommandName, ref: ResourceRef): Promise<void> {
  await vscode.commands.executeCommand(commandId(name), ref);
}

function tellHasActivity(hasActivity: ContextKeys['hasActivity']): void {
  void vscode.commands.executeCommand('setContext', contextKey('hasActivity'), hasActivity);
}

function showBadge(view: vscode.TreeView<ActivityTarget>): (running: number) => void {
  return (running) => {
    const tooltip =
      running === 1
        ? vscode.l10n.t('1 activity runs')
        : vscode.l10n.t('{0} activities run', running);
    view.badge = running === 0 ? undefined : { value: running, tooltip };
  };
}
