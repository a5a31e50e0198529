import assert from 'node:assert/strict';
import { OpenWindows } from '../../../src/files/openWindows';
import { FakeClock } from '../../fakes/clock';
import { FakeFiles } from '../../fakes/files';
import { FakeLog } from '../../fakes/log';
import { settle } from '../../fakes/settle';
import { press, told, World } from './uploadWorld';

describe('uploads that another window left', () => {
  let world: World;
  let first: ReturnType<World['open']>;

  beforeEach(() => {
    world = new World();
    first = world.open();
  });

  /** The questions of a window, with their buttons. */
  const asked = ({ prompts }: ReturnType<World['open']>) =>
    prompts.asked.map(({ text, choices }) => [text, choices.join()]);

  it('go on at the address of before, without a byte being sent unasked', async () => {
    await first.add('talk.mp4');
    const { name } = world.last;
    const url = await world.last.begin();
    first.crash();
    const second = world.open();
    await second.resume();
    assert.deepEqual(told(second.rows[0]), ['paused', 'interrupted', 'resume']);
    assert.deepEqual(asked(second), [
      ['The upload of talk.mp4 was interrupted.', 'Resume,Show,Discard'],
    ]);
    assert.equal(world.sendings.length, 1);
    await press(second.rows[0], 'resume');
    assert.deepEqual([world.last.name, world.last.session], [name, url]);
    await world.last.finish();
    assert.equal(second.rows[0]?.text, 'Uploaded talk.mp4');
    assert.deepEqual([world.jobs, [...world.secrets.stored]], [[], []]);
  });

  it('are kept when the window is closed in the middle', async () => {
    const handle = await first.add('talk.mp4');
    const url = await world.last.begin();
    first.queue.dispose();
    await assert.rejects(handle.done, /Cancelled/);
    await settle();
    assert.deepEqual([world.cancelled, first.rows[0]?.state], [[], 'withdrawn']);
    const second = world.open();
    await second.resume();
    await press(second.rows[0], 'resume');
    assert.equal(world.last.session, url);
  });

  it('are asked about once, however many there are', async () => {
    for (const name of ['a', 'b', 'c']) await first.add(name);
    await press(first.rows[1], 'pause');
    first.crash();
    const second = world.open();
    second.prompts.replies.push('Resume');
    await second.resume();
    assert.deepEqual(
      asked(second).map(([text]) => text),
      ['2 uploads were interrupted.'],
    );
    assert.deepEqual(
      second.rows.map(({ title, state }) => [title, state]),
      [
        ['Uploading a', 'running'],
        ['Uploading b', 'paused'],
        ['Uploading c', 'running'],
      ],
    );
    await second.resume();
    assert.equal(second.rows.length, 3);
  });

  it('are shown, or discarded with what the service has of them', async () => {
    await first.add('a');
    const url = await world.last.begin();
    first.crash();
    const second = world.open();
    second.prompts.replies.push('Show');
    await second.resume();
    assert.deepEqual(second.shown, ['activity']);
    second.crash();
    const third = world.open();
    third.prompts.replies.push('Discard');
    await third.resume();
    assert.deepEqual(world.cancelled, [url]);
    assert.equal(third.rows[0]?.state, 'cancelled');
    assert.deepEqual([world.jobs, [...world.secrets.stored]], [[], []]);
  });

  it('are left alone while their window is open', async () => {
    await first.add('talk.mp4');
    const second = world.open();
    for (let minute = 0; minute < 3; minute++) {
      await second.resume();
      assert.equal(second.rows.length, 0);
      world.clock.advance(60_000);
      await settle();
    }
  });

  it('are taken up when nothing was heard of their window, whoever has its number now', async () => {
    await first.add('talk.mp4');
    const beat = [...world.disk.files].find(([name]) => name.endsWith('.window'));
    assert.ok(beat);
    first.queue.dispose();
    await settle();
    // As a crash leaves it: the process that has the number now is another one.
    world.disk.files.set(...beat);
    world.clock.advance(60_000);
    const second = world.open();
    await second.resume();
    assert.equal(second.rows.length, 1);
  });

  it('are taken over by one of two windows that want them', async () => {
    await first.add('talk.mp4');
    await world.last.begin();
    first.crash();
    const [second, third] = [world.open(), world.open()];
    await second.resume();
    await third.resume();
    const resume = (window: typeof second) => window.rows[0]?.actions[0]?.run();
    await Promise.all([resume(second), resume(third)]);
    await settle();
    assert.deepEqual([second.rows[0]?.state, third.rows[0]?.state], ['running', 'withdrawn']);
    assert.equal(world.sendings.length, 2);
    assert.equal(world.jobs.length, 1);
  });

  it('are not taken away from the window that goes on with them', async () => {
    await first.add('talk.mp4');
    await world.last.begin();
    first.crash();
    const [second, third] = [world.open(), world.open()];
    await second.resume();
    await third.resume();
    await press(second.rows[0], 'resume');
    third.rows[0]?.cancel();
    await settle();
    assert.deepEqual([third.rows[0]?.state, world.cancelled], ['withdrawn', []]);
    await world.last.finish();
    assert.equal(second.rows[0]?.state, 'done');
  });

  it('stay with a window that only stood still, and is heard of again', async () => {
    await first.add('talk.mp4');
    await world.last.begin();
    // As after sleep: the next sign of life is due, and was not given yet.
    world.clock.advance(100_000);
    const second = world.open();
    await second.resume();
    assert.equal(second.rows[0]?.state, 'paused');
    world.clock.advance(20_000);
    await settle();
    await press(second.rows[0], 'resume');
    assert.deepEqual([second.rows[0].state, first.rows[0]?.state], ['withdrawn', 'running']);
    assert.equal(world.sendings.length, 1);
  });

  it('are left by a window that stood still while another one went on with them', async () => {
    const handle = await first.add('talk.mp4');
    const url = await world.last.begin();
    await first.add('paused.mp4');
    await press(first.rows[1], 'pause');
    world.clock.advance(100_000);
    const second = world.open();
    await second.resume();
    for (const row of second.rows) await press(row, 'resume');
    assert.equal(world.sendingOf('talk.mp4').session, url);
    world.clock.advance(20_000);
    await settle();
    await assert.rejects(handle.done, /Cancelled/);
    assert.deepEqual(
      first.rows.map(({ state }) => state),
      ['withdrawn', 'withdrawn'],
    );
    assert.deepEqual([world.cancelled, world.jobs.length], [[], 2]);
    await world.sendingOf('talk.mp4').finish();
    assert.equal(second.rows[0]?.state, 'done');
  });

  it('begin anew, when that is wanted, where the file is another one by now', async () => {
    await first.add('talk.mp4');
    const url = await world.last.begin();
    first.crash();
    world.write('talk.mp4', 'content of TALK.mp4');
    const second = world.open();
    await second.resume();
    second.prompts.replies.push('Start Over');
    await press(second.rows[0], 'resume');
    const [, question] = asked(second);
    assert.match(String(question), /^Can’t resume the upload of talk\.mp4\./);
    assert.match(
      String(question),
      /\/talk\.mp4 was changed or deleted after the upload started\.,Start Over,Discard$/,
    );
    assert.deepEqual([world.cancelled, world.last.session], [[url], undefined]);
    assert.notEqual(world.last.name, world.sendings[0]?.name);
    await world.last.finish();
    assert.equal(second.rows[0]?.state, 'done');
  });

  it('begin anew, or are given up, where nobody has their address any more', async () => {
    await first.add('talk.mp4');
    await world.last.begin();
    first.crash();
    world.secrets.stored.clear();
    const second = world.open();
    await second.resume();
    await press(second.rows[0], 'resume');
    assert.deepEqual(told(second.rows[0]), ['failed', 'The upload session was lost.', 'retry']);
    assert.equal(world.sendings.length, 1);
    second.rows[0]?.cancel();
    await settle();
    assert.deepEqual(world.jobs, []);
  });

  it('say so where their file is gone, and wait for it to come back', async () => {
    await first.add('talk.mp4');
    const url = await world.last.begin();
    first.crash();
    const content = world.contents.get('/talk.mp4');
    assert.ok(content);
    world.contents.delete('/talk.mp4');
    const second = world.open();
    await second.resume();
    await press(second.rows[0], 'resume');
    assert.deepEqual(told(second.rows[0]), ['failed', '/talk.mp4 doesn’t exist.', 'retry']);
    world.contents.set('/talk.mp4', content);
    await press(second.rows[0], 'retry');
    assert.equal(world.last.session, url);
  });

  it('are followed at once where the service has all of them', async () => {
    await first.add('talk.mp4');
    const { name } = world.last;
    await world.last.finish({ state: 'PROCESSING' });
    first.crash();
    world.files.set(name, { name, state: 'ACTIVE', uri: 'u' });
    const second = world.open();
    await second.resume();
    assert.equal(second.rows[0]?.state, 'done');
    assert.deepEqual([asked(second), world.jobs], [[], []]);
  });

  it('are shown where another window sets the damaged one aside at the same moment', async () => {
    await first.add('a');
    await first.add('b');
    const [name = ''] = world.jobs;
    world.disk.files.set(name, '{"id":"x');
    first.crash();
    const [second, third] = [world.open(), world.open()];
    await Promise.all([second.resume(), third.resume()]);
    assert.deepEqual(
      [...second.rows, ...third.rows].map(({ title }) => title),
      ['Uploading b', 'Uploading b'],
    );
  });

  it('leave nothing of a window that crashed once all was sent', async () => {
    await first.add('done.mp4');
    await world.last.finish();
    first.crash();
    const second = world.open();
    await second.add('talk.mp4');
    await second.resume();
    const signs = [...world.disk.files.keys()].filter((name) => name.endsWith('.window'));
    assert.deepEqual(signs, ['w1001.window']);
    assert.equal(world.jobs.length, 1);
  });
});

