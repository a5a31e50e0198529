import { localTime, shownDuration } from '../base/format';
import type { L10n } from '../platform/l10n';
import { plainText } from '../platform/plainText';
import type { TrafficEntry } from '../service/trafficLog';
import { outcomeText } from './outcomeText';

/** What is known of a request beside the entry itself. */
export interface EntryContext {
  /** Name of a connection; undefined where it is gone. */
  readonly nameOf: (connection: string) => string | undefined;
  /** All requests that are kept, oldest first. */
  readonly entries: readonly TrafficEntry[];
  readonly l10n: L10n;
}

/** All facts about a request, one a line, each after what it is called. */
export function factLines(entry: TrafficEntry, context: EntryContext): readonly string[] {
  const { host, proxy, version, status, durationMs, startedAt, bytesSent, bytesReceived } = entry;
  const { l10n } = context;
  const result = outcomeText(entry, l10n);
  const attempt = attemptOf(entry, context.entries);
  const lines = [
    entry.connection === undefined
      ? undefined
      : l10n.t('Connection: {0}', context.nameOf(entry.connection) ?? l10n.t('removed meanwhile')),
    l10n.t('Host: {0}', host),
    proxy === undefined ? undefined : l10n.t('Proxy: {0}', proxy),
    version === undefined ? undefined : l10n.t('Version: {0}', version),
    l10n.t('Started: {0}', localTime(startedAt, { milliseconds: true })),
    l10n.t('Took: {0}', shownDuration(durationMs, l10n)),
    status === undefined
      ? l10n.t('Result: {0}', result)
      : l10n.t('Result: status {0}, {1}', status, result),
    l10n.t('Bytes of the bodies: {0} sent, {1} received', bytesSent, bytesReceived),
    attempt > 1 ? l10n.t('Attempt: {0}', attempt) : undefined,
  ];
  return lines.filter((line) => line !== undefined).map(plainText);
}

/** The same request goes out again where a call is repeated, or where somebody sends it again. */
function attemptOf({ id, recording }: TrafficEntry, entries: readonly TrafficEntry[]): number {
  if (!recording) return 1;
  const same = entries.filter((one) => one.recording?.request === recording.request);
  return same.filter((one) => one.id <= id).length;
}
