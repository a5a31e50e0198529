import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import type { CommandHandlers } from '../catalog/commands';
import type { Host } from '../platform/host';
import type { Services } from '../service/services';
import { throttled } from './changes';
import type { MissedRules } from './missedRequest';

export type TrafficCommand =
  | 'openExchange'
  | 'saveRecording'
  | 'makeMissedRule'
  | 'compareWithNearest'
  | 'showNearest'
  | 'showLedger';

// Milliseconds between two changes of the ledger while it is read.
const LEDGER_PACE = 250;

/** What is done with rows of the traffic, and the ledger. */
export function trafficCommands(
  { documents, prompts, redact, report }: Host,
  { traffic, connections }: Services,
  rules: MissedRules,
): CommandHandlers<TrafficCommand> {
  const { l10n } = vscode;
  return {
    async openExchange(target) {
      if (!target) return;
      const { openExchange } = await import('./sessionDocument');
      const { isTrusted } = vscode.workspace;
      const deps = { traffic, connections, documents, l10n, redact, isTrusted };
      await openExchange(deps, target.exchange);
    },
    async saveRecording(target) {
      if (!target) return;
      const { saveRecording } = await import('./saveRecording');
      const onError = (error: unknown): void => void report('traffic', error);
      await saveRecording({ traffic, connections, prompts, l10n, onError }, target.exchange);
    },
    async makeMissedRule(target) {
      if (!target) return;
      const { missedIn } = await import('./missedRequest');
      const { missed, folder } = missedIn(traffic, target.exchange, l10n);
      await rules.makeMissedRule(missed, folder);
    },
    async compareWithNearest(target) {
      if (!target) return;
      const { compareWithNearest } = await import('./nearestRecording');
      await compareWithNearest({ traffic, documents, prompts, l10n, redact }, target.exchange);
    },
    async showNearest(target) {
      if (!target) return;
      const { showNearest } = await import('./nearestRecording');
      await showNearest({ traffic, documents, prompts, l10n, redact }, target.exchange);
    },
    async showLedger() {
      const { ledgerText } = await import('./ledgerText');
      await documents.show({
        name: l10n.t('Network Ledger.md'),
        read: () => redact(ledgerText(traffic, l10n)),
        onDidChange: throttled(traffic.onDidChange, systemClock, LEDGER_PACE),
      });
    },
  };
}
