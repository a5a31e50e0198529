import assert from 'node:assert/strict';
import { ActivityList } from '../../../src/activity/activityList';
import { ActivityTree } from '../../../src/activity/activityTree';
import { isOver } from '../../../src/activity/entry';
import { rowText } from '../../../src/activity/rowText';
import type { ActivityAction, TrackedActivity } from '../../../src/platform/activity';
import { FakeClock } from '../../fakes/clock';
import { english } from '../../fakes/l10n';

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
    const { description, spoken } = rowText(entry, clock.now(), english);
    return { description, spoken, offers: entry.actions.map(({ kind }) => kind).join() };
  };
  const press = (kind: ActivityAction['kind']) => list.run(list.entries[0]?.id ?? '', kind);

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

  it('counts as running only while work is done', () => {
    assert.equal(list.running, 1);
    tracked.pause('', []);
    assert.equal(list.running, 0);
    assert.equal(row().description, 'paused');
    tracked.resume([]);
    assert.equal(list.running, 1);
    tracked.fail('No.', [offer('retry')]);
    assert.equal(list.running, 0);
  });

  it('goes on after it had failed, and then ends with what it offers', () => {
    tracked.fail('The service is busy.', [offer('retry')]);
    assert.equal(row().description, 'failed · 0 s · The service is busy.');
    tracked.resume([]);
    assert.equal(row().spoken, 'Upload talk.mp4, running, 0 s');
    tracked.end({ title: 'Uploaded talk.mp4', actions: [offer('open'), offer('copyUri')] });
    assert.equal(row().spoken, 'Uploaded talk.mp4, done, 0 s');
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

  it('offers what it offers again and again', async () => {
    tracked.pause('', [offer('resume')]);
    await press('resume');
    await press('resume');
    assert.deepEqual(ran, ['resume', 'resume']);
    await press('pause');
    assert.equal(ran.length, 2);
  });

  it('is not cleared, and can be cancelled, until nobody can take it up again', () => {
    const isOffered = () => list.entries.some((entry) => entry.cancel && !isOver(entry));
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

  it('ends as cancelled, or leaves no trace', () => {
    tracked.end('cancelled');
    assert.equal(row().spoken, 'Upload talk.mp4, cancelled, 0 s');
    tracked.withdraw();
    tracked.report({ text: 'late' });
    tracked.fail('late', []);
    assert.equal(list.entries.length, 0);
  });

  it('draws two hundred of them ten times a second, and only the rows that changed', () => {
    const drawn: (number | 'all')[] = [];
    const view = { visible: true, onDidChangeVisibility: () => ({ dispose: () => undefined }) };
    const tree = new ActivityTree(list, view, clock, (some) => {
      drawn.push(some?.length ?? 'all');
      if (!some) tree.rows();
    });
    const all = Array.from({ length: 200 }, (_, at) =>
      list.track({ title: `Upload ${String(at)}` }),
    );
    clock.advance(100);
    assert.deepEqual(drawn, ['all']);
    for (let ms = 0; ms < 900; ms += 10) {
      for (const one of all.slice(0, 3)) one.report({ text: String(ms) });
      clock.advance(10);
    }
    assert.ok(drawn.length <= 10, `It was drawn ${String(drawn.length)} times.`);
    assert.deepEqual([...new Set(drawn.slice(1))], [3]);
    tree.dispose();
  });
});
