import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore, toDisposable } from '../base/disposable';
import { CancelledError } from '../base/errors';
import { distinct } from '../base/event';
import { commandId, type CommandName } from '../catalog/commands';
import { contextKey, type ContextKeys } from '../catalog/ids';
import type { ActivityTarget, ResourceRef } from '../catalog/ref';
import type { Activity } from '../platform/activity';
import { FolderStore } from '../platform/files';
import type { Host } from '../platform/host';
import { plainText } from '../platform/plainText';
import { steppedProgress } from '../platform/progress';
import { treeItem } from '../platform/treeRows';
import type { SessionClients } from '../service/clients';
import type { Services } from '../service/services';
import { type ActivityEntry, ActivityList, ActivityTree, isFinished } from './activityList';
import { JobFollower } from './jobFollower';
import { jobFolder } from './jobs';
import { type ShowNotice, createRun, rowText } from './runActivity';

interface ActivityDeps {
  readonly host: Host;
  readonly services: Services;
  readonly sessions: SessionClients;
  readonly view: vscode.TreeView<ActivityTarget>;
  readonly jobs: vscode.Uri;
  readonly draw: (rows?: ActivityTarget[]) => void;
  readonly isInFront: (conversation: string) => boolean;
}

/** The part that loads lazily, not needed for an empty view. */
export interface LoadedActivity extends Activity, Disposable {
  readonly list: ActivityList;
  rows(): ActivityTarget[];
  item(row: ActivityTarget): vscode.TreeItem;
  resume(): Promise<void>;
}

export function createActivity({
  host,
  services,
  sessions,
  view,
  jobs,
  draw,
  isInFront,
}: ActivityDeps): LoadedActivity {
  const { log, prompts } = host;
  const clock = systemClock;
  const disposables = new DisposableStore();
  const closing = new AbortController();
  const list = disposables.add(new ActivityList(clock));
  const tree = disposables.add(new ActivityTree(list, view, clock, draw));
  disposables.add(list.onDidChange(distinct(() => list.hasEnded, setHasActivity)));
  disposables.add(list.onDidChange(distinct(() => list.running, showBadge(view))));
  disposables.add(toDisposable(() => closing.abort(new CancelledError())));
  const follower = new JobFollower({
    list,
    services,
    sessions,
    clock,
    log,
    prompts,
    isInFront,
    jobs: jobFolder(new FolderStore(jobs.fsPath), log),
    closing: closing.signal,
    commands: {
      open: (ref) => execute('open', ref),
      showLoss: (ref) => execute('showLoss', ref),
      openResults: (ref) => execute('openResults', ref),
      openInteraction: (ref) => execute('openInteraction', ref),
      cancelOperation: (ref) => execute('cancelOperation', ref),
      cancelBatch: (ref) => execute('cancelBatch', ref),
      cancelInteraction: (ref) => execute('cancelInteraction', ref),
    },
  });
  return {
    list,
    run: createRun({ list, showNotice, closing: closing.signal }),
    follow: follower.follow,
    track: (entry) => Promise.resolve(list.track(entry)),
    resume: () => follower.resume(),
    rows: () => tree.rows(),
    item({ activity }) {
      const entry = list.find(activity);
      // Removed since VS Code requested the rows.
      return entry ? activityItem(entry, clock.now()) : treeItem({ label: '' });
    },
    dispose: () => disposables.dispose(),
  };
}

async function execute(name: CommandName, ref: ResourceRef): Promise<void> {
  await vscode.commands.executeCommand(commandId(name), ref);
}

function setHasActivity(hasActivity: ContextKeys['hasActivity']): void {
  void vscode.commands.executeCommand('setContext', contextKey('hasActivity'), hasActivity);
}

function showBadge(view: vscode.TreeView<ActivityTarget>): (running: number) => void {
  return (running) => {
    const tooltip = running === 1 ? l10n.t('1 job running') : l10n.t('{0} jobs running', running);
    view.badge = running === 0 ? undefined : { value: running, tooltip };
  };
}

function activityItem(entry: ActivityEntry, now: number): vscode.TreeItem {
  const { label, description, spoken } = rowText(entry, now);
  const item = treeItem({ label, description, spoken, tooltip: tooltip(entry) });
  item.id = entry.id;
  item.iconPath = icon(entry);
  item.contextValue = contextWords(entry);
  if (entry.actions.some(({ kind }) => kind === 'open')) {
    const target: ActivityTarget = { activity: entry.id };
    const title = l10n.t('Open');
    item.command = { command: commandId('openActivity'), title, arguments: [target] };
  }
  return item;
}

/** Plain text, because a label or error may be wider than the view. */
function tooltip({ title, startedAt, end, pause }: ActivityEntry): string {
  const began = l10n.t('Started at {0}.', new Date(startedAt).toLocaleString(vscode.env.language));
  const why = end?.kind === 'failed' ? end : pause;
  const lines = [title, why?.reason ?? '', why?.hint ?? ''].filter((line) => line !== '');
  return [...lines.map(plainText), began].join('\n');
}

function icon({ end, pause }: ActivityEntry): vscode.ThemeIcon {
  if (pause) return new vscode.ThemeIcon('debug-pause');
  switch (end?.kind) {
    case undefined:
      return new vscode.ThemeIcon('sync~spin');
    case 'done':
      return new vscode.ThemeIcon('pass', new vscode.ThemeColor('charts.green'));
    case 'cancelled':
      return new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground'));
    case 'failed':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
  }
}

function contextWords(entry: ActivityEntry): string {
  const { cancel, actions } = entry;
  const canCancel = cancel !== undefined && !isFinished(entry);
  const can = [...(canCancel ? ['cancel'] : []), ...actions.map(({ kind }) => kind)];
  return ['activity', ...can.map((verb) => `can:${verb}`)].join(' ');
}

const showNotice: ShowNotice = (title, onCancel, work) => {
  void steppedProgress(title, async (signal, tell) => {
    signal.addEventListener('abort', onCancel);
    await work(tell);
  });
};
