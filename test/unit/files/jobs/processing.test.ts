import assert from 'node:assert/strict';
import { decodeErrorBody } from '../../../../src/api/errors/decode';
import { settle } from '../../../fakes/settle';
import { press, told, World } from './world';

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
});
