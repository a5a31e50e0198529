import assert from 'node:assert/strict';
import type { Failure, Fix, FinishStatus } from '../../../../src/conversation/model/conversation';
import {
  classifyAnswer,
  type CollectedResponse,
  type Ending,
} from '../../../../src/conversation/answer/turnResult';

const ENDED: Ending = { kind: 'ended' };
const TEXT: CollectedResponse['parts'] = [{ text: 'Some text' }];
const BROKEN: Failure = { message: 'The connection was lost.', fixes: ['retry'] };
const failed = { kind: 'failed', failure: BROKEN, promptRefused: false, verdict: 'lost' } as const;
const times = { firstTokenMs: 5, durationMs: 9 };

/** The fixes are those of the failure; undefined where there is none. */
type Row = readonly [
  what: string,
  answer: CollectedResponse,
  verdict: FinishStatus,
  fixes?: readonly Fix[] | undefined,
  ending?: Ending,
];

const rows: readonly Row[] = [
  ['STOP', { parts: TEXT, finishReason: 'STOP' }, 'complete'],
  [
    'STOP without a word',
    { parts: [{ text: '', thoughtSignature: 'QQ==' }], finishReason: 'STOP' },
    'complete',
    ['retry'],
  ],
  [
    'STOP after thoughts only',
    { parts: [{ text: 'Hm.', thought: true }], finishReason: 'STOP' },
    'complete',
    ['retry'],
  ],
  [
    'STOP with a function call',
    { parts: [{ functionCall: { name: 'f' } }], finishReason: 'STOP' },
    'complete',
  ],
  ['MAX_TOKENS', { parts: TEXT, finishReason: 'MAX_TOKENS' }, 'maxTokens'],
  [
    'MAX_TOKENS used up by thinking',
    { parts: [], finishReason: 'MAX_TOKENS' },
    'maxTokens',
    ['retry'],
  ],
  ...[
    'SAFETY',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'IMAGE_SAFETY',
    'IMAGE_PROHIBITED_CONTENT',
  ].map((finishReason): Row => {
    return [finishReason, { parts: TEXT, finishReason }, 'blocked'];
  }),
  ['PUP_LIMITED_DISABLED', { parts: [], finishReason: 'PUP_LIMITED_DISABLED' }, 'accountLimited'],
  ...['RECITATION', 'IMAGE_RECITATION'].map((finishReason): Row => {
    return [finishReason, { parts: TEXT, finishReason }, 'recitation'];
  }),
  ...['OTHER', 'LANGUAGE', 'MALFORMED_FUNCTION_CALL', 'A_NEW_ONE', 'constructor'].map(
    (finishReason): Row => {
      return [finishReason, { parts: TEXT, finishReason }, 'other'];
    },
  ),
  ['no finish reason', { parts: TEXT }, 'unfinished', ['continue', 'retry']],
  [
    'a finish reason that says nothing',
    { parts: TEXT, finishReason: 'FINISH_REASON_UNSPECIFIED' },
    'unfinished',
    ['continue', 'retry'],
  ],
  [
    'thoughts without a finish reason: nothing to continue',
    { parts: [{ text: 'Hm.', thought: true }] },
    'unfinished',
    ['retry'],
  ],
  ['nothing at all', { parts: [] }, 'failed', ['retry', 'chooseModel', 'showLog']],
  [
    'a blocked prompt',
    { parts: [], promptFeedback: { blockReason: 'SAFETY' } },
    'promptBlocked',
    [],
  ],
  [
    'feedback that is no block',
    { parts: TEXT, finishReason: 'STOP', promptFeedback: { safetyRatings: [] } },
    'complete',
  ],
  ['a break after text', { parts: TEXT }, 'lost', ['continue', 'retry'], failed],
  [
    'a break after text and a finish reason: more may have been to come',
    { parts: TEXT, finishReason: 'STOP' },
    'lost',
    ['continue', 'retry'],
    failed,
  ],
  [
    'a break after thoughts: kept, but nothing to continue',
    { parts: [{ text: 'Hm.', thought: true }] },
    'lost',
    ['retry'],
    failed,
  ],
  ['a break before text', { parts: [] }, 'failed', ['retry'], failed],
  ['a stop', { parts: TEXT }, 'stopped', undefined, { kind: 'stopped' }],
  ['a stop before any text', { parts: [] }, 'stopped', undefined, { kind: 'stopped' }],
];

describe('the verdict on an answer', () => {
  for (const [what, answer, verdict, fixes, ending = ENDED] of rows) {
    it(`${what}: ${verdict}`, () => {
      const outcome = classifyAnswer(answer, ending, times);
      assert.equal(outcome.verdict, verdict);
      assert.deepEqual(outcome.failure?.fixes, fixes);
    });
  }

  it('passes on what the service said, and leaves out what it did not', () => {
    const safetyRatings = [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'HIGH' }];
    const usage = { totalTokenCount: 7 };
    const said = { finishReason: 'SAFETY', finishMessage: 'No.', safetyRatings, usage };
    assert.deepEqual(classifyAnswer({ parts: TEXT, ...said }, ENDED, times), {
      verdict: 'blocked',
      ...times,
      ...said,
    });
    const quiet = classifyAnswer(
      { parts: TEXT },
      { kind: 'stopped' },
      { ...times, firstTokenMs: undefined },
    );
    assert.deepEqual(quiet, { verdict: 'stopped', durationMs: 9 });
    const silent = classifyAnswer({ parts: [] }, { kind: 'stopped' }, times);
    assert.equal(silent.unanswered, true);
  });
});
