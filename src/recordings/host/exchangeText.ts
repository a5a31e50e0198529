import * as l10n from '@vscode/l10n';
import { camelCased } from '../../api/schema/scalars';
import { STATUS_CODES } from 'node:http';
import { errorEnvelope, decodeErrorEnvelope } from '../../api/errors/decode';
import { shownSize, shownDuration, fence } from '../../base/format';
import {
  textAt,
  objectAt,
  type JsonValue,
  type JsonObject,
  items,
  isObject,
} from '../../base/json';
import { plainLines, escapeLine } from '../../platform/plainText';
import type { RecordedRequest, RecordedResponse, Exchange, Body } from '../exchange';
import { turnsText, textBlock, partsText, jsonBlock, summaryLine } from './contentText';
import { toModelExchange, type ModelExchange } from './modelExchange';

interface ExchangeContext {
  readonly ignored: readonly string[];
  readonly title?: string;
  readonly notes?: readonly string[];
}

export function exchangeText(exchange: Exchange, context: ExchangeContext): string {
  const { operation, request, answer } = exchange;
  const { ignored, title, notes = [] } = context;
  const spoken = toModelExchange(exchange);
  const facts = factLines(exchange, spoken).map((line) => `- ${line}`);
  return `${[
    `# ${escapeLine(title ?? operation)}`,
    ...notes,
    facts.join('\n'),
    `## ${l10n.t('Request')}`,
    ...(spoken ? askedOfModel(spoken.request) : askedText(request)),
    `## ${l10n.t('Responses')}`,
    ...answerText(answer, spoken),
    ...eventsText(answer),
    ...ignoredText(ignored),
  ].join('\n\n')}\n`;
}

function ignoredText(ignored: readonly string[]): readonly string[] {
  if (ignored.length === 0) return [];
  return [
    `## ${l10n.t('Ignored when matching requests')}`,
    ignored.map((one) => `- ${escapeLine(one)}`).join('\n'),
  ];
}

function targetText({ method, path, query }: RecordedRequest): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    values.map((value) => `${name}=${value}`),
  );
  return `${method} ${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

function factLines(
  { request, answer }: Exchange,
  spoken: ModelExchange | undefined,
): readonly string[] {
  const { status, stream } = answer;
  const line = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  const last = stream?.events.at(-1);
  const finish = finishOf(spoken);
  const failure = failureOf(answer);
  const usage = usageText(objectAt(spoken?.answer ?? {}, 'usageMetadata'));
  const lines = [
    l10n.t('Request: {0}', targetText(request)),
    spoken && spoken.model !== '' ? l10n.t('Model: {0}', spoken.model) : undefined,
    l10n.t('Status: {0}', line),
    stream &&
      l10n.t(
        'Stream: {0} in {1}',
        stream.events.length === 1 ? l10n.t('1 event') : l10n.t('{0} events', stream.events.length),
        shownDuration(last?.ms ?? 0),
      ),
    finish === '' ? undefined : l10n.t('Finish reason: {0}', finish),
    failure === undefined ? undefined : l10n.t('Failed with: {0}', failure),
    usage === '' ? undefined : l10n.t('Tokens: {0}', usage),
  ];
  return lines.filter((one) => one !== undefined).map(escapeLine);
}

/** Returns an error at the end of a stream with HTTP 200. */
function failureOf({ stream }: RecordedResponse): string | undefined {
  const data = stream?.events.at(-1)?.data;
  const envelope = data && 'json' in data ? errorEnvelope(data.json) : undefined;
  if (!envelope) return undefined;
  const { httpStatus, status, message } = decodeErrorEnvelope(envelope, undefined);
  return [httpStatus, status, message].join(' ');
}

function finishOf(spoken: ModelExchange | undefined): string {
  const { candidates, promptFeedback, status } = spoken?.answer ?? {};
  const reasons = items(candidates)
    .filter(isObject)
    .map((candidate) => textAt(candidate, 'finishReason'));
  const blocked = isObject(promptFeedback) ? textAt(promptFeedback, 'blockReason') : '';
  const ended = typeof status === 'string' ? status : '';
  return [...reasons, blocked, ended].filter((reason) => reason !== '').join(', ');
}

const SPOKEN = new Set(['contents', 'systemInstruction', 'content']);

function askedOfModel(request: JsonObject): readonly string[] {
  const { contents, systemInstruction, content } = request;
  const system = isObject(systemInstruction)
    ? [`### ${l10n.t('System Instruction')}`, ...partsText(partsIn(systemInstruction))]
    : [];
  const turns = [...items(contents), content].filter(isObject);
  const settings = settingLines(request).map((line) => `- ${escapeLine(line)}`);
  return [
    ...system,
    ...turnsText(turns),
    ...(settings.length > 0 ? [`### ${l10n.t('Settings')}`, settings.join('\n')] : []),
  ];
}

const partsIn = ({ parts }: JsonObject): readonly JsonObject[] => items(parts).filter(isObject);

function settingLines(request: JsonObject): readonly string[] {
  const walk = (value: JsonValue | undefined, path: string): readonly string[] => {
    if (value === undefined) return [];
    if (path === 'tools') return toolLines(value);
    if (!isObject(value) || /schema$/i.test(path) || Object.keys(value).length === 0) {
      return [`${path}: ${JSON.stringify(value)}`];
    }
    return Object.entries(value).flatMap(([name, item]) => walk(item, `${path}.${name}`));
  };
  return Object.entries(request).flatMap(([name, value]) =>
    SPOKEN.has(name) ? [] : walk(value, name),
  );
}

