import assert from 'node:assert/strict';
import { AppError } from '../../../src/base/errors';
import { World } from './uploadWorld';

describe('an upload that the service processes', () => {
  let world: World;
  let window: ReturnType<World['open']>;

  beforeEach(() => {
    world = new World();
    window = world.open();
  });

  it('tells how far it is by what the file is when its turn comes', async () => {
    world.parallel = 1;
    await window.add('first.mp4');
    const handle = await window.add('grows.txt');
    const states: unknown[] = [];
    handle.onDidChange(({ part, text }) => states.push([part, text]));
    world.write('grows.txt', 'x'.repeat(80), 2);
    await world.last.finish();
    world.last.options.onProgress?.({ sent: 40, confirmed: 0 });
    assert.deepEqual(states.at(-1), [0.5, '40 bytes of 80 bytes']);
  });

  it('is not offered again once it is done, also where it can not be remembered', async () => {
    const handle = await window.add('talk.mp4');
    world.uploaded.failNext = new Error('The disk is full.');
    await world.last.finish();
    await handle.done;
    assert.deepEqual([world.jobs, window.rows[0]?.state], [[], 'done']);
    assert.match(window.log.lines.join(), /The disk is full/);
  });

  it('is taken up where it failed when the same file is uploaded once more', async () => {
    const first = await window.add('talk.mp4');
    const url = await world.last.begin();
    await world.last.fail(new AppError('quota', 'Too many.'));
    await assert.rejects(first.done, { reason: 'quota' });
    const again = await window.add('talk.mp4');
    assert.equal(world.last.session, url);
    await world.last.finish();
    assert.equal((await again.done).displayName, 'talk.mp4');
    assert.deepEqual([window.rows.length, world.jobs], [1, []]);
    // What came through is sent anew.
    await window.add('talk.mp4');
    assert.equal(window.rows.length, 2);
  });
});
