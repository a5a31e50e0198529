import assert from 'node:assert/strict';
import { retrievalCases } from '../../../../src/testing/retrieval/retrievalCases';
import type { QuestionResult } from '../../../../src/testing/retrieval/retrievalResult';
import { totalsOf } from '../../../../src/testing/retrieval/runRetrieval';
import type { SweepEvent } from '../../../../src/testing/retrieval/sweep';
import type { RunEvent } from '../../../../src/testing/result';

const URI = 'file:///a.retrieval.json';
const source = { corpus: 'corpora/notes' };

const passed: QuestionResult = {
  id: 'a',
  name: 'Why?',
  question: 'Why?',
  tags: ['t'],
  variant: 'few',
  durationMs: 5,
  tokens: 7,
  place: { uri: URI, line: 4, column: 5 },
  verdict: 'pass',
  figures: { mrr: 1 },
  shortfalls: [],
  expectations: [{ expected: { chunk: 'x' }, rank: 1 }],
  found: [{ chunk: 'x', title: 'Kites', text: 'Wind\nand tail' }],
};
const failed: QuestionResult = {
  ...passed,
  id: 'b',
  name: 'How?',
  verdict: 'fail',
  figures: { mrr: 0 },
  shortfalls: [{ figure: 'mrr', value: 0, least: 1 }],
  expectations: [{ expected: { text: 'stones' } }],
};

async function told(events: readonly SweepEvent[]): Promise<readonly RunEvent[]> {
  const given = (async function* () {
    await Promise.resolve();
    yield* events;
  })();
  const all: RunEvent[] = [];
  const of = { uri: URI, source, startedAt: 1000 };
  for await (const event of retrievalCases(given, of)) all.push(event);
  return all;
}

const casesIn = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.kind === 'case' ? [event.result] : []));

describe('retrieval questions as cases', () => {
  it('say which passed, what was found, and why the others did not pass', async () => {
    const totals = totalsOf({ source }, [passed, failed], false);
    const events = await told([
      { kind: 'started', id: 'a' },
      ...[passed, failed].map((result) => ({ kind: 'question', result }) as const),
      { kind: 'ended', totals },
    ]);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['started', 'attempt', 'case', 'attempt', 'case', 'ended'],
    );
    const [first, second] = casesIn(events);
    assert.deepEqual(first?.variant, { model: 'corpora/notes', settings: 'few' });
    assert.deepEqual(
      [first.verdict, first.passed, first.tokens, first.place.line],
      ['pass', 1, 7, 4],
    );
    assert.deepEqual(
      [first.attempts[0]?.text, first.attempts[0]?.problem, first.attempts[0]?.figures],
      ['1. Kites · x · Wind and tail', undefined, { values: { mrr: 1 }, isCited: false }],
    );
    assert.deepEqual(
      [second?.verdict, second?.attempts[0]?.unmet],
      [
        'fail',
        {
          message: 'Expected MRR to be at least 1.00, but got 0.00. Not found: “stones”.',
          expected: 'stones',
          actual: 'Wind and tail',
        },
      ],
    );
    const last = events.at(-1);
    assert.deepEqual(last?.kind === 'ended' && last.totals, {
      passed: 1,
      failed: 1,
      notMeasured: 0,
      flaky: 0,
      attempts: 2,
      durationMs: 10,
      tokens: 14,
    });
  });

  it('have one for means that are less than they have to be', async () => {
    const totals = totalsOf({ source, atLeast: { mrr: 0.75 } }, [passed, failed], true);
    const events = await told([{ kind: 'ended', totals }]);
    const [means] = casesIn(events);
    assert.deepEqual(
      [means?.name, means?.verdict, means?.attempts[0]?.unmet],
      [
        'All questions together',
        'fail',
        { message: 'Expected MRR to be at least 0.75, but got 0.50.' },
      ],
    );
    const last = events.at(-1);
    assert.equal(last?.kind === 'ended' && last.totals.failed, 2);
    assert.equal(last?.kind === 'ended' && last.endedEarly, 'cancelled');
  });
});
