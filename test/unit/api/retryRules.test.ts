import assert from 'node:assert/strict';
import { createClient } from '../../../src/api/client';
import { ServiceError, TransportError, type TransportReason } from '../../../src/api/errors';
import { decodeErrorBody, retryAfter } from '../../../src/api/errors/decode';
import { isOperationId, operationIds, operationRow } from '../../../src/api/operations';
import { nonRetryableReason, type RetryDecision, decideRetry } from '../../../src/api/retryPolicy';
import { EagerClock } from '../../fakes/eagerClock';
import { errorAnswer, ScriptedTransport } from '../../fakes/scriptedTransport';
import { failure } from './harness';

const READ = 'models.list';
const SAFE = 'models.generateContent';
const NEVER = 'corpora.create';

/** What each failure allows: a read, a call that is safe to repeat, one that never is. */
const statuses: readonly (readonly [number, RetryDecision, RetryDecision, RetryDecision])[] = [
  [400, 'end', 'end', 'end'],
  [401, 'end', 'end', 'end'],
  [403, 'end', 'end', 'end'],
  [404, 'end', 'end', 'end'],
  [408, 'repeat', 'end', 'open'],
  [409, 'end', 'end', 'end'],
  [412, 'end', 'end', 'end'],
  [429, 'repeat', 'repeat', 'repeat'],
  [499, 'end', 'end', 'open'],
  [500, 'repeat', 'end', 'open'],
  [501, 'end', 'end', 'end'],
  [502, 'repeat', 'end', 'open'],
  [503, 'repeat', 'repeat', 'open'],
  [504, 'repeat', 'end', 'open'],
];

const reasons: {
  readonly [R in TransportReason]: readonly [RetryDecision, RetryDecision, RetryDecision];
} = {
  unreachable: ['end', 'end', 'open'],
  dns: ['end', 'end', 'end'],
  refused: ['end', 'end', 'end'],
  certificate: ['end', 'end', 'end'],
  proxy: ['end', 'end', 'end'],
  timeout: ['end', 'end', 'open'],
  idle: ['end', 'end', 'open'],
  reset: ['repeat', 'end', 'open'],
  incomplete: ['repeat', 'end', 'open'],
  empty: ['end', 'end', 'open'],
  notJson: ['end', 'end', 'open'],
  tooLarge: ['end', 'end', 'open'],
  redirect: ['end', 'end', 'end'],
  badCredential: ['end', 'end', 'end'],
};

describe('what a failed attempt allows', () => {
  for (const [status, ...verdicts] of statuses) {
    it(`after a ${status}`, () => {
      const failure = decodeErrorBody(status, '');
      const found = [READ, SAFE, NEVER].map((id) => decideRetry(row(id), failure));
      assert.deepEqual(found, verdicts);
    });
  }

  for (const [reason, verdicts] of Object.entries(reasons)) {
    it(`after a call that ended with ${reason}`, () => {
      const failure = new TransportError(reason as TransportReason, 'x');
      const found = [READ, SAFE, NEVER].map((id) => decideRetry(row(id), failure));
      assert.deepEqual(found, verdicts);
    });
  }
});

describe('the table of operations', () => {
  it('repeats every read', () => {
    const reads = operationIds().filter((id) => operationRow(id).verb === 'GET');
    assert.ok(reads.length > 10);
    for (const id of reads) assert.equal(operationRow(id).retry, 'safe', id);
  });
});

function row(id: string): ReturnType<typeof operationRow> {
  return isOperationId(id) ? operationRow(id) : assert.fail(`There is no ${id}.`);
}

const RPC = 'type.googleapis.com/google.rpc.';
const ASK = { model: 'models/x', body: {} } as const;

function retryInfo(retryDelay: string): unknown {
  return { '@type': `${RPC}RetryInfo`, retryDelay };
}

function quota(quotaId: string, quotaValue?: string): unknown {
  return { '@type': `${RPC}QuotaFailure`, violations: [{ quotaId, quotaValue }] };
}

function exhausted(
  message: string,
  details: readonly unknown[] = [],
  retryAfterMs?: number,
): ServiceError {
  const { status, body } = errorAnswer(429, 'RESOURCE_EXHAUSTED', message, details);
  return decodeErrorBody(status, JSON.stringify(body), undefined, retryAfterMs);
}

