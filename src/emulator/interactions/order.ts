import { StatusError } from '../status';
import { isGenuine } from '../engine';
import type { Step } from './run';

const OUT_OF_TURN =
  'Please ensure that function call turn comes immediately after a user turn or after a function ' +
  'response turn.';
const UNEVEN =
  'Please ensure that the number of function response parts is equal to the number of function ' +
  'call parts of the function call turn.';
const INVALID = 'Request contains an invalid argument.';

/**
 * Refuses steps in an order that the service does not take: calls follow what the user said or results, and results
 * their calls, all of them together. Throws 400.
 * @param steps of the whole conversation, those before it included.
 */
export function checkOrder(steps: readonly Step[]): void {
  let turn = new Calls();
  let isAfterOutput = false;
  for (const step of steps) {
    if (step.type === 'function_result') {
      turn.answer(step);
      isAfterOutput = false;
      continue;
    }
    if (step.type === 'thought') continue;
    if (step.type === 'function_call') {
      if (isAfterOutput) throw new StatusError(400, OUT_OF_TURN);
      // A call after results begins the next turn of calls.
      if (turn.hasAnswers) {
        turn.checkAllAnswered();
        turn = new Calls();
      }
      turn.add(step.id ?? '');
      continue;
    }
    turn.checkAllAnswered();
    turn = new Calls();
    isAfterOutput = step.type === 'model_output';
  }
  turn.checkAllAnswered();
}

/** The calls of one turn, and their results. */
class Calls {
  readonly #open = new Set<string>();
  readonly #answered = new Set<string>();
  /** How many there are, also of those without ids. */
  #count = 0;

  get hasAnswers(): boolean {
    return this.#answered.size > 0;
  }

  add(id: string): void {
    this.#open.add(id);
    this.#count += 1;
  }

  answer(step: Extract<Step, { readonly type?: 'function_result' }>): void {
    const { call_id: id = '', name = '' } = step;
    if (name === '') throw new StatusError(400, 'Missing name in content of type function_result');
    if (!this.#open.has(id)) {
      throw new StatusError(400, `No function call with the id '${id}' is waiting for a result.`);
    }
    if (this.#answered.has(id)) {
      throw new StatusError(400, `The function call '${id}' has more than one result.`);
    }
    this.#answered.add(id);
  }

  checkAllAnswered(): void {
    if (this.#count !== this.#answered.size) throw new StatusError(400, UNEVEN);
  }
}

/**
 * Refuses signatures that did not come from here or were changed, and, where `isStrict`, calls of the current turn
 * before which no signed thought stands. Throws 400.
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
