import * as l10n from '@vscode/l10n';
import { STATUS_CODES } from 'node:http';
import { isStream } from '../api/request';
import type { Recording } from '../api/recording';
import { AppError } from '../base/errors';
import { fence } from '../base/format';
import { tryParse } from '../base/json';
import { escapeLine } from '../platform/escapeLine';
import type { TextDocuments } from '../platform/textDocuments';
import type { Connections } from '../service/connection';
import type { TrafficEntry, TrafficLog } from '../service/trafficLog';
import { type EntryContext, factLines } from './entryText';
import { exchangeActions, ownUses } from './exchangeUses';

export interface ShowExchangeDeps {
  readonly traffic: TrafficLog;
  readonly connections: Connections;
  readonly documents: TextDocuments;
  /** Redacts every secret used in this window. */
  readonly redact: (text: string) => string;
  readonly isTrusted: boolean;
}

/** Opens a request and its response. Throws `AppError` (`noExchange`) if the request is no longer retained. */
export async function showExchange(parts: ShowExchangeDeps, id: number): Promise<void> {
  const { traffic, connections, documents, redact, isTrusted } = parts;
  const entry = traffic.find(id);
  if (!entry) {
    throw new AppError('noExchange', l10n.t('This request is no longer available.'), {
      hint: l10n.t('The Traffic view was cleared or contains only newer requests.'),
    });
  }
  const nameOf = (connection: string): string | undefined => connections.find(connection)?.name;
  await documents.show({
    name: `${entry.name}.md`,
    onDidChange: connections.onDidChange,
    read: () => redact(exchangeText(entry, { nameOf, entries: traffic.entries })),
    actions: exchangeActions(id, ownUses(entry), isTrusted),
  });
}

export function exchangeText(entry: TrafficEntry, context: EntryContext): string {
  const facts = factLines(entry, context).map((line) => `- ${escapeLine(line)}`);
  const { recording } = entry;
  const rest = recording
    ? [...requestBlocks(recording), ...responseBlocks(entry, recording)]
    : [fence(`${entry.method} ${entry.path}`, 'http'), notRecordedReason(entry)];
  return `${[`# ${entry.name}`, facts.join('\n'), ...rest].join('\n\n')}\n`;
}

function requestBlocks(recording: Recording): readonly string[] {
  const { requestLine, requestHeaders, requestText: text, isCut } = recording;
  return [
    `## ${l10n.t('Request')}`,
    headBlock(requestLine, requestHeaders),
    ...bodyText({ text, isCut: isCut.request }),
  ];
}

function responseBlocks(entry: TrafficEntry, recording: Recording): readonly string[] {
  const title = `## ${l10n.t('Response')}`;
  const { status } = entry;
  if (status === undefined) return [title, l10n.t('No response was received.')];
  const { responseHeaders, responseText: text, isCut } = recording;
  const line = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return [
    title,
    headBlock(line, responseHeaders),
    ...bodyText({ text, isCut: isCut.response }),
    ...(entry.outcome === 'answered' ? [] : [l10n.t('The response is incomplete.')]),
    ...timesOf(recording),
  ];
}

function timesOf({ request, events, frames }: Recording): readonly string[] {
  if (!isStream(request) || frames.length === 0) return [];
  const lines = events ? eventLines(events) : frameLines(frames);
  return [`## ${events ? l10n.t('Events') : l10n.t('Frames')}`, fence(lines.join('\n'), 'text')];
}

export function headBlock(line: string, headers: Recording['requestHeaders']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return fence([line, ...lines].join('\n'), 'http');
}

function notRecordedReason({ connection, version }: TrafficEntry): string {
  return connection === undefined && version === undefined
    ? l10n.t('Headers and bodies aren’t stored because requests of this kind can contain secrets.')
    : l10n.t(
        'Headers and bodies weren’t stored because the setting generativeLanguage.traffic.enabled was off.',
      );
}

interface KeptBody {
  readonly text: string;
  readonly isCut: boolean;
}

// NUL, or the replacement character for invalid UTF-8.
const BINARY = /[\0\ufffd]/;
// A UTF-8 sequence truncated at the end isn't binary.
const HALF = /\ufffd{1,3}$/;

/** Renders a body as Markdown: formatted JSON, other text unchanged, and a note for binary data. */
export function bodyText({ text, isCut }: KeptBody): readonly string[] {
  if (text === '') return isCut ? [l10n.t('The body isn’t stored.')] : [];
  const whole = isCut ? text.replace(HALF, '') : text;
  if (BINARY.test(whole)) return [l10n.t('The body isn’t shown because it isn’t text.')];
  const pretty = prettyJson(whole);
  const body =
    pretty === undefined ? fence(lines(whole), languageOf(whole)) : fence(pretty, 'json');
  return isCut ? [body, l10n.t('Only the start of the body is stored.')] : [body];
}

function lines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function languageOf(text: string): string {
  return /^\s*[{[]/.test(text) ? 'json' : 'text';
}

const TOKENS = /"[^"\\]*(?:\\[^][^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

// Maximum depth, because indentation grows quadratically with nesting.
const MAX_DEPTH = 100;

/**
 * Formats JSON without parsing values, so that numbers, escapes, and property order stay.
 * Undefined if invalid or nested too deeply.
 */
export function prettyJson(text: string): string | undefined {
  if (tryParse(text) === undefined) return undefined;
  const parts: string[] = [];
  let depth = 0;
  let before = '';
  for (const [token] of text.matchAll(TOKENS)) {
    const closes = token === '}' || token === ']';
    const opened = before === '{' || before === '[';
    if (closes) depth -= 1;
    const breaks = opened ? !closes : closes || before === ',';
    if (breaks) parts.push('\n', '  '.repeat(depth));
    parts.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') depth += 1;
    if (depth > MAX_DEPTH) return undefined;
    before = token;
  }
  return parts.join('');
}

const MAX_EVENTS = 200;

export function frameLines(frames: Recording['frames']): readonly string[] {
  const shown = frames.slice(0, MAX_EVENTS);
  const sizes = aligned(shown.map(({ bytes }) => String(bytes)));
  const times = timesText(shown);
  const lines = times.map((at, index) => l10n.t('{0} ms  {1} B', at, sizes[index] ?? ''));
  return withRest(lines, frames.length);
}

function eventLines({ times, counts }: NonNullable<Recording['events']>): readonly string[] {
  const shown = times.slice(0, MAX_EVENTS);
  const lines = timesText(shown).map((at, index) =>
    l10n.t('{0} ms  {1}', at, shown[index]?.type ?? ''),
  );
  const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return withRest(lines, count);
}

function timesText(shown: readonly { readonly atMs: number }[]): readonly string[] {
  return aligned(shown.map(({ atMs }) => `+${Math.round(atMs)}`));
}

function aligned(texts: readonly string[]): readonly string[] {
  const width = texts.reduce((widest, text) => Math.max(widest, text.length), 0);
  return texts.map((text) => text.padStart(width));
}

function withRest(lines: readonly string[], count: number): readonly string[] {
  const left = count - lines.length;
  return left === 0 ? lines : [...lines, l10n.t('… and {0} more', left)];
}
