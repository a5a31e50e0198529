import assert from 'node:assert/strict';
import { decodeErrorBody } from '../../../src/api/errors/decode';
import { TransportError, type TransportReason } from '../../../src/api/errors/callErrors';
import { isOperationId, operationIds, operationRow } from '../../../src/api/operations';
import { verdictOf, type Verdict } from '../../../src/api/retry/retryPolicy';

const READ = 'models.list';
const SAFE = 'models.generateContent';
const NEVER = 'corpora.create';

/** What each failure allows: a read, a call that is safe to repeat, one that never is. */
const statuses: readonly (readonly [number, Verdict, Verdict, Verdict])[] = [
  [400, 'end', 'end', 'end'],
  [401, 'end', 'end', 'end'],
  [403, 'end', 'end', 'end'],
  [404, 'end', 'end', 'end'],
  [408, 'repeat', 'end', 'lookUp'],
  [409, 'end', 'end', 'end'],
  [412, 'end', 'end', 'end'],
  [429, 'repeat', 'repeat', 'lookUp'],
  [499, 'end', 'end', 'lookUp'],
  [500, 'repeat', 'end', 'lookUp'],
  [501, 'end', 'end', 'end'],
  [502, 'repeat', 'end', 'lookUp'],
  [503, 'repeat', 'repeat', 'lookUp'],
  [504, 'repeat', 'end', 'lookUp'],
];

const reasons: { readonly [R in TransportReason]: readonly [Verdict, Verdict, Verdict] } = {
  unreachable: ['end', 'end', 'lookUp'],
  dns: ['end', 'end', 'end'],
  refused: ['end', 'end', 'end'],
  certificate: ['end', 'end', 'end'],
  proxy: ['end', 'end', 'end'],
  timeout: ['end', 'end', 'lookUp'],
  idle: ['end', 'end', 'lookUp'],
  reset: ['repeat', 'end', 'lookUp'],
  incomplete: ['repeat', 'end', 'lookUp'],
  empty: ['end', 'end', 'lookUp'],
  notJson: ['end', 'end', 'lookUp'],
  tooLarge: ['end', 'end', 'lookUp'],
  redirect: ['end', 'end', 'end'],
  badCredential: ['end', 'end', 'end'],
};

describe('what a failed attempt allows', () => {
  for (const [status, ...verdicts] of statuses) {
    it(`after a ${status}`, () => {
      const failure = decodeErrorBody(status, '');
      const found = [READ, SAFE, NEVER].map((id) => verdictOf(row(id), failure));
      assert.deepEqual(found, verdicts);
    });
  }

  for (const [reason, verdicts] of Object.entries(reasons)) {
    it(`after a call that ended with ${reason}`, () => {
      const failure = new TransportError(reason as TransportReason, 'x');
      const found = [READ, SAFE, NEVER].map((id) => verdictOf(row(id), failure));
      assert.deepEqual(found, verdicts);
    });
  }
});

describe('a connection that breaks before the first byte of an answer', () => {
  const broken = new TransportError('reset', 'x', { isUnanswered: true });

  it('allows every call that only reads or generates once more, and no change', () => {
    for (const id of operationIds()) {
      const { verb, effect, retry } = operationRow(id);
      const expected =
        verb === 'GET'
          ? 'repeat'
          : retry === 'never'
            ? 'lookUp'
            : effect === 'read'
              ? 'repeatOnce'
              : 'end';
      assert.equal(verdictOf(operationRow(id), broken), expected, id);
    }
    assert.equal(verdictOf(row('models.streamGenerateContent'), broken), 'repeatOnce');
    assert.equal(verdictOf(row('corpora.patch'), broken), 'end');
  });
});

describe('the table of operations', () => {
  it('repeats every read', () => {
    const reads = operationIds().filter((id) => operationRow(id).verb === 'GET');
    assert.ok(reads.length > 10);
    for (const id of reads) assert.equal(operationRow(id).retry, 'safe', id);
  });

  it('says how to look up whatever must not be done twice, but for uploads', () => {
    const never = operationIds().filter((id) => operationRow(id).retry === 'never');
    const without = never.filter((id) => operationRow(id).lookup === undefined);
    assert.deepEqual(without, ['media.upload']);
  });

  it('looks up only by reading, and at places that the operation has', () => {
    for (const id of operationIds()) {
      const { lookup, path, query = {}, body } = operationRow(id);
      if (!lookup) continue;
      const { by, each, name, match, answer } = lookup;
      assert.equal(row(by).verb, 'GET', id);
      assert.equal(row(by).paging !== undefined, match !== undefined, id);
      if (typeof answer === 'object' && 'first' in answer) {
        assert.ok(row(answer.first).paging, id);
      }
      const [first = ''] = (each ?? name).split('.');
      const known =
        first === 'body' ? body !== undefined : path.includes(`{${first}=`) || first in query;
      assert.ok(known, `${id}: ${first}`);
    }
  });
});

function row(id: string): ReturnType<typeof operationRow> {
  return isOperationId(id) ? operationRow(id) : assert.fail(`There is no ${id}.`);
}
