import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { distinct } from '../base/event';
import type { CommandHandlers } from '../catalog/commands';
import {
  contextKey,
  type ContextKeys,
  type FlagSetting,
  PREFIX,
  TRAFFIC_VIEW,
} from '../catalog/ids';
import type { Host } from '../platform/host';
import type { Services } from '../service/services';
import { coalesced } from './coalesced';
import { TrafficTree } from './trafficTree';
import { whileVisible } from './whileVisible';

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
  const changes = coalesced(traffic.onDidChange, systemClock, VIEW_PACE);
  disposables.add(whileVisible(changes, view)(() => tree.refresh()));
  // VS Code keeps the tooltips of rows, and those name connections.
  disposables.add(whileVisible(connections.onDidChange, view)(() => tree.refresh()));
  disposables.add(traffic.onDidChange(distinct(() => traffic.entries.length > 0, tellHasTraffic)));
  disposables.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${PREFIX}.${SETTING}`) && !traffic.isOn) traffic.clear();
    }),
  );
  return {
    handlers: {
      async openExchange(target) {
        if (!target) return;
        const { showExchange } = await import('./showExchange');
        await showExchange({ traffic, connections, documents, l10n, redact }, target.exchange);
      },
      clearTraffic: () => traffic.clear(),
      async showLedger() {
        const { ledgerText } = await import('./ledgerText');
        await documents.show({
          name: l10n.t('Network Ledger.md'),
          read: () => redact(ledgerText(traffic, l10n)),
          onDidChange: coalesced(traffic.onDidChange, systemClock, LEDGER_PACE),
        });
      },
    },
    dispose: () => disposables.dispose(),
  };
}

function tellHasTraffic(hasTraffic: ContextKeys['hasTraffic']): void {
  void vscode.commands.executeCommand('setContext', contextKey('hasTraffic'), hasTraffic);
}
