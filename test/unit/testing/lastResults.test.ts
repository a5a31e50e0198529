import assert from 'node:assert/strict';
import { LastResults } from '../../../src/testing/host/reportCells';
import type { CaseResult, CheckVerdict } from '../../../src/testing/result';

const ONE = { place: { uri: 'file:///a.prompt.json', line: 3, column: 1 }, name: 'kites' };

function result(id: string, verdict: CheckVerdict): CaseResult {
  return { ...ONE, id, verdict, attempts: [] } as unknown as CaseResult;
}

describe('last results of a case', () => {
  const told = (results: LastResults, ids: readonly string[]): readonly CheckVerdict[] =>
    results.of(ONE, (id) => ids.includes(id)).map(({ verdict }) => verdict);

  it('are those of its own variants, and of models that the last run compared', () => {
    const results = new LastResults();
    assert.deepEqual(told(results, ['flash']), []);
    results.add('1', result('flash', 'pass'));
    results.add('2', result('other', 'pass'));
    results.add('2', result('pro', 'fail'));
    assert.deepEqual(told(results, ['flash']), ['pass', 'pass', 'fail']);
    results.add('3', result('flash', 'notMeasured'));
    assert.deepEqual(told(results, ['flash']), ['notMeasured']);
  });
});
