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
    message: /is the expected text/,
  },
  {
    check: { type: 'equals', value: 'A kite.' },
    answer: 'A king.',
    verdict: 'fail',
    message: /from character 5 on/,
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
    message: /lacks “owl”/,
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
    message: /does not contain/,
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
    message: /Nothing .*\/\^kite\$\/i/,
  },
  {
    check: { type: 'matches', pattern: '(a+)+$' },
    answer: `${'a'.repeat(40)}!`,
    verdict: 'notMeasured',
    message: /^\/\(a\+\)\+\$\/ takes too long/,
  },
  { check: { type: 'length', max: 3 }, answer: '🪁🪁🪁', verdict: 'pass', message: /3 characters/ },
  {
    check: { type: 'length', max: 6 },
    answer: 'A kite!',
    verdict: 'fail',
    message: /7 characters, .* at most 6/,
    points: '!',
  },
  {
    check: { type: 'length', min: 3, unit: 'words' },
    answer: 'A kite',
    verdict: 'fail',
    message: /2 words, .* at least 3/,
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
    message: /MAX_TOKENS, and not with STOP, OTHER/,
  },
  {
    check: { type: 'finishReason', value: 'STOP' },
    answer: [{ candidates: [{ content: { parts: [{ text: 'Ye' }] } }] }],
    verdict: 'notMeasured',
    message: /no reason/,
  },
  { check: { type: 'blocked' }, answer: BLOCKED, verdict: 'pass', message: /blocked it: SAFETY/ },
  {
    check: { type: 'blocked', value: false },
    answer: BLOCKED,
    verdict: 'fail',
    message: /blocked it/,
  },
  {
    check: { type: 'blocked', value: false },
    answer: 'Yes',
    verdict: 'pass',
    message: /did not block/,
  },
  { check: { type: 'tokens', max: 10 }, answer: 'Yes', verdict: 'pass', message: /10 tokens/ },
  {
    check: { type: 'tokens', max: 9 },
    answer: 'Yes',
    verdict: 'fail',
    message: /10 tokens, .* at most 9/,
  },
  {
    check: { type: 'tokens', max: 9 },
    answer: UNCOUNTED,
    verdict: 'notMeasured',
    message: /did not count/,
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
    message: /40 ms, .* 39 ms/,
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
    message: /40 ms, .* 39 ms/,
  },
  { check: { type: 'price', max: 1 }, answer: 'Yes', verdict: 'pass', message: /US\$ 0\.0000/ },
  {
    check: { type: 'price', max: 0.000_000_1 },
    answer: 'Yes',
    verdict: 'fail',
    message: /should cost US\$ 0\.0000001 at most/,
  },
  {
    check: { type: 'price', max: 1 },
    answer: UNCOUNTED,
    verdict: 'notMeasured',
    message: /not known/,
  },
];
