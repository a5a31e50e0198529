import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunJournal } from '../../../src/testing/host/runJournal';
import type { CaseResult } from '../../../src/testing/result';
import { FakeLog } from '../../fakes/log';
import { folderForEach } from '../../fakes/folder';

const FACTS = { startedAt: Date.UTC(2026, 0, 2), profile: 'run', connection: 'Mine' };

function resultOf(name: string, verdict: CaseResult['verdict']): CaseResult {
  return {
    id: name,
    name,
    verdict,
    prompt: 'file:///a.prompt.json',
    tags: [],
    isFlaky: false,
    place: { uri: 'file:///a.prompt.json', line: 1, column: 1 },
    variant: { model: 'models/m' },
    case: { name, expect: [] },
    passAt: 1,
    passed: verdict === 'pass' ? 1 : 0,
    failed: verdict === 'fail' ? 1 : 0,
    notMeasured: 0,
    attempts: [],
    groups: [],
  };
}

describe('the journal of runs', () => {
  const folder = folderForEach();
  const open = (): RunJournal => new RunJournal(folder(), new FakeLog());

  it('has every finished result of a run that a closed window has cut off, and no half one', async () => {
    const before = open();
    const id = await before.begin(FACTS);
    before.add(id, resultOf('kites', 'pass'));
    before.add(id, resultOf('boats', 'fail'));
    // Reading waits for what is being written. Of the next result only the beginning came to the disk.
    await before.read(id);
    await appendFile(join(folder(), `${id}.jsonl`), '{"kind":"case","result":{"id":"sto');

    const run = await open().read(id);
    assert.deepEqual(
      run?.cases.map(({ name, verdict }) => [name, verdict]),
      [
        ['kites', 'pass'],
        ['boats', 'fail'],
      ],
    );
    assert.deepEqual([run.isCutOff, run.totals.passed, run.totals.failed], [true, 1, 1]);
    assert.equal(run.connection, 'Mine');
  });

  it('goes on with other runs, and has the means of questions', async () => {
    const first = open();
    const cut = await first.begin(FACTS);
    await first.read(cut);
    const next = open();
    const whole = await next.begin({ ...FACTS, startedAt: FACTS.startedAt + 1000 });
    const variants = [{ variant: '', figures: { mrr: 1 }, passed: 1, failed: 0, notMeasured: 0 }];
    const means = { uri: 'file:///a.retrieval.json', totals: { isCited: false, variants } };
    next.addMeans(whole, means);
    const totals = { passed: 1, failed: 0, notMeasured: 0, flaky: 0, attempts: 1, durationMs: 5 };
    await next.end(whole, totals, undefined);
    const journal = open();
    assert.deepEqual(await journal.list(), [whole, cut]);
    const kept = await journal.read(whole);
    assert.deepEqual([kept?.isCutOff, kept?.means, kept?.totals], [false, [means], totals]);
  });
});
