import * as l10n from '@vscode/l10n';
import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { parseJson } from '../../platform/jsonPath';
import type { Conversation, ModelTurn, FinishStatus } from '../model/conversation';
import { settingsModeOf } from '../model/modes';
import { responseFormat } from '../model/tools';
import { turnText } from '../model/turns';
import { SchemaCheck } from './schemaCheck';
import { type AttachedParts, withUserTurn } from '../store/transcript';

const CHECKED: ReadonlySet<FinishStatus | undefined> = new Set<FinishStatus>([
  'complete',
  'maxTokens',
]);
const MAX_PROBLEMS = 20;

export function checkedAnswer(
  { schemaProblems: _, ...answer }: ModelTurn,
  conversation: Conversation,
): ModelTurn {
  const asked = responseFormat(requestOf(answer, conversation));
  const text = textOf(answer.content.parts ?? []);
  if (!asked || text === '' || !CHECKED.has(answer.outcome?.verdict)) return answer;
  const check = new SchemaCheck(asked.schema ?? true);
  if (asked.isEnum) check.run(text.trim());
  else {
    const read = parsed(text);
    if ('mistake' in read) return { ...answer, schemaProblems: [notJson(text, read.mistake)] };
    check.run(read.value);
  }
  const { problems, count } = check;
  const more = count > MAX_PROBLEMS ? [l10n.t('And {0} more.', count - MAX_PROBLEMS)] : [];
  return { ...answer, schemaProblems: [...problems.slice(0, MAX_PROBLEMS), ...more] };
}

function textOf(parts: readonly Message<'Part'>[]): string {
  return parts.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join('');
}

function parsed(text: string): { readonly value: JsonValue } | { readonly mistake: number } {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { mistake: parseJson(text).mistake?.offset ?? text.length };
  }
}

function notJson(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  const [line, column] = [before.length, (before.at(-1) ?? '').length + 1];
  return text.slice(offset).trim() === ''
    ? l10n.t('The response isn’t valid JSON. It ends early at line {0}, column {1}.', line, column)
    : l10n.t('The response isn’t valid JSON at line {0}, column {1}.', line, column);
}

/** Returns the request of a response. If the request wasn't saved, uses the current settings. */
export function requestOf(
  { sent, mode }: ModelTurn,
  { settings }: Conversation,
): JsonObject | undefined {
  return sent ?? (settingsModeOf(mode) === 'chat' ? settings.requests?.chat : undefined);
}

/**
 * Appends a message that requests a corrected response, in English for best results. A single
 * prompt includes the original request and response.
 */
export function withCorrection(conversation: Conversation, answer: ModelTurn): Conversation {
  const { mode, turns } = conversation;
  const asked = turns[turns.findIndex(({ id }) => id === answer.id) - 1];
  const isAlone = mode === 'prompt' && asked?.role === 'user';
  const { content, attached = [] } = isAlone ? asked : { content: {} };
  const again: AttachedParts = {
    parts: attached.flatMap(({ part }) => content.parts?.[part] ?? []),
    attached: attached.map((entry, part) => ({ ...entry, part })),
  };
  const text = [
    ...(isAlone ? [turnText(asked), '', 'You answered:', turnText(answer), ''] : []),
    'Your last response doesn’t match the requested schema:',
    ...(answer.schemaProblems ?? []).map((problem) => `- ${problem}`),
    '',
    'Respond again. Correct these mistakes and change nothing else.',
  ].join('\n');
  return withUserTurn(conversation, text, again);
}
