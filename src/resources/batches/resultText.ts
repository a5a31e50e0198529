import * as l10n from '@vscode/l10n';
import { decodeRpcStatus } from '../../api/errors/decode';
import type { JsonObject } from '../../api/schema/row';
import { isObject, items, objectAt, textAt } from '../../base/json';
import type { ResultState } from './resultIndex';

export function stateWord(state: ResultState): string {
  switch (state) {
    case 'failed':
      return l10n.t('failed');
    case 'missing':
      return l10n.t('no response');
    case 'blocked':
      return l10n.t('blocked');
    case 'answered':
      return l10n.t('completed');
  }
}

export function requestText(line: JsonObject): string {
  const request = objectAt(line, 'request');
  const contents = [...items(request.contents), request.content].filter(isObject);
  return contents.map(partsText).filter(Boolean).join('\n');
}

export function answerText(line: JsonObject): string {
  if (isObject(line.error)) return errorText(line);
  const response = objectAt(line, 'response');
  const { values } = objectAt(response, 'embedding');
  if (Array.isArray(values)) return l10n.t('{0} dimensions', values.length);
  const [candidate] = items(response.candidates).filter(isObject);
  const said = candidate ? partsText(objectAt(candidate, 'content')) : '';
  if (said !== '') return said;
  const refused = textAt(objectAt(response, 'promptFeedback'), 'blockReason');
  if (refused !== '') return l10n.t('Prompt blocked: {0}', refused);
  const reason = candidate ? textAt(candidate, 'finishReason') : '';
  if (reason === '' || reason === 'STOP') return '';
  return reason === 'MAX_TOKENS'
    ? l10n.t('Truncated by the token limit')
    : l10n.t('Response blocked: {0}', reason);
}

export function errorText(line: JsonObject): string {
  if (!isObject(line.error)) return '';
  const { status } = decodeRpcStatus(line.error);
  const message = textAt(line.error, 'message');
  return message === '' ? status : `${status}: ${message}`;
}

/** Total tokens of a response; undefined if the API didn't count. */
export function tokenCount(line: JsonObject): number | undefined {
  const { totalTokenCount } = objectAt(objectAt(line, 'response'), 'usageMetadata');
  return typeof totalTokenCount === 'number' ? totalTokenCount : undefined;
}

/** Joins the texts of a turn; other parts appear by their kind. Omits thoughts. */
function partsText(content: JsonObject): string {
  const parts = items(content.parts).filter(isObject);
  return parts
    .filter(({ thought }) => thought !== true)
    .map((part) => textAt(part, 'text') || mediaText(part))
    .filter(Boolean)
    .join('\n');
}

function mediaText(part: JsonObject): string {
  const kind = ['inlineData', 'fileData', 'functionCall', 'executableCode'].find((name) =>
    isObject(part[name]),
  );
  if (kind === undefined) return '';
  const value = objectAt(part, kind);
  return `[${textAt(value, 'mimeType') || textAt(value, 'name') || kind}]`;
}

export function snippet(text: string, longest = 160): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}
