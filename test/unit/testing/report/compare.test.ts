import assert from 'node:assert/strict';
import {
  failuresFirst,
  goneCount,
  KeptRows,
  sharedRuns,
  totalsOf,
} from '../../../../src/testing/report/compare';
import type { ReportCell, ReportRun } from '../../../../src/testing/report/reportRun';

function cell(name: string, variant: string, more: Partial<ReportCell> = {}): ReportCell {
  const { verdict = 'pass' } = more;
  return {
    id: `${name}#${variant}`,
    row: `file#${name}`,
    name,
    variant,
    verdict,
    file: 'file.prompt.json',
    tags: '',
    isFlaky: false,
    count: 1,
    passed: verdict === 'pass' ? 1 : 0,
    ...more,
  };
}

const reportRows: KeptRows['of'] = (...runs) => new KeptRows().of(...runs);

function run(cells: readonly ReportCell[], more: Partial<ReportRun> = {}): ReportRun {
  return { id: 'r', time: '', connection: '', state: 'ended', sums: {}, means: [], cells, ...more };
}

describe('the report of a run', () => {
  it('says what has become better and worse, the worst of a case first', () => {
    const before = run([
      cell('a', 'flash', { verdict: 'fail' }),
      cell('a', 'pro'),
      cell('b', 'flash'),
      cell('c', 'flash', { verdict: 'fail' }),
      cell('gone', 'flash'),
    ]);
    const after = run([
      cell('a', 'flash'),
      cell('a', 'pro', { verdict: 'fail' }),
      cell('b', 'flash'),
      cell('c', 'flash'),
      cell('d', 'flash'),
    ]);
    const rows = reportRows(after, before);
    assert.deepEqual(
      rows.map(({ name, change }) => [name, change]),
      [
        ['a', 'worse'],
        ['b', 'same'],
        ['c', 'better'],
        ['d', 'added'],
      ],
    );
    assert.equal(rows[0]?.cells.get('flash')?.change, 'better');
    assert.equal(rows[0]?.cells.get('pro')?.before?.verdict, 'pass');
    assert.equal(goneCount(after, before), 1);
  });

  it('compares two models by the case where each run has one', () => {
    const [row] = reportRows(
      run([cell('a', 'pro')]),
      run([cell('a', 'flash', { verdict: 'fail' })]),
    );
    assert.equal(row?.change, 'better');
  });

  it('compares numbers of what two runs share', () => {
    const sums = { ms: 9000, tokens: 300 };
    const two = run([cell('a', 'flash', { tokens: 10 }), cell('a', 'pro', { tokens: 90 })], {
      sums,
    });
    const one = run([cell('a', 'flash', { tokens: 12 })], { sums: { ms: 5000, tokens: 12 } });
    assert.deepEqual(
      sharedRuns(two, one).map((each) => [totalsOf(each).tokens, totalsOf(each).ms]),
      [
        [10, undefined],
        [12, undefined],
      ],
    );
    const other = run([cell('a', 'other')]);
    assert.deepEqual(sharedRuns(two, other), [two, other]);
    assert.deepEqual(sharedRuns(two, two), [two, two]);
  });

  it('shows failures first, then what was not measured, each in the order in which it came', () => {
    const verdicts = { a: 'pass', b: 'notMeasured', c: 'fail', d: 'pass', e: 'fail' } as const;
    const cells = Object.entries(verdicts).map(([name, verdict]) =>
      cell(name, 'flash', { verdict }),
    );
    const rows = failuresFirst(
      reportRows(run([...cells, cell('d', 'pro', { verdict: 'fail' })]), undefined),
    );
    assert.equal(rows.map(({ name }) => name).join(''), 'cdeba');
  });

  it('adds up what was taken, by what its end told or by its answers so far', () => {
    const cells = [
      cell('a', 'flash', { tokens: 100, price: 0.5, score: 0.5, count: 3 }),
      cell('b', 'flash', { tokens: 50, verdict: 'fail', score: 1 }),
      cell('c', 'flash', { verdict: 'notMeasured' }),
    ];
    assert.deepEqual(totalsOf(run(cells)), {
      all: 3,
      verdicts: { pass: 1, fail: 1, notMeasured: 1, inconclusive: 0 },
      flaky: 0,
      tokens: 350,
      price: 1.5,
      score: 0.75,
    });
    assert.equal(totalsOf(run(cells, { sums: { tokens: 999, ms: 5 } })).tokens, 999);
  });
});
