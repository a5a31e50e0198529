import assert from 'node:assert/strict';
import { formatConversation } from '../../../../../src/conversation/store/conversationFile';
import { ConversationIndex } from '../../../../../src/conversation/store/conversationIndex';
import {
  ConversationSearch,
  type HistoryNode,
  HistoryTree,
  dayGroup,
} from '../../../../../src/playground/host/history/historyTree';
import { FakeClock } from '../../../../fakes/clock';
import { settled } from '../../../../fakes/settle';
import { MemoryFiles } from '../../../conversation/memoryFiles';
import { conversation } from '../../../conversation/samples';

const A = 'aaaaaaaaaaaaaaaa';
const B = 'bbbbbbbbbbbbbbbb';

describe('the view of the conversations', () => {
  let files: MemoryFiles;
  let clock: FakeClock;
  let view: { visible: boolean };
  let draws: (readonly HistoryNode[] | undefined)[];
  let told: unknown[];
  let tree: HistoryTree;

  beforeEach(async () => {
    files = new MemoryFiles();
    clock = new FakeClock();
    view = { visible: true };
    draws = [];
    told = [];
    tree = new HistoryTree({
      index: new ConversationIndex(files),
      view,
      clock,
      draw: (rows) => draws.push(rows),
      onFailed: (error) => told.push(error),
      onFiltered: (filter) => told.push(filter),
    });
    await put(A, 'Apples', 0);
    await put(B, 'Pears', 40);
  });

  async function put(id: string, title: string, daysAgo: number): Promise<void> {
    const updateTime = new Date(clock.now() - daysAgo * 24 * 3_600_000).toISOString();
    await files.write(`${id}.json`, formatConversation(conversation({ id, title, updateTime })));
  }

  async function shown(): Promise<readonly (readonly [HistoryNode, ...HistoryNode[]])[]> {
    const days = await tree.children();
    return Promise.all(days.map(async (day) => [day, ...(await tree.children(day))] as const));
  }

  const ALL = [
    [{ group: 'today' }, { conversation: A }],
    [{ group: 'older' }, { conversation: B }],
  ];

  it('has the conversations by their days, and no day without one', async () => {
    assert.deepEqual(await shown(), ALL);
    assert.equal(tree.count('today'), 1);
  });

  it('reads nothing before somebody looks', async () => {
    files.list = () => Promise.reject(new Error('read'));
    tree.changed(A);
    await tree.refresh();
    await settled(clock.advance(1000));
    assert.deepEqual([draws, told], [[], []]);
  });

  it('sees what another window did once it is looked at again', async () => {
    await shown();
    await files.remove(`${A}.json`);
    await tree.refresh();
    assert.deepEqual([draws, await shown()], [[undefined], [ALL[1]]]);
  });

  it('leaves what a search finds, also of what is written meanwhile, and shows all again', async () => {
    await tree.filter(new ConversationSearch(files, 'pears'));
    assert.deepEqual(await shown(), [ALL[1]]);
    assert.deepEqual(told, [{ text: 'pears', found: 1 }]);
    await put(A, 'Two pears', 0);
    await tree.refresh();
    assert.deepEqual(await shown(), ALL);
    assert.deepEqual(told.at(-1), { text: 'pears', found: 2 });
    await tree.filter(undefined);
    assert.equal(told.at(-1), undefined);
  });

  it('says that the folder can’t be read, and finds it again', async () => {
    const list = files.list.bind(files);
    files.list = () => Promise.reject(new Error('no access'));
    assert.deepEqual(await shown(), []);
    assert.match(String(told[0]), /no access/);
    files.list = list;
    await tree.refresh();
    assert.deepEqual(await shown(), ALL);
    // What the view said is gone.
    assert.deepEqual(told.slice(1), [undefined]);
  });
});

describe('the days of the conversations', () => {
  const former = process.env.TZ;

  afterEach(() => {
    if (former === undefined) delete process.env.TZ;
    else process.env.TZ = former;
  });

  const group = (zone: string, time: string, now: string): string => {
    process.env.TZ = zone;
    return dayGroup(time, Date.parse(now));
  };

  for (const [zone, time, now, expected] of [
    ['UTC', '2026-03-09T23:59:59Z', '2026-03-10T00:00:01Z', 'yesterday'],
    ['UTC', '2026-03-03T00:00:00Z', '2026-03-10T12:00:00Z', 'week'],
    ['UTC', '2026-03-02T23:59:59Z', '2026-03-10T12:00:00Z', 'older'],
    // The same two moments are of one day in one place, and of two in another.
    ['Asia/Tokyo', '2026-03-09T15:30:00Z', '2026-03-10T10:00:00Z', 'today'],
    ['America/New_York', '2026-03-09T15:30:00Z', '2026-03-10T10:00:00Z', 'yesterday'],
    // Clocks went forward: that day had 23 hours.
    ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-30T06:00:00Z', 'yesterday'],
    // Another machine's clock is ahead, and a time that is none.
    ['UTC', '2027-01-01T00:00:00Z', '2026-03-10T12:00:00Z', 'today'],
    ['UTC', 'yesterday', '2026-03-10T12:00:00Z', 'older'],
  ] as const) {
    it(`takes ${time} in ${zone} at ${now} for ${expected}`, () => {
      assert.equal(group(zone, time, now), expected);
    });
  }
});