function toolLines(tools: JsonValue): readonly string[] {
  return items(tools)
    .filter(isObject)
    .flatMap(({ functionDeclarations, ...others }) => [
      ...items(functionDeclarations)
        .filter(isObject)
        .map((declared) => `tools: ${textAt(declared, 'name')}`),
      ...Object.keys(others).map((name) => `tools: ${name}`),
    ]);
}

function askedText({ body, upload }: RecordedRequest): readonly string[] {
  const sent = upload
    ? [
        escapeLine(
          l10n.t(
            'Upload: {0}, {1}, SHA-256 {2}',
            shownSize(upload.bytes),
            upload.mimeType,
            upload.sha256,
          ),
        ),
      ]
    : [];
  if (body.kind === 'json' && isObject(body.json)) {
    const message = camelCased(body.json);
    const asked = isObject(message.generateContentRequest)
      ? message.generateContentRequest
      : message;
    if (isObject(asked.content) || Array.isArray(asked.contents)) {
      return [...askedOfModel(asked), ...sent];
    }
  }
  const shown = bodyText(body);
  return [...sent, ...(shown.length === 0 && sent.length === 0 ? [l10n.t('No body')] : shown)];
}

function bodyText(body: Body): readonly string[] {
  switch (body.kind) {
    case 'none':
      return [];
    case 'json':
      return [jsonBlock(body.json)];
    case 'text':
      return [textBlock(body.text)];
    case 'bytes':
      return [l10n.t('{0} of binary data', shownSize(body.bytes.length))];
  }
}

function answerText(
  answer: RecordedResponse,
  spoken: ModelExchange | undefined,
): readonly string[] {
  const said = spoken?.answer;
  if (!said) {
    const shown = bodyText(answer.body);
    if (shown.length > 0) return shown;
    return answer.stream ? [] : [l10n.t('No body')];
  }
  const candidates = items(said.candidates).filter(isObject);
  const isOne = candidates.length === 1;
  const parts = candidates.flatMap((candidate, index) => [
    ...(isOne ? [] : [`### ${l10n.t('Candidate {0}', index + 1)}`]),
    ...partsText(partsIn(objectAt(candidate, 'content'))),
  ]);
  const feedback = isObject(said.promptFeedback) ? [jsonBlock(said.promptFeedback)] : [];
  const all = [...parts, ...feedback];
  return all.length > 0 ? all : [l10n.t('Empty response')];
}

const MAX_EVENTS = 200;

function eventsText({ stream }: RecordedResponse): readonly string[] {
  if (!stream || stream.events.length === 0) return [];
  const lines = stream.events.slice(0, MAX_EVENTS).map(({ ms, event, comment, data }) => {
    const gist = data ? ('json' in data ? summaryLine(data.json) : data.text) : (comment ?? '');
    const type = event === undefined || gist.startsWith(event) ? '' : `${event} `;
    return { at: `+${ms}`, text: `${type}${gist}` };
  });
  return [`## ${l10n.t('Events')}`, timedBlock(lines, stream.events.length)];
}

/** Formats lines and times as a code block. @param count total number of lines */
export function timedBlock(
  lines: readonly { readonly at: string; readonly text: string }[],
  count: number,
): string {
  const width = Math.max(...lines.map(({ at }) => at.length));
  const shown = lines.map(({ at, text }) => l10n.t('{0} ms  {1}', at.padStart(width), text));
  const rest = count > lines.length ? [l10n.t('… and {0} more', count - lines.length)] : [];
  return fence(plainLines([...shown, ...rest].join('\n')), 'text');
}

export const USAGE: readonly (readonly [own: string, written: string])[] = [
  ['promptTokenCount', 'prompt'],
  ['candidatesTokenCount', 'output'],
  ['thoughtsTokenCount', 'thoughts'],
  ['cachedContentTokenCount', 'cached'],
  ['toolUsePromptTokenCount', 'tools'],
];

/** Formats token counts, such as “5 in, 175 out, 180 in all”. Empty if none. */
function usageText(usage: JsonObject): string {
  const { totalTokenCount, ...others } = usage;
  const known = USAGE.flatMap(([name, written]) => countText(written, others[name]));
  const named = new Set(USAGE.map(([name]) => name));
  const rest = Object.entries(others).flatMap(([name, count]) =>
    named.has(name) ? [] : countText(name, count),
  );
  return [...known, ...rest, ...countText('total', totalTokenCount)].join(', ');
}

function countText(name: string, count: unknown): readonly string[] {
  if (typeof count !== 'number') return [];
  switch (name) {
    case 'prompt':
      return [l10n.t('{0} in', count)];
    case 'output':
      return [l10n.t('{0} out', count)];
    case 'thoughts':
      return [l10n.t('{0} thoughts', count)];
    case 'cached':
      return [l10n.t('{0} cached', count)];
    case 'tools':
      return [l10n.t('{0} for tools', count)];
    case 'total':
      return [l10n.t('{0} total', count)];
    default:
      return [`${name} ${count}`];
  }
}
