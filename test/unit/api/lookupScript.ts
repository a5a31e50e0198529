import assert from 'node:assert/strict';
import { TransportError } from '../../../src/api/errors';
import {
  errorAnswer,
  type ScriptedAnswer,
  type TransportScript,
} from '../../fakes/scriptedTransport';

/** What the service says with a look that should see nothing. */
export const MISSING = errorAnswer(404, 'NOT_FOUND');

/** What the hint of an error says when nobody knows whether the call was done. */
export const HINT = /It may have been done or not\. Look before you repeat it\./;

/** The connection breaks, and with it every trace of whether the call was done. */
export function broken(): never {
  throw new TransportError('reset', 'It broke off.', { hint: 'Try again.' });
}

export function found(body: unknown): ScriptedAnswer {
  return { status: 200, body };
}

/** Answers requests one after the other; functions throw. */
export function inTurn(...answers: readonly (ScriptedAnswer | (() => never))[]): TransportScript {
  return (_request, before) => {
    const answer = answers[before] ?? assert.fail('One request too many.');
    return typeof answer === 'function' ? answer() : answer;
  };
}
