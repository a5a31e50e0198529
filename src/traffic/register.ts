import * as vscode from 'vscode';
import { lazy } from '../base/async';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { distinct, Emitter } from '../base/event';
import type { CommandHandlers } from '../catalog/commands';
import { contextKey, type ContextKeys, PREFIX, TRAFFIC_VIEW } from '../catalog/ids';
import type { FlagSetting } from '../catalog/settings';
import type { ExchangeTarget } from '../catalog/ref';
import type { Host } from '../platform/host';
import type { Connections } from '../service/connection';
import type { Services } from '../service/services';
import type { TrafficEntry, TrafficLog } from '../service/trafficLog';
import { pauseWhileHidden, throttled } from './changes';

type TrafficCommand = 'openExchange' | 'clearTraffic' | 'showLedger';

export interface TrafficRoom extends Disposable {
  readonly handlers: CommandHandlers<TrafficCommand>;
}

const SETTING: FlagSetting = 'traffic.enabled';
// Milliseconds between two changes of what is shown.
const VIEW_PACE = 100;
const LEDGER_PACE = 250;

/** The view of the last requests, and the ledger of every host. */
export function registerTraffic(host: Host, { traffic, connections }: Services): TrafficRoom {
  const { documents, redact } = host;
  const { l10n } = vscode;
  const disposables = new DisposableStore();
  const tree = disposables.add(new TrafficTree(traffic, connections));
  const view = disposables.add(
    vscode.window.createTreeView(TRAFFIC_VIEW, { treeDataProvider: tree }),
  );
  const changes = throttled(traffic.onDidChange, systemClock, VIEW_PACE);
  disposables.add(pauseWhileHidden(changes, view)(() => tree.refresh()));
  // VS Code keeps the tooltips of rows, and those name connections.
  disposables.add(pauseWhileHidden(connections.onDidChange, view)(() => tree.refresh()));
  disposables.add(traffic.onDidChange(distinct(() => traffic.entries.length > 0, setHasTraffic)));
  disposables.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${PREFIX}.${SETTING}`) && !traffic.isOn) traffic.clear();
    }),
  );
  return {
    handlers: {
      async openExchange(target) {
        if (!target) return;
        const { showExchange } = await import('./exchangeDocument');
        await showExchange({ traffic, connections, documents, l10n, redact }, target.exchange);
      },
      clearTraffic: () => traffic.clear(),
      async showLedger() {
        const { ledgerText } = await import('./ledgerText');
        await documents.show({
          name: l10n.t('Network Ledger.md'),
          read: () => redact(ledgerText(traffic, l10n)),
          onDidChange: throttled(traffic.onDidChange, systemClock, LEDGER_PACE),
        });
      },
    },
    dispose: () => disposables.dispose(),
  };
}

function setHasTraffic(hasTraffic: ContextKeys['hasTraffic']): void {
  void vscode.commands.executeCommand('setContext', contextKey('hasTraffic'), hasTraffic);
}

/** A row, and what commands on it are called with. */
export interface TrafficNode extends ExchangeTarget {
  readonly entry: TrafficEntry;
}

const rows = lazy(() => import('./trafficItem'));

/** The last requests, newest first. What draws them loads with the first of them. */
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

  getChildren(node?: TrafficNode): TrafficNode[] {
    if (node) return [];
    return this.#traffic.entries.map((entry) => ({ exchange: entry.id, entry })).reverse();
  }

  async getTreeItem({ entry }: TrafficNode): Promise<vscode.TreeItem> {
    return (await rows()).toTreeItem(entry);
  }

  async resolveTreeItem(item: vscode.TreeItem, { entry }: TrafficNode): Promise<vscode.TreeItem> {
    const { setTooltip, tooltipOf } = await rows();
    const context = {
      nameOf: (id: string) => this.#connections.find(id)?.name,
      entries: this.#traffic.entries,
      l10n: vscode.l10n,
    };
    setTooltip(item, tooltipOf(entry, context));
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
