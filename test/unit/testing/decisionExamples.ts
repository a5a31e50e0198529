import type { JsonObject } from '../../../src/base/json';
import type { CheckExample } from './plainExamples';

const decision = (
  fields: JsonObject,
  verdict: CheckExample['verdict'],
  message: RegExp,
): CheckExample => ({ check: { type: 'decision', ...fields }, answer: 'Wet.', verdict, message });

const wet = { instructions: 'Is it wet?' };
const how = { instructions: 'How is it?', criteria: { good: 'Good', bad: 'Bad' } };
const much = { instructions: 'How much?', criteria: ['none', 'some', 'all'] };

/** Decisions whose answers `checks.test.ts` has. */
export const decisionExamples: readonly CheckExample[] = [
  decision(wet, 'pass', /90% yes/),
  decision({ ...wet, min: 0.95 }, 'fail', /at least 95%, but the decision is 90% yes/),
  decision({ ...wet, minConfidence: 0.95 }, 'inconclusive', /confidence is 90%, below 95%/),
  decision({ ...wet, truth: false }, 'fail', /person’s answer is false/),
  decision({ ...how, oneOf: ['good'] }, 'pass', /is good/),
  decision({ ...how, oneOf: ['bad'] }, 'fail', /Expected bad, but the decision is good/),
  decision({ ...how, truth: 'good' }, 'pass', /matches the person’s answer/),
  decision({ ...much, atLeast: 1 }, 'pass', /is 1\.40/),
  decision({ ...much, atLeast: 1.5 }, 'fail', /at least 1\.5/),
  decision({ instructions: 'Is it made up?' }, 'inconclusive', /Not judged/),
  decision({ instructions: 'Is it safe?' }, 'notMeasured', /blocked: safety/),
  decision({ instructions: 'Is it gone?' }, 'notMeasured', /didn’t answer/),
];
