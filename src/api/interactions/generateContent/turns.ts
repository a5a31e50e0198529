import { isObject, items, type JsonObject, type JsonValue, textAt } from '../../../base/json';
import { type Draft, type Losses, toContentBlock, toDraft, toMediaPart } from './media';

const AT = 'contents[].parts[]';

type Side = 'user' | 'model';

/** Converts contents to steps. Calls without an ID get a generated ID, referenced by their results. */
export function toSteps(contents: readonly JsonObject[], losses: Losses): readonly JsonObject[] {
  const steps = new Steps(losses);
  for (const turn of contents) {
    const side = textAt(turn, 'role') === 'model' ? 'model' : 'user';
    for (const part of items(turn.parts).filter(isObject)) steps.add(toDraft(part), side);
    steps.endTurn();
    const { role: _role, parts: _parts, ...rest } = turn;
    for (const field of Object.keys(rest)) losses.add(`contents[].${field}`, 'noField');
  }
  return steps.all;
}

class Steps {
  readonly all: JsonObject[] = [];
  readonly #losses: Losses;
  #said: { readonly side: Side; readonly content: JsonObject[] } | undefined;
  readonly #open: { readonly id: string; readonly name: string }[] = [];
  #code = '';
  #made = 0;

  constructor(losses: Losses) {
    this.#losses = losses;
  }

  add(part: Draft, side: Side): void {
    const { thought, thoughtSignature } = part;
    delete part.thought;
    delete part.thoughtSignature;
    const signature = typeof thoughtSignature === 'string' ? thoughtSignature : undefined;
    if (thought === true) {
      this.#think(part.text, signature);
      delete part.text;
    } else {
      if (signature !== undefined) this.#sign(signature);
      this.#act(part, side);
    }
    for (const field of Object.keys(part)) {
      const isTool = field === 'toolCall' || field === 'toolResponse';
      this.#losses.add(`${AT}.${field}`, isTool ? 'serverTool' : 'noField');
    }
  }

  endTurn(): void {
    this.#said = undefined;
  }

  #act(part: Draft, side: Side): void {
    const { text, functionCall, functionResponse, executableCode, codeExecutionResult } = part;
    if (isObject(functionCall)) {
      delete part.functionCall;
      this.#push(this.#callOf(functionCall));
    } else if (isObject(functionResponse)) {
      delete part.functionResponse;
      this.#push(this.#resultOf(functionResponse));
    } else if (isObject(executableCode)) {
      delete part.executableCode;
      this.#push(this.#codeOf(executableCode));
    } else if (isObject(codeExecutionResult)) {
      delete part.codeExecutionResult;
      this.#push(this.#printedOf(codeExecutionResult));
    } else if (typeof text === 'string') {
      delete part.text;
      // Empty text only carries a signature.
      if (text !== '') this.#say({ type: 'text', text }, side);
    } else {
      const block = toContentBlock(part, AT, this.#losses);
      if (block) this.#say(block, side);
    }
  }

  #say(block: JsonObject, side: Side): void {
    if (this.#said?.side === side) {
      this.#said.content.push(block);
      return;
    }
    const content = [block];
    this.#push({ type: side === 'user' ? 'user_input' : 'model_output', content });
    this.#said = { side, content };
  }

  #think(text: Draft[string], signature: string | undefined): void {
    const summary = typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : undefined;
    this.#push({
      type: 'thought',
      ...(summary && { summary }),
      ...(signature !== undefined && { signature }),
    });
  }

  /** Emits the thought with the signature before the signed content. */
  #sign(signature: string): void {
    const last = this.all.at(-1);
    if (last?.type === 'thought' && last.signature === undefined) {
      this.all[this.all.length - 1] = { ...last, signature };
    } else {
      this.#push({ type: 'thought', signature });
    }
  }

  #push(step: JsonObject): void {
    this.#said = undefined;
    this.all.push(step);
  }

  #callOf({ id, name = '', args, ...rest }: JsonObject): JsonObject {
    this.#leave(rest, 'functionCall');
    const own = typeof id === 'string' && id !== '' ? id : `call_${++this.#made}`;
    this.#open.push({ id: own, name: typeof name === 'string' ? name : '' });
    return { type: 'function_call', id: own, name, arguments: args ?? {} };
  }

  #resultOf({ id, name = '', response, ...rest }: JsonObject): JsonObject {
    this.#leave(rest, 'functionResponse');
    const isNamed = typeof id === 'string' && id !== '';
    const place = this.#open.findIndex((call) => (isNamed ? call.id === id : call.name === name));
    const [call] = place < 0 ? [] : this.#open.splice(place, 1);
    const callId = isNamed ? id : (call?.id ?? `call_${++this.#made}`);
    return { type: 'function_result', call_id: callId, name, result: response ?? {} };
  }

  #codeOf({ id, code = '', language, ...rest }: JsonObject): JsonObject {
    this.#leave(rest, 'executableCode');
    this.#code = typeof id === 'string' && id !== '' ? id : `code_${++this.#made}`;
    const word = typeof language === 'string' ? language.toLowerCase() : 'python';
    return { type: 'code_execution_call', id: this.#code, arguments: { language: word, code } };
  }

  #printedOf({ id, outcome, output, ...rest }: JsonObject): JsonObject {
    this.#leave(rest, 'codeExecutionResult');
    if (outcome === 'OUTCOME_DEADLINE_EXCEEDED') {
      this.#losses.add(`${AT}.codeExecutionResult.outcome`, 'noValue');
    }
    const callId = typeof id === 'string' && id !== '' ? id : this.#code;
    const isError = outcome !== undefined && outcome !== 'OUTCOME_OK';
    return {
      type: 'code_execution_result',
      call_id: callId,
      result: output ?? '',
      ...(isError && { is_error: true }),
    };
  }

  #leave(rest: JsonObject, of: string): void {
    for (const field of Object.keys(rest)) this.#losses.add(`${AT}.${of}.${field}`, 'noField');
  }
}

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
