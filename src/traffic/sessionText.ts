import * as l10n from '@vscode/l10n';
import { localTime, shownDuration } from '../base/format';
import { plainText } from '../platform/plainText';
import type { AnsweredBy, SessionExchange } from '../service/sessionExchange';
import type { ShownSession } from '../service/sessionTraffic';
import { type RowText, streamErrorLine, streamErrorText } from './entryText';

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
