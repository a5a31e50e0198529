import { isObject, items, type JsonObject, textAt } from '../../../base/json';
import type { Losses } from './losses';
import { toContentBlock } from './media';
import { type Draft, toDraft } from './paths';

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
