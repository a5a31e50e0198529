import type { JsonObject } from '../../../src/base/json';
import type { CheckType } from '../../../src/testing/checks';
import type { CheckVerdict } from '../../../src/testing/result';
import { answerOf } from './world';

/** An expectation, what is answered, and what comes of that. */
export interface CheckExample {
  readonly check: { readonly type: CheckType } & JsonObject;
  /** The words of the answer, or its pieces. */
  readonly answer: string | readonly JsonObject[];
  readonly verdict: CheckVerdict;
  readonly message: RegExp;
  /** The part of the answer that it points at. */
  readonly points?: string;
}

export const example = (
  check: CheckExample['check'],
  answer: CheckExample['answer'],
  verdict: CheckExample['verdict'],
  message: RegExp,
  points?: string,
): CheckExample => ({ check, answer, verdict, message, ...(points !== undefined && { points }) });

export const BLOCKED = [{ promptFeedback: { blockReason: 'SAFETY' } }];
const UNCOUNTED = [
  { candidates: [{ content: { parts: [{ text: 'Yes' }] }, finishReason: 'STOP' }] },
];

/** Checks of words and ends with what passes, what fails and, where that can be, what can't be measured. */
export const plainExamples: readonly CheckExample[] = [
  example({ type: 'equals', value: 'A kite.' }, ' A kite.\n', 'pass', /equals the expected text/),
  example(
    { type: 'equals', value: 'A kite.' },
    'A king.',
    'fail',
    /differs .* at character 5\./,
    'ng.',
  ),
  example({ type: 'contains', value: 'kite' }, 'A kite flies', 'pass', /contains “kite”/, 'kite'),
  example(
    { type: 'contains', value: ['kite', 'owl'] },
    'A kite flies',
    'fail',
    /doesn’t contain “owl”\./,
  ),
  example({ type: 'contains', value: 'İZ', ignoreCase: true }, 'xİz', 'pass', /İZ/, 'İz'),
  example({ type: 'notContains', value: 'owl' }, 'A kite', 'pass', /doesn’t contain “owl”/),
  example(
    { type: 'notContains', value: 'As an AI' },
    'Well. As an AI …',
    'fail',
    /contains/,
    'As an AI',
  ),
  example({ type: 'matches', pattern: '\\d+ m' }, 'It is 12 m up', 'pass', /matches/, '12 m'),
  example(
    { type: 'matches', pattern: '^kite$', flags: 'i' },
    'A kite',
    'fail',
    /doesn’t match \/\^kite\$\/i\./,
  ),
  example(
    { type: 'matches', pattern: '(a+)+$' },
    `${'a'.repeat(40)}!`,
    'notMeasured',
    /^\/\(a\+\)\+\$\/ timed out/,
  ),
  example({ type: 'length', max: 3 }, '🪁🪁🪁', 'pass', /3 characters/),
  example({ type: 'length', max: 6 }, 'A kite!', 'fail', /at most 6 characters, .* has 7\./, '!'),
  example(
    { type: 'length', min: 3, unit: 'words' },
    'A kite',
    'fail',
    /at least 3 words, .* has 2\./,
  ),
  example({ type: 'finishReason', value: 'STOP' }, 'Yes', 'pass', /STOP/),
  example(
    { type: 'finishReason', value: ['STOP', 'OTHER'] },
    [
      answerOf('Ye', {
        candidates: [{ content: { parts: [{ text: 'Ye' }] }, finishReason: 'MAX_TOKENS' }],
      }),
    ],
    'fail',
    /Expected finish reason STOP, OTHER, but got MAX_TOKENS\./,
  ),
  example({ type: 'blocked' }, BLOCKED, 'pass', /was blocked: SAFETY/),
  example({ type: 'blocked', value: false }, BLOCKED, 'fail', /was blocked/),
  example({ type: 'blocked', value: false }, 'Yes', 'pass', /wasn’t blocked/),
  example({ type: 'tokens', max: 10 }, 'Yes', 'pass', /10 tokens/),
  example({ type: 'tokens', max: 9 }, 'Yes', 'fail', /at most 9 tokens, but 10 /),
  example({ type: 'tokens', max: 9 }, UNCOUNTED, 'notMeasured', /no token count/),
  example({ type: 'firstToken', max: 100 }, 'Yes', 'pass', /after 40 ms/),
  example({ type: 'firstToken', max: 39 }, 'Yes', 'fail', /within 39 ms, .* 40 ms\./),
  example({ type: 'duration', max: 40 }, 'Yes', 'pass', /40 ms/),
  example({ type: 'duration', max: 39 }, 'Yes', 'fail', /within 39 ms, .* 40 ms\./),
  example({ type: 'price', max: 1 }, 'Yes', 'pass', /US\$ 0\.0000/),
  example(
    { type: 'price', max: 0.000_000_1 },
    'Yes',
    'fail',
    /at most US\$ 0\.0000001, .* costs about US\$ 0\.0000255\./,
  ),
  example({ type: 'price', max: 1 }, UNCOUNTED, 'notMeasured', /cost .* is unknown/),
];
