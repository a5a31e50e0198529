import * as l10n from '@vscode/l10n';
import { STATUS_CODES } from 'node:http';
import { isOperationId, operationRow } from '../api/operations';
import { MARK, redact } from '../api/redact';
import { isStream } from '../api/request';
import type { Recording } from '../api/recording';
import { omitSecretFields } from '../api/schema/secrets';
import { AppError } from '../base/errors';
import { distinct } from '../base/event';
import { fence } from '../base/format';
import { tryParse } from '../base/json';
import { escapeLine } from '../platform/plainText';
import type { TextDocuments } from '../platform/textDocuments';
import { revealingParts } from '../recordings/secrets';
import type { Connections } from '../service/connection';
import type { SessionExchange, SessionWire } from '../service/sessionExchange';
import { findProgram, type SessionEntry } from '../service/sessionTraffic';
import type { TrafficEntry, TrafficLog } from '../service/trafficLog';
import { type EntryContext, factLines, sessionFacts, sessionRowText } from './entryText';
import { exchangeActions, ownUses, programUses } from './exchangeUses';

interface ShowExchangeDeps {
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

function headBlock(line: string, headers: Recording['requestHeaders']): string {
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

function frameLines(frames: Recording['frames']): readonly string[] {
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

/**
 * Opens a request of the window or an app with its response. Throws `AppError` if the request is no longer retained.
 */
export async function openExchange(parts: ShowExchangeDeps, id: number): Promise<void> {
  const { traffic, documents, redact: clean, isTrusted } = parts;
  const entry = findProgram(traffic, id);
  if (!entry) {
    await showExchange(parts, id);
    return;
  }
  // Shows the last known state once the request is no longer retained.
  let last = entry;
  const current = (): SessionEntry => (last = findProgram(traffic, id) ?? last);
  const { label } = sessionRowText(entry);
  await documents.show({
    name: `${label.replaceAll(/[^\w.-]+/g, '-')}.md`,
    read: () => clean(sessionExchangeText(current())),
    ...(entry.progress !== 'ended' && {
      onDidChange: (tell) => traffic.onDidChange(distinct(current, () => tell())),
    }),
    get actions() {
      return exchangeActions(id, programUses(current()), isTrusted);
    },
  });
}

export function sessionExchangeText(entry: SessionEntry): string {
  const facts = sessionFacts(entry).map((line) => `- ${escapeLine(line)}`);
  const { wire } = entry;
  const text = [
    `# ${escapeLine(sessionRowText(entry).label)}`,
    facts.join('\n'),
    `## ${l10n.t('Request')}`,
    headBlock(`${entry.method} ${entry.target}`, entry.headers),
    ...(wire ? wireText(entry, wire) : [missingBodyReason(entry)]),
  ];
  const secrets = wire ? revealingParts(wire.secrets) : [];
  return redact(`${text.join('\n\n')}\n`, secrets);
}

function missingBodyReason({ messages, progress, isCut }: SessionExchange): string {
  if (progress === 'running') return l10n.t('Bodies are shown after the request completes.');
  if (progress === 'lost') {
    return l10n.t(
      'Bodies aren’t available. The emulator or the connection to it stopped early, or traffic recording was off.',
    );
  }
  if (messages) return l10n.t('Messages of Live API sessions aren’t stored.');
  return isCut
    ? l10n.t('Bodies aren’t stored because together they exceed 8 MB.')
    : l10n.t(
        'Bodies aren’t available because the request started before its folder was monitored.',
      );
}

function wireText(entry: SessionEntry, wire: SessionWire): readonly string[] {
  const { upload, request, answerHeaders, pieces } = wire;
  const { status } = entry;
  const [asked, answered] = messagesOf(entry);
  const answer = Buffer.concat(pieces.map(({ bytes }) => bytes));
  return [
    ...(upload ? [fence(JSON.stringify(upload, undefined, 2), 'json')] : []),
    ...retainedText(request, asked),
    `## ${l10n.t('Response')}`,
    ...(status === undefined
      ? [l10n.t('No response was received.')]
      : [headBlock(`${status} ${STATUS_CODES[status] ?? ''}`.trim(), answerHeaders)]),
    ...retainedText(answer, answered),
    ...(entry.isLeft ? [l10n.t('The app disconnected before the response was complete.')] : []),
    ...(pieces.filter(({ bytes }) => bytes.length > 0).length > 1
      ? [`## ${l10n.t('Frames')}`, fence(framesOf(wire).join('\n'), 'text')]
      : []),
  ];
}

function framesOf({ pieces }: SessionWire): readonly string[] {
  const frames = pieces.map(({ ms, bytes }) => ({ atMs: ms, bytes: bytes.length }));
  return frameLines(frames);
}

/** Returns the request and response message types, whose secret fields must be redacted. */
function messagesOf({ operation = '' }: SessionExchange): readonly (string | undefined)[] {
  if (!isOperationId(operation)) return [];
  const { body, response } = operationRow(operation);
  return [body, response];
}

const SHOWN = 256 * 1024;

function retainedText(bytes: Buffer, message: string | undefined): readonly string[] {
  const text = bytes.toString('utf8', 0, SHOWN);
  const clean = message === undefined ? text : omitSecretFields(text, message, MARK);
  return bodyText({ text: clean, isCut: bytes.length > SHOWN });
}