describe('the sign of life of a window', () => {
  it('goes on after one that could not be written', async () => {
    const [files, clock, log] = [new FakeFiles(), new FakeClock(), new FakeLog()];
    const windowOf = (id: string, pid: number): OpenWindows =>
      new OpenWindows(
        { files, clock, log, window: { id, pid, isAlive: () => true } },
        () => undefined,
      );
    const [own, other] = [windowOf('w1', 11), windowOf('w2', 12)];
    await own.begin();
    files.failNext = new Error('EBUSY');
    for (let beats = 0; beats < 6; beats++) {
      clock.advance(20_000);
      await settle();
    }
    assert.equal(log.lines.length, 1);
    assert.equal(await other.isOpen('w1'), true);
    own.dispose();
    await settle();
    assert.equal(clock.pending, 0);
  });

  it('is late where others could not see it for so long that they take the window for closed', async () => {
    const [files, clock, log] = [new FakeFiles(), new FakeClock(), new FakeLog()];
    let late = 0;
    const window = { id: 'w1', pid: 11, isAlive: () => true };
    const own = new OpenWindows({ files, clock, log, window }, () => (late += 1));
    await own.begin();
    for (let beats = 0; beats < 5; beats++) {
      files.failNext = new Error('ENOSPC');
      clock.advance(20_000);
      await settle();
    }
    files.failNext = undefined;
    clock.advance(20_000);
    await settle();
    assert.ok(late > 0);
    own.dispose();
  });
});
