import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject } from '../../base/json';
import { checkTurnOrder, isGenuine, type OrderedTurn, signature } from '../engine';
import { StatusError } from '../status';
import { type Content, type InteractionRequest, isText, type Step, textIn } from './run';

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

const RESULT = 'function_result';

/**
 * Moves function results from user content to separate steps, because clients send both forms. Leaves the
 * rest unchanged.
 */
export function withResultSteps(body: JsonValue): JsonValue {
  if (!isObject(body) || !Array.isArray(body.input)) return body;
  const input = body.input as readonly JsonValue[];
  if (!input.some((step) => resultsIn(step).length > 0)) return body;
  return { ...body, input: input.flatMap(stepsOf) };
}

function resultsIn(step: JsonValue | undefined): readonly JsonValue[] {
  return contentOf(step).filter(isResult);
}

function contentOf(step: JsonValue | undefined): readonly JsonValue[] {
  if (!isObject(step) || step.type !== 'user_input' || !Array.isArray(step.content)) return [];
  return step.content as readonly JsonValue[];
}

const isResult = (block: JsonValue): boolean => isObject(block) && block.type === RESULT;

/** Puts results before the rest of the content, as they belong to the previous calls. */
function stepsOf(step: JsonValue): readonly JsonValue[] {
  const results = resultsIn(step);
  if (results.length === 0) return [step];
  const content = contentOf(step).filter((block) => !isResult(block));
  return content.length === 0 ? results : [...results, { ...(step as JsonObject), content }];
}

const INVALID = 'Request contains an invalid argument.';

type Result = Extract<Step, { readonly type?: 'function_result' }>;

/**
 * Throws 400 for an invalid step order or results without a call.
 * @param steps of the full conversation.
 */
export function checkOrder(steps: readonly Step[]): void {
  const turns: StepGroup[] = [];
  for (const step of steps) {
    if (step.type === 'thought') continue;
    const last = turns.at(-1);
    const isJoined = last?.type === step.type && SHARED.includes(step.type);
    const turn = last && isJoined ? last : new StepGroup(step.type, last);
    if (turn !== last) turns.push(turn);
    turn.add(step);
  }
  checkTurnOrder(turns);
}

/** Adjacent calls form one turn, and so do adjacent results. */
const SHARED: readonly Step['type'][] = ['function_call', 'function_result'];

class StepGroup implements OrderedTurn {
  readonly type: Step['type'];
  readonly #before: StepGroup | undefined;
  readonly #ids: string[] = [];

  constructor(type: Step['type'], before: StepGroup | undefined) {
    this.type = type;
    this.#before = before;
  }

  get isModel(): boolean {
    return this.type === 'function_call' || this.type === 'model_output';
  }

  get calls(): number {
    return this.type === 'function_call' ? this.#ids.length : 0;
  }

  get results(): number {
    return this.type === 'function_result' ? this.#ids.length : 0;
  }

  add(step: Step): void {
    if (step.type === 'function_call') this.#ids.push(step.id ?? '');
    if (step.type === 'function_result') this.#addResult(step);
  }

  #addResult({ call_id: id = '', name = '' }: Result): void {
    if (name === '') throw new StatusError(400, 'Missing name in content of type function_result');
    // Missing calls are reported by the order check.
    const asked = this.#before?.type === 'function_call' ? this.#before.#ids : undefined;
    if (asked && !asked.includes(id)) {
      throw new StatusError(400, `No function call with the id '${id}' is waiting for a result.`);
    }
    if (this.#ids.includes(id)) {
      throw new StatusError(400, `The function call '${id}' has more than one result.`);
    }
    this.#ids.push(id);
  }
}

/**
 * Throws 400 for foreign or changed signatures and, if `isStrict`, for calls in the current turn without a
 * signed thought.
 */
export function checkStepSignatures(steps: readonly Step[], isStrict: boolean): void {
  let isSigned = false;
  let wants = false;
  const current = steps.findLastIndex(({ type }) => type === 'user_input');
  for (const [at, step] of steps.entries()) {
    const signature = 'signature' in step ? (step.signature ?? '') : '';
    if (signature !== '' && !isGenuine(signature, {})) {
      throw new StatusError(400, 'Corrupted thought signature.');
    }
    if (step.type === 'thought' && signature !== '') isSigned = true;
    if (step.type === 'user_input' || step.type === 'function_result') isSigned = false;
    if (step.type === 'function_call' && at > current && !isSigned) wants = true;
  }
  if (isStrict && wants) throw new StatusError(400, INVALID);
}
