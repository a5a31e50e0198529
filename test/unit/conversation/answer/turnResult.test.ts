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

interface Row {
  readonly what: string;
  readonly answer: CollectedResponse;
  readonly ending?: Ending;
  readonly verdict: FinishStatus;
  /** Those of the failure; undefined where there is none. */
  readonly fixes?: readonly Fix[];
}

const rows: readonly Row[] = [
  { what: 'STOP', answer: { parts: TEXT, finishReason: 'STOP' }, verdict: 'complete' },
  {
    what: 'STOP without a word',
    answer: { parts: [{ text: '', thoughtSignature: 'QQ==' }], finishReason: 'STOP' },
    verdict: 'complete',
    fixes: ['retry'],
  },
  {
    what: 'STOP after thoughts only',
    answer: { parts: [{ text: 'Hm.', thought: true }], finishReason: 'STOP' },
    verdict: 'complete',
    fixes: ['retry'],
  },
  {
    what: 'STOP with a function call',
    answer: { parts: [{ functionCall: { name: 'f' } }], finishReason: 'STOP' },
    verdict: 'complete',
  },
  { what: 'MAX_TOKENS', answer: { parts: TEXT, finishReason: 'MAX_TOKENS' }, verdict: 'maxTokens' },
  {
    what: 'MAX_TOKENS used up by thinking',
    answer: { parts: [], finishReason: 'MAX_TOKENS' },
    verdict: 'maxTokens',
    fixes: ['retry'],
  },
  ...[
    'SAFETY',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'IMAGE_SAFETY',
    'IMAGE_PROHIBITED_CONTENT',
  ].map((finishReason): Row => {
    return { what: finishReason, answer: { parts: TEXT, finishReason }, verdict: 'blocked' };
  }),
  {
    what: 'PUP_LIMITED_DISABLED',
    answer: { parts: [], finishReason: 'PUP_LIMITED_DISABLED' },
    verdict: 'accountLimited',
  },
  ...['RECITATION', 'IMAGE_RECITATION'].map((finishReason): Row => {
    return { what: finishReason, answer: { parts: TEXT, finishReason }, verdict: 'recitation' };
  }),
  ...['OTHER', 'LANGUAGE', 'MALFORMED_FUNCTION_CALL', 'A_NEW_ONE', 'constructor'].map(
    (finishReason): Row => {
      return { what: finishReason, answer: { parts: TEXT, finishReason }, verdict: 'other' };
    },
  ),
  {
    what: 'no finish reason',
    answer: { parts: TEXT },
    verdict: 'unfinished',
    fixes: ['continue', 'retry'],
  },
  {
    what: 'a finish reason that says nothing',
    answer: { parts: TEXT, finishReason: 'FINISH_REASON_UNSPECIFIED' },
    verdict: 'unfinished',
    fixes: ['continue', 'retry'],
  },
  {
    what: 'thoughts without a finish reason: nothing to continue',
    answer: { parts: [{ text: 'Hm.', thought: true }] },
    verdict: 'unfinished',
    fixes: ['retry'],
  },
  {
    what: 'nothing at all',
    answer: { parts: [] },
    verdict: 'failed',
    fixes: ['retry', 'chooseModel', 'showLog'],
  },
  {
    what: 'a blocked prompt',
    answer: { parts: [], promptFeedback: { blockReason: 'SAFETY' } },
    verdict: 'promptBlocked',
    fixes: [],
  },
  {
    what: 'feedback that is no block',
    answer: { parts: TEXT, finishReason: 'STOP', promptFeedback: { safetyRatings: [] } },
    verdict: 'complete',
  },
  {
    what: 'a break after text',
    answer: { parts: TEXT },
    ending: failed,
    verdict: 'lost',
    fixes: ['continue', 'retry'],
  },
  {
    what: 'a break after text and a finish reason: more may have been to come',
    answer: { parts: TEXT, finishReason: 'STOP' },
    ending: failed,
    verdict: 'lost',
    fixes: ['continue', 'retry'],
  },
  {
    what: 'a break after thoughts: kept, but nothing to continue',
    answer: { parts: [{ text: 'Hm.', thought: true }] },
    ending: failed,
    verdict: 'lost',
    fixes: ['retry'],
  },
  {
    what: 'a break before text',
    answer: { parts: [] },
    ending: failed,
    verdict: 'failed',
    fixes: ['retry'],
  },
  { what: 'a stop', answer: { parts: TEXT }, ending: { kind: 'stopped' }, verdict: 'stopped' },
  {
    what: 'a stop before any text',
    answer: { parts: [] },
    ending: { kind: 'stopped' },
    verdict: 'stopped',
  },
];

describe('the verdict on an answer', () => {
  for (const { what, answer, ending = ENDED, verdict, fixes } of rows) {
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

  it('shows the ratings of the prompt where the prompt was blocked', () => {
    const safetyRatings = [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'HIGH' }];
    const promptFeedback = { blockReason: 'OTHER', safetyRatings };
    const outcome = classifyAnswer({ parts: [], promptFeedback }, ENDED, times);
    assert.deepEqual(outcome.safetyRatings, safetyRatings);
    assert.equal(outcome.blockReason, 'OTHER');
    assert.equal(outcome.promptRefused, true);
  });

  it('does not say of a message that it is left out when only the rest of its answer is blocked', () => {
    const promptFeedback = { blockReason: 'SAFETY' };
    const { failure } = classifyAnswer({ parts: TEXT, promptFeedback }, ENDED, times);
    assert.match(failure?.message ?? '', /The rest of this response was blocked\./);
    assert.doesNotMatch(
      `${failure?.message} ${failure?.hint}`,
      /isn’t sent with later messages|before it was answered/,
    );
    const whole = classifyAnswer({ parts: [], promptFeedback }, ENDED, times).failure;
    assert.match(`${whole?.message} ${whole?.hint}`, /isn’t sent with later messages/);
  });

  it('does not call a message refused that has part of an answer', () => {
    const refused: Ending = { ...failed, promptRefused: true };
    assert.equal(classifyAnswer({ parts: TEXT }, refused, times).promptRefused, undefined);
    assert.equal(classifyAnswer({ parts: [] }, refused, times).promptRefused, true);
  });
});
