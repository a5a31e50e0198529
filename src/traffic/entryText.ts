import * as l10n from '@vscode/l10n';
import type { ExchangeFacts, StreamError } from '../api/transport';
import { localTime, shownDuration, shownSize } from '../base/format';
import { plainText } from '../platform/plainText';
import type { TrafficEntry } from '../service/trafficLog';

export interface RowText {
  readonly label: string;
  readonly description: string;
  readonly spoken: string;
}

export function rowText(entry: TrafficEntry): RowText {
  const { name, status, outcome, durationMs, bytesReceived, streamError } = entry;
  const isAnswered = outcome === 'answered' && status !== undefined;
  const measures = [
    shownDuration(durationMs),
    ...(bytesReceived === 0 ? [] : [shownSize(bytesReceived)]),
    ...eventMeasure(entry),
  ];
  const result = streamError
    ? streamErrorText(status, streamError)
    : isAnswered
      ? String(status)
      : outcomeText(entry);
  const spokenResult = isAnswered && status >= 400 ? l10n.t('error {0}', status) : result;
  return {
    label: name,
    description: [result, ...measures].join(' · '),
    spoken: [name, spokenResult, ...measures].join(', '),
  };
}

/** Shown instead of a successful HTTP status if the stream failed later. */
export function streamErrorText(status: number | undefined, { httpStatus }: StreamError): string {
  return l10n.t('{0}, error {1}', status ?? '', httpStatus);
}

export function streamErrorLine({ httpStatus, status }: StreamError): string {
  return l10n.t('Stream failed: {0} {1}', httpStatus, status);
}

function eventMeasure({ recording }: TrafficEntry): readonly string[] {
  const counts = recording?.events?.counts;
  if (!counts) return [];
  const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return [count === 1 ? l10n.t('1 event') : l10n.t('{0} events', count)];
}

export function countsText(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([type, count]) => `${count} ${type}`).join(', ');
}

export interface EntryContext {
  readonly nameOf: (connection: string) => string | undefined;
  readonly entries: readonly TrafficEntry[];
}

export function factLines(entry: TrafficEntry, context: EntryContext): readonly string[] {
  const { host, proxy, version, status, durationMs, startedAt, bytesSent, bytesReceived } = entry;
  const result = outcomeText(entry);
  const attempt = attemptOf(entry, context.entries);
  const counts = entry.recording?.events?.counts;
  const lines = [
    entry.connection === undefined
      ? undefined
      : l10n.t('Connection: {0}', context.nameOf(entry.connection) ?? l10n.t('removed')),
    l10n.t('Host: {0}', host),
    proxy === undefined ? undefined : l10n.t('Proxy: {0}', proxy),
    version === undefined ? undefined : l10n.t('API version: {0}', version),
    l10n.t('Started: {0}', localTime(startedAt, { milliseconds: true })),
    l10n.t('Duration: {0}', shownDuration(durationMs)),
    status === undefined
      ? l10n.t('Result: {0}', result)
      : l10n.t('Result: status {0}, {1}', status, result),
    l10n.t(
      'Body size: {0} bytes sent, {1} bytes received',
      ...[bytesSent, bytesReceived].map((bytes) => bytes.toLocaleString('en')),
    ),
    entry.streamError && streamErrorLine(entry.streamError),
    counts && l10n.t('Events: {0}', countsText(counts)),
    attempt > 1 ? l10n.t('Attempt: {0}', attempt) : undefined,
  ];
  return lines.filter((line) => line !== undefined).map(plainText);
}

/** Returns the 1-based attempt number; retries and resends share the request object. */
function attemptOf({ id, recording }: TrafficEntry, entries: readonly TrafficEntry[]): number {
  if (!recording) return 1;
  const same = entries.filter((one) => one.recording?.request === recording.request);
  return same.filter((one) => one.id <= id).length;
}

export type RequestStatus = 'good' | 'bad' | 'cancelled';

/** Returns the request status for the icon. API errors and network errors have the same status. */
export function requestStatus({
  outcome,
  status = 0,
  streamError,
}: ExchangeFacts & Pick<TrafficEntry, 'streamError'>): RequestStatus {
  // The stream reader stops at the error, so the outcome is `cancelled`.
  if (streamError) return 'bad';
  if (outcome === 'cancelled') return 'cancelled';
  return outcome === 'answered' && status < 400 ? 'good' : 'bad';
}

function outcomeText({ outcome }: ExchangeFacts): string {
  switch (outcome) {
    case 'answered':
      return l10n.t('completed');
    case 'cancelled':
      return l10n.t('canceled');
    case 'failed':
      return l10n.t('failed');
    case 'unreachable':
      return l10n.t('host unreachable');
    case 'dns':
      return l10n.t('host not found');
    case 'refused':
      return l10n.t('connection refused');
    case 'certificate':
      return l10n.t('untrusted certificate');
    case 'proxy':
      return l10n.t('proxy error');
    case 'timeout':
      return l10n.t('timed out');
    case 'idle':
      return l10n.t('stalled');
    case 'reset':
      return l10n.t('connection reset');
    case 'incomplete':
      return l10n.t('truncated');
    case 'empty':
      return l10n.t('empty response');
    case 'notJson':
      return l10n.t('not an API response');
    case 'tooLarge':
      return l10n.t('too large');
    case 'redirect':
      return l10n.t('redirect rejected');
    case 'badCredential':
      return l10n.t('invalid credential');
  }
}
