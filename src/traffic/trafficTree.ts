import * as vscode from 'vscode';
import { lazy } from '../base/async';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { ExchangeTarget } from '../catalog/ref';
import type { Connections } from '../service/connection';
import type { TrafficEntry, TrafficLog } from '../service/trafficLog';

/** A row, and what commands on it are called with. */
export interface TrafficNode extends ExchangeTarget {
  readonly entry: TrafficEntry;
}

const rows = lazy(() => import('./trafficItem'));

/** The last requests, newest first. What draws them loads with the first of them. */
export class TrafficTree implements vscode.TreeDataProvider<TrafficNode>, Disposable {
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
