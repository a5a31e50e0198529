import assert from 'node:assert/strict';
import { storageTimes } from '../../../src/service/interactions';
import { interactionRecord, interactionsIn } from '../../fakes/interactions';

const KEY = { connection: 'c1', id: 'v1_a' };
const DAY = 24 * 60 * 60 * 1000;

describe('interactions of this machine', () => {
  it('are noted for every window, the last one first, each connection for itself', async () => {
    const { interactions, files, told } = interactionsIn();
    await interactions.begin(interactionRecord());
    const later = interactionRecord({ id: 'v1_b', created: '2026-01-31T12:00:01Z' });
    await interactions.begin(later);
    await interactions.begin(interactionRecord({ connection: 'c2', id: 'v1_a' }));
    const other = interactionsIn(files);
    assert.deepEqual(await other.interactions.list('c1'), [later, interactionRecord()]);
    assert.deepEqual(await other.interactions.find(KEY), interactionRecord());
    assert.equal((await other.interactions.list('c2')).length, 1);
    assert.deepEqual(told[0], { key: KEY, record: interactionRecord() });
    assert.equal(told.length, 3);
  });

  it('take what becomes of them, together where much comes while a file is written', async () => {
    const { interactions, files, told } = interactionsIn();
    await interactions.begin(interactionRecord());
    files.steps.length = 0;
    await Promise.all([
      interactions.change(KEY, { status: 'in_progress', steps: 1 }),
      interactions.change(KEY, { steps: 2, lastEventId: 'e2' }),
      interactions.change(KEY, { steps: 3, lastEventId: 'e3' }),
    ]);
    const expected = { status: 'in_progress', steps: 3, lastEventId: 'e3' };
    assert.deepEqual(await interactions.find(KEY), interactionRecord(expected));
    assert.equal(files.steps.length, 1);
    assert.equal(told.length, 2);
    // The same again is no news.
    await interactions.change(KEY, expected);
    assert.equal(files.steps.length, 1);
    assert.equal(told.length, 2);
  });

  it('go when the service has deleted them for certain', async () => {
    const { interactions, clock, files } = interactionsIn();
    await interactions.begin(interactionRecord());
    await interactions.begin(interactionRecord({ id: 'v1_week', days: 7 }));
    clock.advance(7 * DAY - 1);
    assert.equal((await interactions.list('c1')).length, 2);
    clock.advance(1);
    const [left, ...others] = await interactions.list('c1');
    assert.equal(left?.id, 'v1_a');
    assert.deepEqual(others, []);
    clock.advance(48 * DAY);
    assert.deepEqual(await interactions.list('c1'), []);
    assert.equal(files.files.size, 0);
  });
});

describe('the time for which an interaction is kept', () => {
  const created = '2026-01-31T12:00:00Z';
  const days = (end: number | undefined) => ((end ?? 0) - Date.parse(created)) / DAY;
  const after = (count: number) => new Date(Date.parse(created) + count * DAY).toISOString();

  it('is told as what is certain and what is possible, as the tier is not known', () => {
    const kept = storageTimes({ created });
    assert.deepEqual([days(kept?.least), days(kept?.most)], [1, 55]);
  });

  it('is what was said where somebody did', () => {
    const kept = storageTimes({ created, days: 14, seen: after(2) });
    assert.deepEqual([days(kept?.least), days(kept?.most)], [14, 14]);
    assert.equal(storageTimes({ created: 'yesterday' }), undefined);
  });
});
