import { isGenuine } from '../engine';
import { StatusError } from '../status';
import { checkTurnOrder, type OrderedTurn } from '../turnOrder';
import type { Step } from './run';

const INVALID = 'Request contains an invalid argument.';

type Result = Extract<Step, { readonly type?: 'function_result' }>;

/**
 * Throws 400 for an invalid step order or results without a call.
 * @param steps of the full conversation.
 */
export function checkOrder(steps: readonly Step[]): void {
  const turns: Turn[] = [];
  for (const step of steps) {
    if (step.type === 'thought') continue;
    const last = turns.at(-1);
    const isJoined = last?.type === step.type && SHARED.includes(step.type);
    const turn = last && isJoined ? last : new Turn(step.type, last);
    if (turn !== last) turns.push(turn);
    turn.add(step);
  }
  checkTurnOrder(turns);
}

/** Adjacent calls form one turn, and so do adjacent results. */
const SHARED: readonly Step['type'][] = ['function_call', 'function_result'];

class Turn implements OrderedTurn {
  readonly type: Step['type'];
  readonly #before: Turn | undefined;
  readonly #ids: string[] = [];

  constructor(type: Step['type'], before: Turn | undefined) {
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
