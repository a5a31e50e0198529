import assert from 'node:assert/strict';
import { decodeErrorBody } from '../../../src/api/errors/decode';
import { AppError } from '../../../src/base/errors';
import { settle } from '../../fakes/settle';
import { press, told, World } from './uploadWorld';

describe('an upload that the service processes', () => {
  let world: World;
  let window: ReturnType<World['open']>;

  beforeEach(() => {
    world = new World();
    window = world.open();
  });

  it('can be taken up again where it was paused just when its last byte arrived', async () => {
    const handle = await window.add('talk.mp4');
    const [row] = window.rows;
    const { name } = world.last;
    const finished = world.last.finish({ state: 'PROCESSING' });
    await row?.actions.find(({ kind }) => kind === 'pause')?.run();
    await finished;
    assert.deepEqual(told(row), ['paused', '', 'resume']);
    world.files.set(name, { name, state: 'ACTIVE', uri: 'u' });
    await press(row, 'resume');
    assert.equal((await handle.done).state, 'ACTIVE');
    assert.equal(world.sendings.length, 1);
  });

  it('is taken away where it was cancelled before the service answered to its last byte', async () => {
    await window.add('talk.mp4');
    const url = await world.last.begin();
    world.last.options.onProgress?.({ sent: 19, confirmed: 8 });
    window.rows[0]?.cancel();
    await settle();
    assert.deepEqual([world.cancelled, world.deleted], [[url], [world.last.name]]);
    assert.deepEqual(world.jobs, []);
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

  it('is still known where something on the way lets nobody look', async () => {
    const handle = await window.add('talk.mp4');
    const [row] = window.rows;
    const { name } = world.last;
    await world.last.finish({ state: 'PROCESSING' });
    world.files.set(name, decodeErrorBody(403, '<html>Blocked</html>'));
    world.clock.advance(1000);
    await assert.rejects(handle.done);
    await settle();
    assert.equal(row?.state, 'failed');
    assert.equal(world.jobs.length, 1);
    world.files.set(name, { name, state: 'ACTIVE', uri: 'u' });
    await press(row, 'retry');
    assert.equal(row.text, 'Uploaded talk.mp4');
    assert.equal(world.sendings.length, 1);
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
