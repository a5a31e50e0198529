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

export const BLOCKED = [{ promptFeedback: { blockReason: 'SAFETY' } }];
const UNCOUNTED = [
  { candidates: [{ content: { parts: [{ text: 'Yes' }] }, finishReason: 'STOP' }] },
];

/** Checks of words and ends with what passes, what fails and, where that can be, what can't be measured. */
export const plainExamples: readonly CheckExample[] = [
  {
    check: { type: 'equals', value: 'A kite.' },
    answer: ' A kite.\n',
    verdict: 'pass',
    message: /equals the expected text/,
  },
  {
    check: { type: 'equals', value: 'A kite.' },
    answer: 'A king.',
    verdict: 'fail',
    message: /differs .* at character 5\./,
    points: 'ng.',
  },
  {
    check: { type: 'equals', value: 'YES', ignoreCase: true },
    answer: 'yes',
    verdict: 'pass',
    message: /expected/,
  },
  {
    check: { type: 'contains', value: 'kite' },
    answer: 'A kite flies',
    verdict: 'pass',
    message: /contains “kite”/,
    points: 'kite',
  },
  {
    check: { type: 'contains', value: ['kite', 'owl'] },
    answer: 'A kite flies',
    verdict: 'fail',
    message: /doesn’t contain “owl”\./,
  },
  {
    check: { type: 'contains', value: 'İZ', ignoreCase: true },
    answer: 'xİz',
    verdict: 'pass',
    message: /İZ/,
    points: 'İz',
  },
  {
    check: { type: 'notContains', value: 'owl' },
    answer: 'A kite',
    verdict: 'pass',
    message: /doesn’t contain “owl”/,
  },
  {
    check: { type: 'notContains', value: 'As an AI' },
    answer: 'Well. As an AI …',
    verdict: 'fail',
    message: /contains/,
    points: 'As an AI',
  },
  {
    check: { type: 'matches', pattern: '\\d+ m' },
    answer: 'It is 12 m up',
    verdict: 'pass',
    message: /matches/,
    points: '12 m',
  },
  {
    check: { type: 'matches', pattern: '^kite$', flags: 'i' },
    answer: 'A kite',
    verdict: 'fail',
    message: /doesn’t match \/\^kite\$\/i\./,
  },
  {
    check: { type: 'matches', pattern: '(a+)+$' },
    answer: `${'a'.repeat(40)}!`,
    verdict: 'notMeasured',
    message: /^\/\(a\+\)\+\$\/ timed out/,
  },
  { check: { type: 'length', max: 3 }, answer: '🪁🪁🪁', verdict: 'pass', message: /3 characters/ },
  {
    check: { type: 'length', max: 6 },
    answer: 'A kite!',
    verdict: 'fail',
    message: /at most 6 characters, .* has 7\./,
    points: '!',
  },
  {
    check: { type: 'length', min: 3, unit: 'words' },
    answer: 'A kite',
    verdict: 'fail',
    message: /at least 3 words, .* has 2\./,
  },
  {
    check: { type: 'length', min: 2, max: 2, unit: 'lines' },
    answer: 'A\nkite\n',
    verdict: 'pass',
    message: /2 lines/,
  },
  {
    check: { type: 'finishReason', value: 'STOP' },
    answer: 'Yes',
    verdict: 'pass',
    message: /STOP/,
  },
  {
    check: { type: 'finishReason', value: ['STOP', 'OTHER'] },
    answer: [
      answerOf('Ye', {
        candidates: [{ content: { parts: [{ text: 'Ye' }] }, finishReason: 'MAX_TOKENS' }],
      }),
    ],
    verdict: 'fail',
    message: /Expected finish reason STOP, OTHER, but got MAX_TOKENS\./,
  },
  {
    check: { type: 'finishReason', value: 'STOP' },
    answer: [{ candidates: [{ content: { parts: [{ text: 'Ye' }] } }] }],
    verdict: 'notMeasured',
    message: /no finish reason/,
  },
  { check: { type: 'blocked' }, answer: BLOCKED, verdict: 'pass', message: /was blocked: SAFETY/ },
  {
    check: { type: 'blocked', value: false },
    answer: BLOCKED,
    verdict: 'fail',
    message: /was blocked/,
  },
  {
    check: { type: 'blocked', value: false },
    answer: 'Yes',
    verdict: 'pass',
    message: /wasn’t blocked/,
  },
  { check: { type: 'tokens', max: 10 }, answer: 'Yes', verdict: 'pass', message: /10 tokens/ },
  {
    check: { type: 'tokens', max: 9 },
    answer: 'Yes',
    verdict: 'fail',
    message: /at most 9 tokens, but 10 /,
  },
  {
    check: { type: 'tokens', max: 9 },
    answer: UNCOUNTED,
    verdict: 'notMeasured',
    message: /no token count/,
  },
  {
    check: { type: 'firstToken', max: 100 },
    answer: 'Yes',
    verdict: 'pass',
    message: /after 40 ms/,
  },
  {
    check: { type: 'firstToken', max: 39 },
    answer: 'Yes',
    verdict: 'fail',
    message: /within 39 ms, .* 40 ms\./,
  },
  {
    check: { type: 'firstToken', max: 39 },
    answer: BLOCKED,
    verdict: 'notMeasured',
    message: /No text/,
  },
  { check: { type: 'duration', max: 40 }, answer: 'Yes', verdict: 'pass', message: /40 ms/ },
  {
    check: { type: 'duration', max: 39 },
    answer: 'Yes',
    verdict: 'fail',
    message: /within 39 ms, .* 40 ms\./,
  },
  { check: { type: 'price', max: 1 }, answer: 'Yes', verdict: 'pass', message: /US\$ 0\.0000/ },
  {
    check: { type: 'price', max: 0.000_000_1 },
    answer: 'Yes',
    verdict: 'fail',
    message: /at most US\$ 0\.0000001, .* costs about US\$ 0\.0000255\./,
  },
  {
    check: { type: 'price', max: 1 },
    answer: UNCOUNTED,
    verdict: 'notMeasured',
    message: /cost .* is unknown/,
  },
];
