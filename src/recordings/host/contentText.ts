import * as l10n from '@vscode/l10n';
import { fence, shownSize } from '../../base/format';
import { isObject, items, type JsonObject, type JsonValue, textAt } from '../../base/json';
import { escapeLine, plainLines } from '../../platform/plainText';

/** Formats turns as Markdown. Texts are in code blocks, which prevents markup. */
export function turnsText(contents: readonly JsonObject[]): readonly string[] {
  return contents.flatMap((content, index) => [
    `### ${index + 1}. ${roleText(textAt(content, 'role'))}`,
    ...partsText(items(content.parts).filter(isObject)),
  ]);
}

function roleText(role: string): string {
  if (role === 'model') return l10n.t('Model');
  return role === '' || role === 'user' ? l10n.t('User') : escapeLine(role);
}

/** Formats parts as Markdown. Media are shown as type and size. */
export function partsText(parts: readonly JsonObject[]): readonly string[] {
  return parts.flatMap((part) => partText(part));
}

function partText(part: JsonObject): readonly string[] {
  const { text, thought, functionCall, functionResponse, inlineData, fileData, ...rest } = part;
  if (typeof text === 'string') {
    if (text === '') return [];
    return [...(thought === true ? [l10n.t('Thoughts:')] : []), textBlock(text)];
  }
  if (isObject(functionCall)) {
    const name = escapeLine(textAt(functionCall, 'name'));
    return [l10n.t('Calls {0}:', name), jsonBlock(functionCall.args ?? {})];
  }
  if (isObject(functionResponse)) {
    const name = escapeLine(textAt(functionResponse, 'name'));
    return [l10n.t('Result of {0}:', name), jsonBlock(functionResponse.response ?? {})];
  }
  if (isObject(inlineData)) {
    const type = escapeLine(textAt(inlineData, 'mimeType'));
    const size = shownSize(bytesOf(textAt(inlineData, 'data')));
    return [l10n.t('Inline data: {0}, {1}', type, size)];
  }
  if (isObject(fileData)) {
    const type = escapeLine(textAt(fileData, 'mimeType'));
    const uri = escapeLine(textAt(fileData, 'fileUri'));
    return [type === '' ? l10n.t('File {0}', uri) : l10n.t('File {0} ({1})', uri, type)];
  }
  const { thoughtSignature: _signature, ...shown } = rest;
  return Object.keys(shown).length === 0 ? [] : [jsonBlock(shown)];
}

/** Returns the decoded size of base64 in bytes. */
function bytesOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

const MAX_LENGTH = 200_000;

export function textBlock(text: string): string {
  const lines = plainLines(text.replace(/\r\n?/g, '\n').slice(0, MAX_LENGTH));
  return fence(text.length > MAX_LENGTH ? `${lines}…` : lines, 'text');
}

/** Formats JSON as a code block. Long base64 is replaced by its size. */
export function jsonBlock(value: JsonValue): string {
  const text = JSON.stringify(withoutData(value), undefined, 2);
  return fence(plainLines(text.slice(0, MAX_LENGTH)), 'json');
}

const SHOWN_DATA = 256;

function withoutData(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    const isData = value.length > SHOWN_DATA && /^[\w+/-]+={0,2}$/.test(value);
    return isData ? `${value.slice(0, 16)}… (${bytesOf(value)} B)` : value;
  }
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(withoutData);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withoutData(item ?? null)]),
  );
}

const MAX_SUMMARY_LENGTH = 100;

/** Summarizes a message on one line: texts, calls, and media, otherwise its field names. */
export function summaryLine(message: JsonValue): string {
  const found: string[] = [];
  const walk = (value: JsonValue | undefined, name: string): void => {
    if (typeof value === 'string') {
      if (name === 'text' && value !== '') found.push(JSON.stringify(value));
      else if (name === 'data' && value.length > SHOWN_DATA) found.push(`${bytesOf(value)} B`);
      else if (GIST_FIELDS.has(name)) found.push(value);
    } else if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) walk(item, name);
    } else if (isObject(value)) {
      if (CALLS.has(name)) found.push(`${textAt(value, 'name')}(${callArguments(value)})`);
      else for (const [field, item] of Object.entries(value)) walk(item, field);
    }
  };
  walk(message, '');
  const gist = found.join(' ') || (isObject(message) ? Object.keys(message).join(', ') : '');
  return shortened(gist);
}

const CALLS = new Set(['functionCall', 'functionCalls', 'functionResponse', 'functionResponses']);
const GIST_FIELDS = new Set(['finishReason', 'blockReason', 'event_type', 'mimeType', 'status']);

function callArguments({ args, response }: JsonObject): string {
  return JSON.stringify(args ?? response ?? {}).slice(1, -1);
}

export function shortened(text: string): string {
  const line = text.replaceAll('\n', '⏎');
  return line.length > MAX_SUMMARY_LENGTH ? `${line.slice(0, MAX_SUMMARY_LENGTH)}…` : line;
}
