import * as vscode from 'vscode';
import { lazy, lazyFunctions } from '../base/async';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { distinct, Emitter } from '../base/event';
import type { CommandHandlers } from '../catalog/commands';
import { contextKey, type ContextKeys, PREFIX, TRAFFIC_VIEW } from '../catalog/ids';
import type { FlagSetting } from '../catalog/settings';
import type { Host } from '../platform/host';
import type { Connections } from '../service/connection';
import type { Services } from '../service/services';
import type { TrafficLog } from '../service/trafficLog';
import { pauseWhileHidden, throttled } from './changes';
import type { TrafficNode } from './trafficNodes';
import type { RunsPanels } from './runsPanels';
import type { TrafficCommand } from './trafficCommands';

interface TrafficRoom extends Disposable {
  readonly handlers: CommandHandlers<TrafficCommand | 'clearTraffic' | 'showRuns'>;
  readonly runs: () => Promise<RunsPanels>;
}

const COMMANDS = [
  'openExchange',
  'saveRecording',
  'compareWithNearest',
  'showNearest',
  'showLedger',
] as const satisfies readonly TrafficCommand[];

const SETTING: FlagSetting = 'traffic.enabled';
const VIEW_PACE = 100;
const MODEL_CALL = /generateContent$|^interactions\.create/i;

export function registerTraffic(host: Host, services: Services): TrafficRoom {
  const { traffic, connections } = services;
  const disposables = new DisposableStore();
  const tree = disposables.add(new TrafficTree(traffic, connections));
  const view = disposables.add(
    vscode.window.createTreeView(TRAFFIC_VIEW, { treeDataProvider: tree }),
  );
  const changes = throttled(traffic.onDidChange, systemClock, VIEW_PACE);
  disposables.add(pauseWhileHidden(changes, view)(() => tree.refresh()));
  // VS Code caches tooltips, which contain connection names.
  disposables.add(pauseWhileHidden(connections.onDidChange, view)(() => tree.refresh()));
  disposables.add(traffic.onDidChange(distinct(() => hasRows(traffic), setHasTraffic)));
  disposables.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${PREFIX}.${SETTING}`) && !traffic.isOn) traffic.clear();
    }),
  );
  const runs = lazy(async () => {
    const { RunsPanels: Panels } = await import('./runsPanels');
    return disposables.add(new Panels(host, services));
  });
  // Facts are collected before the panel opens, since the log drops requests.
  disposables.add(
    traffic.onDidChange(
      distinct(
        () => asksModels(traffic),
        (isUsed) => {
          if (isUsed) void runs();
        },
      ),
    ),
  );
  return {
    runs,
    handlers: {
      showRuns: async (target) => await (await runs()).show(target),
      clearTraffic: () => traffic.clear(),
      ...lazyFunctions(COMMANDS, async () =>
        (await import('./trafficCommands')).trafficCommands(host, services),
      ),
    },
    dispose: () => disposables.dispose(),
  };
}

function setHasTraffic(hasTraffic: ContextKeys['hasTraffic']): void {
  void vscode.commands.executeCommand('setContext', contextKey('hasTraffic'), hasTraffic);
}

const rows = lazy(() => import('./trafficRows'));

/** Shows requests of apps by session, then requests of the window, newest first. Row rendering loads lazily. */
class TrafficTree implements vscode.TreeDataProvider<TrafficNode>, Disposable {
  readonly #traffic: TrafficLog;
  readonly #connections: Connections;
  readonly #changed = new Emitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(traffic: TrafficLog, connections: Connections) {
    this.#traffic = traffic;
    this.#connections = connections;
  }

  refresh(): void {
    this.#changed.fire();
  }

  async getChildren(node?: TrafficNode): Promise<TrafficNode[]> {
    return hasRows(this.#traffic) ? (await rows()).childrenOf(this.#traffic, node) : [];
  }

  async getTreeItem(node: TrafficNode): Promise<vscode.TreeItem> {
    return (await rows()).toTreeItem(node);
  }

  async resolveTreeItem(item: vscode.TreeItem, node: TrafficNode): Promise<vscode.TreeItem> {
    const { setTooltip, tooltipOf } = await rows();
    const nameOf = (id: string): string | undefined => this.#connections.find(id)?.name;
    setTooltip(item, tooltipOf(node, this.#traffic, nameOf));
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** Whether a request of an app, or one of the window to a model, is shown. */
function asksModels({ entries, sessions }: TrafficLog): boolean {
  const isCall = MODEL_CALL.test(entries.at(-1)?.name ?? '');
  return isCall || sessions.some((session) => session.entries.length > 0);
}

function hasRows({ entries, sessions }: TrafficLog): boolean {
  return entries.length + sessions.length > 0;
}
