import { isObject, items, type JsonObject, type JsonValue, textAt } from '../../../base/json';
import type { Losses } from './losses';
import { toMediaPart } from './media';

interface Turn {
  readonly role: 'user' | 'model';
  readonly parts: JsonObject[];
}

export function inputSteps(input: JsonValue | undefined): readonly JsonObject[] {
  if (typeof input === 'string') return [textTurn([{ type: 'text', text: input }])];
  const all = (Array.isArray(input) ? items(input) : [input]).filter(isObject);
  const isContent = all.length > 0 && all.every((one) => BLOCKS.includes(textAt(one, 'type')));
  return isContent ? [textTurn(all)] : all;
}

const BLOCKS: readonly string[] = ['text', 'image', 'audio', 'document', 'video'];

function textTurn(content: readonly JsonObject[]): JsonObject {
  return { type: 'user_input', content };
}

export function toContents(steps: readonly JsonObject[], losses: Losses): readonly JsonObject[] {
  const turns: Turn[] = [];
  const names = new Map<string, string>();
  let signature: string | undefined;
  const turnOf = (role: Turn['role']): Turn => {
    const last = turns.at(-1);
    if (last?.role === role) return last;
    const next: Turn = { role, parts: [] };
    turns.push(next);
    return next;
  };
  const flush = (): void => {
    if (signature === undefined) return;
    turnOf('model').parts.push({ text: '', thoughtSignature: signature });
    signature = undefined;
  };
  for (const step of steps) {
    const type = textAt(step, 'type');
    if (type === 'thought') {
      flush();
      turnOf('model').parts.push(...thoughtParts(step, losses));
      if (typeof step.signature === 'string') ({ signature } = { signature: step.signature });
      continue;
    }
    if (type === 'function_call') names.set(textAt(step, 'id'), textAt(step, 'name'));
    const made = partsOf(step, names, losses);
    if (!made) continue;
    if (made.role === 'user') flush();
    const [first, ...rest] = made.parts;
    if (!first) continue;
    const signed = signature === undefined ? first : { ...first, thoughtSignature: signature };
    signature = undefined;
    turnOf(made.role).parts.push(signed, ...rest);
  }
  flush();
  return turns.filter(({ parts }) => parts.length > 0).map(({ role, parts }) => ({ role, parts }));
}

function thoughtParts(step: JsonObject, losses: Losses): readonly JsonObject[] {
  return items(step.summary)
    .filter(isObject)
    .map((block) => ({ ...partOf(block, 'input[].summary[]', losses), thought: true }));
}

function partsOf(
  step: JsonObject,
  names: ReadonlyMap<string, string>,
  losses: Losses,
): { readonly role: Turn['role']; readonly parts: readonly JsonObject[] } | undefined {
  const { type: _type, ...fields } = step;
  const type = textAt(step, 'type');
  const leave = (...known: readonly string[]): void => {
    for (const field of Object.keys(fields)) {
      if (known.includes(field)) continue;
      losses.add(`input[].${type}.${field}`, field === 'signature' ? 'serverTool' : 'noField');
    }
  };
  switch (type) {
    case 'user_input':
      leave('content');
      return { role: 'user', parts: blocksOf(step, losses) };
    case 'model_output':
      leave('content', 'error');
      if (step.error !== undefined) losses.add('input[].model_output.error', 'answer');
      return { role: 'model', parts: blocksOf(step, losses) };
    case 'function_call': {
      leave('id', 'name', 'arguments');
      const { id, name = '', arguments: args = {} } = step;
      const functionCall = { ...(id !== undefined && { id }), name, args };
      return { role: 'model', parts: [{ functionCall }] };
    }
    case 'function_result': {
      leave('call_id', 'name', 'result', 'is_error');
      const id = textAt(step, 'call_id');
      const name = textAt(step, 'name') || (names.get(id) ?? '');
      const functionResponse = {
        ...(id !== '' && { id }),
        name,
        response: responseOf(step, losses),
      };
      return { role: 'user', parts: [{ functionResponse }] };
    }
    case 'code_execution_call': {
      leave('id', 'arguments');
      const { id } = step;
      const { language = 'python', code = '' } = isObject(step.arguments) ? step.arguments : {};
      if (language !== 'python') losses.add('input[].code_execution_call.language', 'noValue');
      const executableCode = { ...(id !== undefined && { id }), language: 'PYTHON', code };
      return { role: 'model', parts: [{ executableCode }] };
    }
    case 'code_execution_result': {
      leave('call_id', 'result', 'is_error');
      const id = textAt(step, 'call_id');
      const outcome = step.is_error === true ? 'OUTCOME_FAILED' : 'OUTCOME_OK';
      const output = textOf(step.result, 'input[].code_execution_result.result', losses);
      const codeExecutionResult = { ...(id !== '' && { id }), outcome, output };
      return { role: 'model', parts: [{ codeExecutionResult }] };
    }
    default:
      losses.add(`input[].${type}`, 'serverTool');
      return undefined;
  }
}

function blocksOf(step: JsonObject, losses: Losses): readonly JsonObject[] {
  return items(step.content)
    .filter(isObject)
    .map((block) => partOf(block, 'input[].content[]', losses));
}

function partOf(block: JsonObject, at: string, losses: Losses): JsonObject {
  if (block.type !== 'text') return toMediaPart(block, at, losses);
  const { type: _type, text = '', annotations, ...rest } = block;
  if (items(annotations).length > 0) losses.add(`${at}.annotations`, 'answer');
  for (const field of Object.keys(rest)) losses.add(`${at}.${field}`, 'noField');
  return { text };
}

/** Function responses must be objects, so other values are wrapped. */
function responseOf(step: JsonObject, losses: Losses): JsonObject {
  const { result, is_error: isError } = step;
  const name = isError === true ? 'error' : 'result';
  if (isObject(result)) return isError === true ? { error: result } : result;
  return { [name]: textOf(result, 'input[].function_result.result', losses) };
}

function textOf(result: JsonValue | undefined, at: string, losses: Losses): string {
  if (typeof result === 'string') return result;
  const blocks = items(result).filter(isObject);
  for (const block of blocks) {
    const type = textAt(block, 'type');
    if (type !== 'text') losses.add(`${at}[].${type}`, 'noField');
  }
  return blocks.map((block) => textAt(block, 'text')).join('');
}
