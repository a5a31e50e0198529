import assert from 'node:assert/strict';
import { decodeErrorEnvelope } from '../../../src/api/errors/decode';
import { AppError, CancelledError } from '../../../src/base/errors';
import { settled } from '../../fakes/settle';
import { press, told, World } from './uploadWorld';

describe('uploads of a window', () => {
  let world: World;
  let window: ReturnType<World['open']>;

  beforeEach(() => {
    world = new World();
    window = world.open();
  });

  it('ends with the file of the service, and what can be done with it', async () => {
    const handle = await window.add('talk.mp4');
    const [row] = window.rows;
    assert.equal(row?.title, 'Uploading talk.mp4');
    await world.last.begin();
    await world.last.finish();
    const file = await handle.done;
    assert.equal(file.name, world.last.name);
    assert.match(world.last.name, /^files\/[a-z0-9]{12}$/);
    assert.deepEqual(told(row), ['done', 'Uploaded talk.mp4', 'open,copyUri,ask']);
    await press(row, 'copyUri');
    await press(row, 'ask');
    assert.deepEqual(window.system.copied, [`https://one.example/v1beta/${world.last.name}`]);
    assert.deepEqual(
      window.ran.map(([command, [ref]]) => [command, ref?.kind, ref?.name]),
      [['askAboutFile', 'file', world.last.name]],
    );
    assert.deepEqual([world.jobs, [...world.secrets.stored]], [[], []]);
  });

  it('sends a few at once, in the order in which they came', async () => {
    world.parallel = 2;
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) await window.add(name);
    const sent = () => world.sendings.map(({ displayName }) => displayName).join('');
    assert.equal(sent(), 'ab');
    assert.deepEqual(window.rows[2]?.reports.at(-1), { text: 'waiting in the queue' });
    await world.sendingOf('b').finish();
    assert.equal(sent(), 'abc');
    await world.sendingOf('a').finish();
    assert.equal(sent(), 'abcd');
  });

  it('goes on with the same address after a pause', async () => {
    const handle = await window.add('talk.mp4');
    const [row] = window.rows;
    const url = await world.last.begin();
    world.last.options.onProgress?.({ sent: 8, confirmed: 8 });
    await press(row, 'pause');
    assert.deepEqual(told(row), ['paused', '8 bytes of 19 bytes', 'resume']);
    assert.equal(world.last.options.onAbort, 'keep');
    assert.deepEqual(world.cancelled, []);
    const { name } = world.last;
    await press(row, 'resume');
    assert.deepEqual(told(row), ['running', undefined, 'pause']);
    assert.equal(world.sendings.length, 2);
    assert.deepEqual([world.last.name, world.last.session], [name, url]);
    await world.last.finish();
    await handle.done;
  });

  it('is cancelled here and at the service, while it runs and while it stands still', async () => {
    for (const isPaused of [false, true]) {
      const handle = await window.add('talk.mp4');
      const row = window.rows.at(-1);
      const url = await world.last.begin();
      if (isPaused) await press(row, 'pause');
      row?.cancel();
      await settled(assert.rejects(handle.done, CancelledError));
      assert.deepEqual(world.cancelled.splice(0), [url]);
      assert.equal(row?.state, 'cancelled');
      assert.deepEqual([world.jobs, [...world.secrets.stored]], [[], []]);
    }
  });

  it('takes the file away that is cancelled while the service processes it', async () => {
    await window.add('talk.mp4');
    await world.last.finish({ state: 'PROCESSING' });
    await settled(window.rows[0]?.cancel());
    assert.deepEqual(world.deleted, [world.last.name]);
    assert.deepEqual(world.jobs, []);
  });

  it('waits until the service has processed it, looking less and less often', async () => {
    const handle = await window.add('talk.mp4');
    const { name } = world.last;
    const phases: string[] = [];
    handle.onDidChange(({ phase }) => phases.push(phase));
    await world.last.finish({ state: 'PROCESSING' });
    assert.deepEqual(told(window.rows[0]), ['running', undefined, '']);
    world.files.set(name, { name, state: 'PROCESSING' });
    for (const ms of [1000, 1500]) {
      await settled(world.clock.advance(ms));
    }
    world.files.set(name, { name, state: 'ACTIVE', videoMetadata: {} });
    world.clock.advance(2250);
    const file = await handle.done;
    assert.deepEqual([file.state, phases.at(-1)], ['ACTIVE', 'processing']);
  });

  it('fails with what helps, and goes on from there when it is tried again', async () => {
    const handle = await window.add('talk.mp4');
    const url = await world.last.begin();
    await world.last.fail(quota());
    await assert.rejects(handle.done, { reason: 'quota' });
    const [row] = window.rows;
    assert.deepEqual(told(row), ['failed', 'Too many.', 'retry']);
    assert.match(row?.hint ?? '', /^A quota was exceeded/);
    assert.equal(world.jobs.length, 1);
    await press(row, 'retry');
    assert.equal(world.last.session, url);
  });

  it('stands still while somebody has to sign in, and keeps what was sent', async () => {
    await window.add('talk.mp4');
    const url = await world.last.begin();
    const signedOut = new AppError('signedOut', 'You are signed out.', { hint: 'Sign in.' });
    await world.last.fail(signedOut);
    const [row] = window.rows;
    assert.deepEqual(told(row), ['paused', 'You are signed out.', 'resume']);
    assert.deepEqual([row?.hint, window.reported], ['Sign in.', [signedOut]]);
    await press(row, 'resume');
    assert.equal(world.last.session, url);
  });

  it('stands still when its connection is changed or removed', async () => {
    await window.add('talk.mp4');
    await world.last.fail(new CancelledError());
    assert.deepEqual(told(window.rows[0]), [
      'paused',
      'The connection Work was changed.',
      'resume',
    ]);
    await press(window.rows[0], 'resume');
    world.connection = undefined;
    await world.last.fail(new CancelledError());
    assert.equal(told(window.rows[0])[1], 'Its connection was removed.');
  });

  it('keeps the address out of files, rows and logs, and goes on where there is no keyring', async () => {
    const { secrets } = world;
    await window.add('a');
    const url = await world.last.begin();
    assert.deepEqual([...secrets.stored.values()], [url]);
    secrets.failure = new Error('There is no keyring.');
    const handle = await window.add('b');
    await world.last.begin();
    await world.last.finish();
    await handle.done;
    await world.sendings[0]?.fail(new Error('No.'));
    const texts = JSON.stringify([[...world.disk.files], window.rows, window.log.lines]);
    assert.doesNotMatch(texts, /upload_id|secret-/);
    assert.match(texts, /There is no keyring/);
  });
});

function failure(code: number, status: string, message: string): Error {
  return decodeErrorEnvelope({ error: { code, status, message } }, code);
}

function quota(): Error {
  return failure(429, 'RESOURCE_EXHAUSTED', 'Too many.');
}
