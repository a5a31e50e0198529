import assert from 'node:assert/strict';
import { ActivityList } from '../../../src/activity/activityList';
import { ActivityTree } from '../../../src/activity/activityTree';
import { rowText } from '../../../src/activity/rowText';
import { createRun, type NoticeStep } from '../../../src/activity/runActivity';
import { CancelledError } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import type { Task } from '../../../src/platform/activity';
import { FakeClock } from '../../fakes/clock';
import { english } from '../../fakes/l10n';
import { settle } from '../../fakes/settle';

describe('the activities of a window', () => {
  let clock: FakeClock;
  let list: ActivityList;
  let closing: AbortController;
  let notices: { title: string; cancel: () => void; steps: NoticeStep[]; isOpen: boolean }[];
  let run: ReturnType<typeof createRun>;

  beforeEach(() => {
    clock = new FakeClock();
    list = new ActivityList(clock);
    closing = new AbortController();
    notices = [];
    run = createRun({
      list,
      l10n: english,
      closing: closing.signal,
      showNotice(title, cancel, work) {
        const notice = { title, cancel, steps: [] as NoticeStep[], isOpen: true };
        notices.push(notice);
        void work((step) => notice.steps.push(step)).then(() => (notice.isOpen = false));
      },
    });
  });

  /** Work that goes on until the test ends it. */
  function begun(title: string) {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    let task: Task | undefined;
    const ended = run(title, (given) => {
      task = given;
      given.signal.addEventListener('abort', () => reject(given.signal.reason as Error));
      return promise;
    });
    ended.catch(() => undefined);
    assert.ok(task);
    return { task, resolve, reject, ended };
  }

  const rows = () => list.entries.map((entry) => rowText(entry, clock.now(), english));

  it('says what runs, how far it is and for how long', () => {
    const { task } = begun('Import into Recipes');
    clock.advance(65_000);
    assert.equal(rows()[0]?.description, '1 min 5 s');
    task.report({ done: 3, total: 12 });
    assert.equal(rows()[0]?.description, '3 of 12 · 1 min 5 s');
    task.report({ text: '3 of 12 chunks' });
    assert.deepEqual(rows()[0], {
      label: 'Import into Recipes',
      description: '3 of 12 chunks · 1 min 5 s',
      spoken: 'Import into Recipes, running, 3 of 12 chunks, 1 min 5 s',
    });
    assert.equal(list.running, 1);
    assert.equal(list.hasEnded, false);
  });

  it('gives what the work gives, and keeps how it ended', async () => {
    const good = begun('Good');
    const bad = begun('Bad');
    clock.advance(8000);
    good.task.conclude('2 chunks were imported');
    good.resolve('a result');
    assert.equal(await good.ended, 'a result');
    clock.advance(1000);
    bad.reject(new Error('The disk is full.'));
    await assert.rejects(bad.ended, /The disk is full/);
    clock.advance(60_000);
    assert.deepEqual(
      rows().map(({ label, description }) => [label, description]),
      [
        ['Bad', 'failed · 9 s · The disk is full.'],
        ['2 chunks were imported', 'done · 8 s'],
      ],
    );
  });

  it('is cancelled from its row, and from its notification', async () => {
    for (const cancel of [() => list.entries[0]?.cancel?.(), () => notices.at(-1)?.cancel()]) {
      const { ended } = begun('Long work');
      cancel();
      await assert.rejects(ended, CancelledError);
      assert.equal(rows()[0]?.description, 'cancelled · 0 s');
      assert.equal(list.entries[0]?.cancel, undefined);
    }
  });

  it('is cancelled when the window goes', async () => {
    const { ended } = begun('Long work');
    closing.abort(new CancelledError());
    await assert.rejects(ended, CancelledError);
  });

  it('moves the bar of the notification by what was done since, and closes it at the end', async () => {
    const { task, resolve, ended } = begun('Long work');
    task.report({ done: 1, total: 4 });
    task.report({ text: 'three of four', done: 3 });
    assert.deepEqual(notices[0]?.steps, [
      {},
      { message: '1 of 4', increment: 25 },
      { message: 'three of four', increment: 50 },
    ]);
    resolve('');
    await ended;
    await settle();
    assert.deepEqual(
      notices.map(({ isOpen }) => isOpen),
      [false],
    );
  });

  it('offers to undo once, and again only where that failed', async () => {
    const { task, resolve, ended } = begun('Delete 2 chunks');
    let undone = 0;
    let failure: Error | undefined = new Error('no network');
    task.offer({
      kind: 'undo',
      run() {
        undone++;
        return failure ? Promise.reject(failure) : Promise.resolve();
      },
    });
    assert.deepEqual(list.entries[0]?.actions, []);
    resolve('');
    await ended;
    const id = list.entries.map((entry) => entry.id).join();
    await assert.rejects(list.run(id, 'undo'), /no network/);
    failure = undefined;
    await list.run(id, 'undo');
    await list.run(id, 'undo');
    assert.equal(undone, 2);
    assert.deepEqual(list.find(id)?.actions, []);
  });

  it('offers nothing for work that failed', async () => {
    const { task, reject, ended } = begun('Delete 2 chunks');
    task.offer({ kind: 'undo', run: () => Promise.resolve() });
    reject(new Error('no'));
    await assert.rejects(ended);
    assert.deepEqual(list.entries[0]?.actions, []);
  });

  it('keeps a hundred that ended, and all that run; clearing leaves those', async () => {
    begun('Runs');
    for (let index = 0; index < 101; index++) {
      await run(`Ended ${String(index)}`, () => Promise.resolve());
    }
    const titles = list.entries.map(({ title }) => title);
    assert.equal(titles.length, 101);
    assert.equal(titles[0], 'Runs');
    assert.ok(titles.includes('Ended 100') && !titles.includes('Ended 0'));
    list.clear();
    assert.deepEqual(
      list.entries.map(({ title }) => title),
      ['Runs'],
    );
  });

  describe('in a view', () => {
    const visibility = new Emitter<void>();
    let view: { visible: boolean; onDidChangeVisibility: typeof visibility.event };
    let drawn: (number | 'all')[];
    let tree: ActivityTree;

    beforeEach(() => {
      view = { visible: true, onDidChangeVisibility: visibility.event };
      drawn = [];
      tree = new ActivityTree(list, view, clock, (some) => {
        drawn.push(some?.length ?? 'all');
        tree.rows();
      });
    });

    afterEach(() => tree.dispose());

    function show(visible: boolean): void {
      view.visible = visible;
      visibility.fire();
    }

    it('draws many changes once, and the rows that run each second', () => {
      const { task } = begun('One');
      for (let index = 0; index < 50; index++) task.report({ done: index });
      clock.advance(100);
      assert.deepEqual(drawn, ['all']);
      clock.advance(3000);
      assert.deepEqual(drawn, ['all', 1, 1, 1]);
    });

    it('draws nothing while nobody sees it, and what it missed when it is back', () => {
      show(false);
      const { task } = begun('One');
      clock.advance(10_000);
      task.report({ done: 1 });
      assert.deepEqual(drawn, []);
      assert.equal(clock.pending, 0);
      show(true);
      assert.deepEqual(drawn, ['all']);
    });

    it('stands still once nothing runs', async () => {
      await run('One', () => Promise.resolve());
      clock.advance(100);
      assert.deepEqual(drawn, ['all']);
      assert.equal(clock.pending, 0);
    });

    it('keeps the object of a row, by which VS Code knows it', () => {
      begun('One');
      const [first] = tree.rows();
      begun('Two');
      assert.equal(tree.rows()[1], first);
    });
  });
});
