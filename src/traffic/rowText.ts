import { shownDuration, shownSize } from '../base/format';
import type { L10n } from '../platform/l10n';
import type { TrafficEntry } from '../service/trafficLog';
import { outcomeText, verdictOf } from './outcomeText';

/** What the row of a request says. */
export interface RowText {
  readonly label: string;
  readonly description: string;
  /** For who hears it: with what the icon shows. */
  readonly spoken: string;
}

export function rowText(entry: TrafficEntry, l10n: L10n): RowText {
  const { name, status, outcome, durationMs, bytesReceived } = entry;
  const isAnswered = outcome === 'answered' && status !== undefined;
  const measures = [
    shownDuration(durationMs, l10n),
    ...(bytesReceived === 0 ? [] : [shownSize(bytesReceived, l10n)]),
  ];
  const result = isAnswered ? String(status) : outcomeText(entry, l10n);
  const spokenResult =
    isAnswered && verdictOf(entry) === 'bad' ? l10n.t('error {0}', status) : result;
  return {
    label: name,
    description: [result, ...measures].join(' · '),
    spoken: [name, spokenResult, ...measures].join(', '),
  };
}
