import { fence } from '../base/fence';
import { STATUS_CODES } from 'node:http';
import { operationRow } from '../api/operations';
import type { Recording } from '../api/recording';
import type { L10n } from '../platform/l10n';
import type { TrafficEntry } from '../service/trafficLog';
import { bodyText } from './bodyText';
import { factLines, type EntryContext } from './factLines';
import { frameLines } from './frameLines';

/** One request and its answer as Markdown: what is known of it, and what was on the wire. */
export function exchangeText(entry: TrafficEntry, context: EntryContext): string {
  const { l10n } = context;
  const facts = factLines(entry, context).map((line) => `- ${withoutLinks(line)}`);
  const { recording } = entry;
  const rest = recording
    ? [...requestBlocks(recording, l10n), ...responseBlocks(entry, recording, l10n)]
    : [fence(`${entry.method} ${entry.path}`, 'http'), whyNotRecorded(entry, l10n)];
  return `${[`# ${entry.name}`, facts.join('\n'), ...rest].join('\n\n')}\n`;
}

function requestBlocks(recording: Recording, l10n: L10n): readonly string[] {
  const { requestLine, requestHeaders, requestText: text, isCut } = recording;
  return [
    `## ${l10n.t('Request')}`,
    headBlock(requestLine, requestHeaders),
    ...bodyText({ text, isCut: isCut.request }, l10n),
  ];
}

function responseBlocks(entry: TrafficEntry, recording: Recording, l10n: L10n): readonly string[] {
  const title = `## ${l10n.t('Response')}`;
  const { status } = entry;
  if (status === undefined) return [title, l10n.t('No answer came.')];
  const { responseHeaders, responseText: text, isCut, frames } = recording;
  const line = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return [
    title,
    headBlock(line, responseHeaders),
    ...bodyText({ text, isCut: isCut.response }, l10n),
    ...(entry.outcome === 'answered' ? [] : [l10n.t('The answer ended before it was whole.')]),
    ...(isStream(recording) && frames.length > 0
      ? [`## ${l10n.t('Frames')}`, fence(frameLines(frames, l10n).join('\n'), 'text')]
      : []),
  ];
}

/** It is read as it stands for the most part, so that only what could become a link or HTML is marked. */
function withoutLinks(line: string): string {
  return line.replace(/[[<]/g, '\\$&');
}

function headBlock(line: string, headers: Recording['requestHeaders']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return fence([line, ...lines].join('\n'), 'http');
}

function isStream({ request: { operation } }: Recording): boolean {
  return operation !== 'discovery' && operationRow(operation).stream === true;
}

function whyNotRecorded({ connection, version }: TrafficEntry, l10n: L10n): string {
  return connection === undefined && version === undefined
    ? l10n.t('Headers and bodies are not kept: a request like this one can have secrets in them.')
    : l10n.t(
        'Headers and bodies are not kept: the setting generativeLanguage.traffic.enabled was off when it was sent.',
      );
}
