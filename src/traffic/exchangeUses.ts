import * as l10n from '@vscode/l10n';
import { commandId } from '../catalog/commands';
import type { LensTexts } from '../platform/textDocuments';
import { isUnmatched } from '../service/comparableRequest';
import { programRequest } from '../service/programRequest';
import type { SessionExchange } from '../service/sessionExchange';
import type { TrafficEntry } from '../service/trafficLog';
import { isSavable as isOwnSavable } from './ownExchange';
import { hasNearest, isSavable } from './programExchange';

type ExchangeUse = 'recorded' | 'copyable' | 'asksModel' | 'savable' | 'missed' | 'nearest';

const ASKS_MODEL = /[gG]enerateContent$/;

export function ownUses(entry: TrafficEntry): readonly ExchangeUse[] {
  const { name, recording } = entry;
  return [
    ...(recording ? (['recorded'] as const) : []),
    ...(recording && ASKS_MODEL.test(name) ? (['asksModel'] as const) : []),
    ...(isOwnSavable(entry) ? (['savable'] as const) : []),
  ];
}

export function programUses(entry: SessionExchange): readonly ExchangeUse[] {
  const isCopyable = programRequest(entry) !== undefined;
  return [
    ...(isCopyable ? (['copyable'] as const) : []),
    ...(isCopyable && ASKS_MODEL.test(entry.operation ?? '') ? (['asksModel'] as const) : []),
    ...(isSavable(entry) ? (['savable'] as const) : []),
    ...(isUnmatched(entry) ? (['missed'] as const) : []),
    ...(hasNearest(entry) ? (['nearest'] as const) : []),
  ];
}

export function exchangeActions(
  exchange: number,
  uses: readonly ExchangeUse[],
  isTrusted: boolean,
): readonly LensTexts[] {
  const at = { arguments: [{ exchange }] };
  const actions: LensTexts[] = [];
  if (uses.includes('nearest')) {
    const compare = l10n.t('Compare with Closest Recording');
    actions.push({ icon: 'diff', title: compare, command: commandId('compareWithNearest'), ...at });
    const show = l10n.t('Open Closest Recording');
    actions.push({ icon: 'open-preview', title: show, command: commandId('showNearest'), ...at });
  }
  if (isTrusted && uses.includes('missed')) {
    const title = l10n.t('Create Mock');
    actions.push({ icon: 'list-ordered', title, command: commandId('makeMissedRule'), ...at });
  }
  if (isTrusted && uses.includes('asksModel')) {
    const title = l10n.t('Save as Test Case…');
    actions.push({ icon: 'beaker', title, command: commandId('saveExchangeCase'), ...at });
  }
  if (uses.includes('savable')) {
    const title = l10n.t('Save as Recording');
    actions.push({ icon: 'save', title, command: commandId('saveRecording'), ...at });
  }
  return actions;
}
