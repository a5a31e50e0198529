import assert from 'node:assert/strict';
import { ActivityList, ActivityTree, isFinished } from '../../../src/activity/activityList';
import { type NoticeStep, createRun, rowText } from '../../../src/activity/runActivity';
import { CancelledError } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import type { ActivityAction, Task, TrackedActivity } from '../../../src/platform/activity';
import { FakeClock } from '../../fakes/clock';
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

  const rows = () => list.entries.map((entry) => rowText(entry, clock.now()));

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
        ['2 chunks were imported', 'completed · 8 s'],
      ],
    );
  });

  it('is canceled from its row, and from its notification', async () => {
    for (const cancel of [() => list.entries[0]?.cancel?.(), () => notices.at(-1)?.cancel()]) {
      const { ended } = begun('Long work');
      cancel();
      await assert.rejects(ended, CancelledError);
      assert.equal(rows()[0]?.description, 'canceled');
      assert.equal(list.entries[0]?.cancel, undefined);
    }
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
  });
});

describe('an activity that its owner drives', () => {
  let clock: FakeClock;
  let list: ActivityList;
  let tracked: TrackedActivity;
  let ran: string[];

  const offer = (kind: ActivityAction['kind']): ActivityAction => ({
    kind,
    run() {
      ran.push(kind);
      return Promise.resolve();
    },
  });
  const row = () => {
    const [entry] = list.entries;
    assert.ok(entry);
    const { description, spoken } = rowText(entry, clock.now());
    return { description, spoken, offers: entry.actions.map(({ kind }) => kind).join() };
  };

  beforeEach(() => {
    clock = new FakeClock();
    list = new ActivityList(clock);
    ran = [];
    tracked = list.track({ title: 'Upload talk.mp4', cancel: () => ran.push('cancel') });
  });

  it('stands still with a reason, and goes on', () => {
    tracked.resume([offer('pause')]);
    tracked.report({ text: '12 MB of 80 MB' });
    assert.equal(row().description, '12 MB of 80 MB · 0 s');
    assert.equal(row().offers, 'pause');
    tracked.pause('You are signed out.', [offer('resume')], 'Sign in again.');
    clock.advance(5000);
    assert.deepEqual(row(), {
      description: 'paused · You are signed out.',
      spoken: 'Upload talk.mp4, paused, You are signed out.',
      offers: 'resume',
    });
    assert.equal(list.entries[0]?.pause?.hint, 'Sign in again.');
    tracked.resume([offer('pause')]);
    assert.equal(row().description, '12 MB of 80 MB · 5 s');
  });

  it('goes on after it had failed, and then ends with what it offers', () => {
    tracked.fail('The service is busy.', [offer('retry')]);
    assert.equal(row().description, 'failed · The service is busy.');
    tracked.resume([]);
    assert.equal(row().spoken, 'Upload talk.mp4, running, 0 s');
    tracked.end({ title: 'Uploaded talk.mp4', actions: [offer('open'), offer('copyUri')] });
    assert.equal(row().spoken, 'Uploaded talk.mp4, completed');
    assert.equal(row().offers, 'open,copyUri');
    assert.equal(list.entries[0]?.cancel, undefined);
  });

  it('stands before what has ended, where it failed and can be tried again', () => {
    tracked.fail('The service is busy.', [offer('retry')]);
    list.begin({ title: 'Another' }).end({ kind: 'done' });
    const titles = () => list.entries.map(({ title }) => title);
    assert.deepEqual(titles(), ['Upload talk.mp4', 'Another']);
    tracked.fail('Nothing can be done.', []);
    list.begin({ title: 'A third' });
    assert.deepEqual(titles().slice(0, 1), ['A third']);
  });

  it('is not cleared, and can be canceled, until nobody can take it up again', () => {
    const isOffered = () => list.entries.some((entry) => entry.cancel && !isFinished(entry));
    tracked.pause('', [offer('resume')]);
    list.clear();
    assert.equal(list.entries.length, 1);
    tracked.fail('No.', [offer('retry')]);
    assert.equal(list.hasEnded, false);
    assert.ok(isOffered());
    list.clear();
    assert.equal(list.entries.length, 1);
    tracked.fail('No.', []);
    assert.equal(list.hasEnded, true);
    assert.ok(!isOffered());
    list.clear();
    assert.equal(list.entries.length, 0);
  });

  it('ends as canceled, or leaves no trace', () => {
    tracked.end('cancelled');
    assert.equal(row().spoken, 'Upload talk.mp4, canceled');
    tracked.withdraw();
    tracked.report({ text: 'late' });
    tracked.fail('late', []);
    assert.equal(list.entries.length, 0);
  });
});
