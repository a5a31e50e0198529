import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import type { CommandHandlers } from '../catalog/commands';
import type { Host } from '../platform/host';
import type { Services } from '../service/services';
import { throttled } from './changes';

export type TrafficCommand =
  | 'openExchange'
  | 'saveRecording'
  | 'compareWithNearest'
  | 'showNearest'
  | 'showLedger';

// Minimum time between updates of the open contacted hosts document, in ms.
const LEDGER_PACE = 250;

export function trafficCommands(
  { documents, prompts, redact, report }: Host,
  { traffic, connections }: Services,
): CommandHandlers<TrafficCommand> {
  return {
    async openExchange(target) {
      if (!target) return;
      const { openExchange } = await import('./exchangeDocument');
      const { isTrusted } = vscode.workspace;
      const deps = { traffic, connections, documents, redact, isTrusted };
      await openExchange(deps, target.exchange);
    },
    async saveRecording(target) {
      if (!target) return;
      const { saveRecording } = await import('./saveRecording');
      const onError = (error: unknown): void => void report('traffic', error);
      await saveRecording({ traffic, connections, prompts, onError }, target.exchange);
    },
    async compareWithNearest(target) {
      if (!target) return;
      const { compareWithNearest } = await import('./saveRecording');
      await compareWithNearest({ traffic, documents, prompts, redact }, target.exchange);
    },
    async showNearest(target) {
      if (!target) return;
      const { showNearest } = await import('./saveRecording');
      await showNearest({ traffic, documents, prompts, redact }, target.exchange);
    },
    async showLedger() {
      const { ledgerText } = await import('./ledgerText');
      await documents.show({
        name: l10n.t('Contacted Hosts.md'),
        read: () => redact(ledgerText(traffic)),
        onDidChange: throttled(traffic.onDidChange, systemClock, LEDGER_PACE),
      });
    },
  };
}