describe('the delay that the service asks for', () => {
  const cases: readonly (readonly [string, ServiceError, number | undefined])[] = [
    ['RetryInfo', exhausted('No.', [retryInfo('2s')]), 2000],
    ['RetryInfo with parts of a second', exhausted('No.', [retryInfo('44.094321s')]), 44_095],
    ['a sentence in seconds', exhausted('Quota. Please retry in 44.09s.'), 44_090],
    ['a sentence in milliseconds', exhausted('Quota.\nPlease retry in 900.2ms.'), 901],
    ['a sentence in hours', exhausted('Please retry in 1h2m3s.'), 3_723_000],
    ['a header', exhausted('No.', [], 3000), 3000],
    [
      'RetryInfo before the others',
      exhausted('Please retry in 5s.', [retryInfo('2s')], 9000),
      2000,
    ],
    ['the sentence before the header', exhausted('Please retry in 5s.', [], 9000), 5000],
    ['a header with a web page', decodeErrorBody(503, '<html>', undefined, 4000), 4000],
    ['nothing', exhausted('Try again later.'), undefined],
    ['something unreadable', exhausted('Please retry in 5 moons.', [retryInfo('soon')]), undefined],
  ];
  for (const [where, error, expected] of cases) {
    it(`is read from ${where}`, () => assert.equal(error.retryDelayMs, expected));
  }

  it('in a header is seconds or a date, and never negative', () => {
    const now = Date.parse('2026-01-31T12:00:00Z');
    assert.equal(retryAfter({}, now), undefined);
    assert.equal(retryAfter({ 'retry-after': '120' }, now), 120_000);
    assert.equal(retryAfter({ 'retry-after': 'Sat, 31 Jan 2026 12:01:00 GMT' }, now), 60_000);
    assert.equal(retryAfter({ 'retry-after': 'Sat, 31 Jan 2026 11:00:00 GMT' }, now), 0);
    assert.equal(retryAfter({ 'retry-after': '-5' }, now), undefined);
    assert.equal(retryAfter({ 'retry-after': '1.5' }, now), undefined);
    const endless = retryAfter({ 'retry-after': '9'.repeat(400) }, now);
    assert.equal(endless, Number.MAX_SAFE_INTEGER);
    assert.match(
      nonRetryableReason(exhausted('Quota.', [], endless), now) ?? '',
      /more than a day/,
    );
  });
});

describe('a wait that nobody would sit through', () => {
  const never = '9223372036854775807s';
  const cases: readonly (readonly [string, string, readonly unknown[], RegExp])[] = [
    [
      'of a quota of the day',
      'Quota. Please retry in 3s.',
      [quota('GenerateRequestsPerDayPerProjectPerModel-FreeTier', '50'), retryInfo('3s')],
      /daily quota is used up\. It resets at \d\d:\d\d\./,
    ],
    ['of a quota of zero', 'Quota exceeded, limit: 0, model: x', [retryInfo('3s')], /no quota/],
    [
      'of a free quota of zero',
      'You exceeded your current quota.\n* Quota exceeded for metric: ' +
        'generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 0, model: ' +
        'gemini-3.1-pro\nPlease retry in 11.6s.',
      [retryInfo('11s')],
      /no free quota for this model/,
    ],
    ['of a quota with the value zero', 'Quota.', [quota('RequestsPerMinute', '0')], /no quota/],
    [
      'of credits that are used up',
      'Your prepayment credits are depleted. Please go to AI Studio.',
      [retryInfo('3s')],
      /prepaid credits are used up\. Buy more/,
    ],
    ['of more than a minute', 'Please retry in 61s.', [], /retry at \d\d:\d\d\./],
    ['of more than a day', 'No.', [retryInfo('86401s')], /more than a day/],
    ['without an end', 'No.', [retryInfo(never)], /more than a day/],
  ];
  for (const [what, message, details, hint] of cases) {
    it(`${what} is not begun`, async () => {
      const clock = new EagerClock();
      const transport = new ScriptedTransport(() =>
        errorAnswer(429, 'RESOURCE_EXHAUSTED', message, details),
      );
      const client = createClient({ transport, preferredVersion: 'v1beta', retry: { clock } });
      const error = await failure(client.call('models.countTokens', ASK));
      assert.equal(transport.requests.length, 1);
      assert.deepEqual(clock.waits, []);
      assert.match(error.hint ?? '', hint);
      assert.ok(error instanceof ServiceError);
      assert.equal(error.attempts, 1);
    });
  }
});
