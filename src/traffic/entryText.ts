import * as l10n from '@vscode/l10n';
import type { ExchangeFacts, StreamError } from '../api/transport';
import { localTime, shownDuration, shownSize } from '../base/format';
import { plainText } from '../platform/plainText';
import type { AnsweredBy, SessionExchange } from '../service/sessionExchange';
import type { ShownSession } from '../service/sessionTraffic';
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
function streamErrorText(status: number | undefined, { httpStatus }: StreamError): string {
  return l10n.t('{0}, error {1}', status ?? '', httpStatus);
}

function streamErrorLine({ httpStatus, status }: StreamError): string {
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

export type SessionVerdict = AnsweredBy | 'bad' | 'left' | 'running';

export function sessionVerdict({
  progress,
  answeredBy,
  status = 0,
  streamError,
  isLeft,
}: SessionExchange): SessionVerdict {
  if (progress === 'running') return 'running';
  if (progress === 'lost') return 'left';
  if (answeredBy === 'miss') return 'miss';
  if (streamError) return 'bad';
  if (isLeft) return 'left';
  return answeredBy === undefined || status === 0 || status >= 400 ? 'bad' : answeredBy;
}

export function sessionRowText(exchange: SessionExchange): RowText {
  const { method, target, operation, model, durationMs } = exchange;
  const label = operation ?? `${method} ${target.split('?', 1)[0] ?? ''}`;
  const measures = [
    ...(model === undefined ? [] : [model]),
    resultText(exchange),
    ...(hasEnded(exchange)
      ? [
          // Comes first, because a narrow view truncates the end.
          answererText(exchange),
          shownDuration(durationMs),
          ...messagesText(exchange),
        ]
      : []),
  ];
  return { label, description: measures.join(' · '), spoken: [label, ...measures].join(', ') };
}

function hasEnded({ progress }: SessionExchange): boolean {
  return progress === 'ended';
}

function resultText({ progress, status, streamError, isLeft }: SessionExchange): string {
  if (progress === 'running') return l10n.t('running');
  if (progress === 'lost') return l10n.t('status unknown');
  if (streamError) return streamErrorText(status, streamError);
  if (isLeft) return l10n.t('client disconnected');
  return status === undefined ? l10n.t('no response') : String(status);
}

function messagesText({ messages }: SessionExchange): readonly string[] {
  if (!messages) return [];
  // Swapped to the app's perspective: the emulator counts what the emulator received and sent.
  const { received: sent, sent: received } = messages;
  return sent === 1
    ? [l10n.t('1 message sent, {0} received', received)]
    : [l10n.t('{0} messages sent, {1} received', sent, received)];
}

function answererText({ answeredBy, mock }: SessionExchange): string {
  switch (answeredBy) {
    case 'mock':
      return mock === undefined ? l10n.t('mock') : l10n.t('mock {0}', mock);
    case 'engine':
      return l10n.t('emulator');
    case 'recording':
      return l10n.t('recording');
    case 'upstream':
      return l10n.t('upstream API');
    case 'miss':
      return l10n.t('no recording');
    default:
      return l10n.t('rejected');
  }
}

function answeredText(exchange: SessionExchange): string {
  switch (exchange.answeredBy) {
    case 'miss':
      return l10n.t('No response because no recording matches.');
    case undefined:
      return l10n.t('Rejected before processing.');
    default:
      return l10n.t('Response source: {0}', answererText(exchange));
  }
}

export function sessionFacts(exchange: SessionExchange): readonly string[] {
  const { model, startedAt, durationMs, mock, nearest, answeredBy } = exchange;
  const lines = [
    model === undefined ? undefined : l10n.t('Model: {0}', model),
    hasEnded(exchange) ? answeredText(exchange) : undefined,
    mock === undefined || answeredBy === 'mock' ? undefined : l10n.t('Mock: {0}', mock),
    ...(answeredBy === 'miss'
      ? [
          nearest === undefined
            ? l10n.t('No similar recording')
            : l10n.t('Closest recording: {0}', nearest),
        ]
      : []),
    l10n.t('Started: {0}', localTime(startedAt, { milliseconds: true })),
    hasEnded(exchange) ? l10n.t('Duration: {0}', shownDuration(durationMs)) : undefined,
    l10n.t('Result: {0}', resultText(exchange)),
    exchange.streamError && streamErrorLine(exchange.streamError),
    ...messagesText(exchange),
  ];
  return lines.filter((line) => line !== undefined).map(plainText);
}

export function sessionText({
  label,
  session,
  entries,
  isFollowed,
}: ShownSession): RowText & { readonly tooltip: string } {
  const missing = entries.filter(({ answeredBy }) => answeredBy === 'miss').length;
  const counts = [
    entries.length === 0
      ? l10n.t('no requests yet')
      : entries.length === 1
        ? l10n.t('1 request')
        : l10n.t('{0} requests', entries.length),
    ...(missing > 0 ? [l10n.t('{0} missing', missing)] : []),
    ...(isFollowed ? [] : [l10n.t('not updating')]),
  ];
  const tooltip = [
    l10n.t('Requests from apps in “{0}” to the built-in emulator', label),
    l10n.t('Session: {0}', session),
    ...(isFollowed
      ? []
      : [
          l10n.t(
            'New requests won’t appear because the emulator is stopped or is off for this folder.',
          ),
        ]),
  ];
  const name = l10n.t('{0}: Terminals and Debugging', label);
  return {
    label: name,
    description: counts.join(' · '),
    spoken: [name, ...counts].join(', '),
    tooltip: tooltip.join('\n'),
  };
}
