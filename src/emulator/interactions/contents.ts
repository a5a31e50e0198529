import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject } from '../../base/json';
import { signature } from '../engine';
import { type InteractionRequest, type Content, isText, type Step, textIn } from './run';

type Part = Message<'Part'>;
type Turn = Message<'Content'>;

export function inputSteps(input: InteractionRequest['input']): readonly Step[] {
  if (input === undefined) return [];
  if (typeof input === 'string') return [textTurn([{ type: 'text', text: input }])];
  const all = (Array.isArray(input) ? input : [input]) as readonly (Step | Content)[];
  if (all.every(isContent)) return all.length === 0 ? [] : [textTurn(all)];
  return all as readonly Step[];
}

function textTurn(content: readonly Content[]): Step {
  return { type: 'user_input', content };
}

const CONTENT_TYPES = ['text', 'image', 'audio', 'document', 'video'];

function isContent(one: Step | Content): one is Content {
  return CONTENT_TYPES.includes(one.type ?? '');
}

/**
 * Converts steps to turns for the engine, without thoughts and built-in tools. Adjacent turns of a
 * role are merged.
 */
export function turnsOf(steps: readonly Step[]): readonly Turn[] {
  const turns: { role: 'user' | 'model'; parts: Part[] }[] = [];
  const names = new Map<string, string>();
  for (const step of steps) {
    if (step.type === 'function_call') names.set(step.id ?? '', step.name ?? '');
    const turn = turnOf(step, names);
    if (!turn) continue;
    const last = turns.at(-1);
    if (last?.role !== turn.role) turns.push({ role: turn.role, parts: [...turn.parts] });
    // Not spread: too many arguments overflow the stack.
    else for (const part of turn.parts) last.parts.push(part);
  }
  return turns;
}

function turnOf(
  step: Step,
  names: ReadonlyMap<string, string>,
): { readonly role: 'user' | 'model'; readonly parts: readonly Part[] } | undefined {
  switch (step.type) {
    case 'user_input':
      return { role: 'user', parts: (step.content ?? []).map(partOf) };
    case 'model_output':
      return { role: 'model', parts: (step.content ?? []).map(partOf) };
    case 'function_call': {
      const functionCall = { id: step.id ?? '', name: step.name ?? '', args: step.arguments ?? {} };
      // Signatures are on the preceding thought and are checked separately.
      const thoughtSignature = signature(step.id ?? '', { functionCall });
      return { role: 'model', parts: [{ functionCall, thoughtSignature }] };
    }
    case 'function_result': {
      const { call_id: id = '', name = names.get(id) ?? '' } = step;
      const response = responseOf(step.result);
      return { role: 'user', parts: [{ functionResponse: { id, name, response } }] };
    }
    default:
      return undefined;
  }
}

function responseOf(result: JsonValue | undefined): JsonObject {
  if (isObject(result)) return result;
  if (!Array.isArray(result)) return { result };
  return { result: textIn(result as readonly Content[]) };
}

function partOf(content: Content): Part {
  if (isText(content)) return { text: content.text ?? '' };
  const { data, uri, mime_type: mimeType = '' } = content;
  const media: Part =
    data === undefined
      ? { fileData: { fileUri: uri ?? '', mimeType } }
      : { inlineData: { data, mimeType } };
  const processing = content.type === 'video' ? content.processing : undefined;
  if (!isObject(processing)) return media;
  const { fps, start_offset: startOffset, end_offset: endOffset } = processing;
  return {
    ...media,
    videoMetadata: {
      ...(fps !== undefined && { fps }),
      ...(startOffset !== undefined && { startOffset }),
      ...(endOffset !== undefined && { endOffset }),
    },
  };
}

export function lastText(steps: readonly Step[]): string {
  const last = steps.findLast(({ type }) => type === 'user_input');
  return last?.type === 'user_input' ? textIn(last.content) : '';
}

export function addressesIn(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) =>
    step.type === 'user_input' || step.type === 'model_output'
      ? (step.content ?? []).flatMap((one) => (isText(one) ? [] : (one.uri ?? [])))
      : [],
  );
}
