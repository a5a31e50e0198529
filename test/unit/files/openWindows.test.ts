import assert from 'node:assert/strict';
import { settled } from '../../fakes/settle';
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
    await settled(assert.rejects(handle.done, /Cancelled/));
    assert.deepEqual([world.cancelled, first.rows[0]?.state], [[], 'withdrawn']);
    const second = world.open();
    await second.resume();
    await press(second.rows[0], 'resume');
    assert.equal(world.last.session, url);
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
      await settled(world.clock.advance(60_000));
    }
  });

  it('are taken over by one of two windows that want them', async () => {
    await first.add('talk.mp4');
    await world.last.begin();
    first.crash();
    const [second, third] = [world.open(), world.open()];
    await second.resume();
    await third.resume();
    const resume = (window: typeof second) => window.rows[0]?.actions[0]?.run();
    await settled(Promise.all([resume(second), resume(third)]));
    assert.deepEqual([second.rows[0]?.state, third.rows[0]?.state], ['running', 'withdrawn']);
    assert.equal(world.sendings.length, 2);
    assert.equal(world.jobs.length, 1);
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
});
