import assert from 'node:assert/strict';
import { AppError } from '../../../../src/base/errors';
import { settle, settled } from '../../../fakes/settle';
import { EMULATOR, REMOTE } from '../fakeServices';
import { type TestSession } from '../world';
import { attach, AttachmentWorld, MEGABYTE, onlyOne, states } from '../attachmentWorld';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('attaching to the next message of a playground', () => {
  let world: AttachmentWorld;
  let session: TestSession;

  beforeEach(async () => {
    world = new AttachmentWorld();
    session = await world.open();
  });

  it('takes small files into the request itself', async () => {
    await attach(session, '/kite.png', '/main.py');
    assert.deepEqual(states(session), ['kite.png inline ready', 'main.py inline ready']);
    const [kite] = session.state.attachments;
    assert.deepEqual(
      { ...kite, id: '' },
      {
        id: '',
        name: 'kite.png',
        mimeType: 'image/png',
        size: 9,
        kind: 'inline',
        state: 'ready',
        hasData: true,
      },
    );
    assert.equal(world.uploads.started.length, 0);
  });

  it('uploads what is too large for a request, and shows how far it is', async () => {
    await attach(session, '/film.mp4');
    assert.deepEqual(states(session), ['film.mp4 file sending']);
    const { watch, connection } = world.uploads.last;
    assert.equal(connection, REMOTE.id);
    watch.onState({ phase: 'sending', part: 0.5, text: 'Waiting for the network.' });
    const told = session.events.at(-1)?.event;
    assert.equal(told?.name, 'attachments');
    assert.deepEqual(
      told.attachments.map(({ part, message }) => [part, message]),
      [[0.5, 'Waiting for the network.']],
    );
    watch.onState({ phase: 'processing' });
    assert.deepEqual(states(session), ['film.mp4 file processing']);
    assert.equal(onlyOne(session).part, undefined);
    await settled(world.uploads.last.finish(world.file('film')));
    assert.deepEqual(states(session), ['film.mp4 file ready']);
  });

  it('counts what is attached already, and what the conversation holds', async () => {
    world.uploads.files.set('/a.wav', { mimeType: 'audio/wav', content: 9 * MEGABYTE });
    world.uploads.files.set('/b.wav', { mimeType: 'audio/wav', content: 9 * MEGABYTE });
    world.uploads.files.set('/c.wav', { mimeType: 'audio/wav', content: 2 * MEGABYTE });
    await attach(session, '/a.wav', '/b.wav', '/c.wav');
    assert.deepEqual(states(session), [
      'a.wav inline ready',
      'b.wav file sending',
      'c.wav inline ready',
    ]);
    session.attachments.detach(session.state.attachments[1]?.id ?? '');
    await settled(session.send('Listen'));
    await settled(world.client.last.text('Yes').finish('STOP'));
    world.uploads.files.set('/d.wav', { mimeType: 'audio/wav', content: 4 * MEGABYTE });
    await attach(session, '/d.wav');
    assert.deepEqual(states(session), ['d.wav file sending']);
  });

  it('waits until a file of the service is processed', async () => {
    const processing = world.file('film', { state: 'PROCESSING' });
    world.client.files.set('files/film', [processing, processing, world.file('film')]);
    await settled(session.attachments.attachUris(['files/film']));
    assert.deepEqual(states(session), ['files/film file processing']);
    await settled(world.clock.advance(2000));
    assert.deepEqual(states(session), ['files/film file processing']);
    await settled(world.clock.advance(4000));
    assert.deepEqual(states(session), ['film.mp4 file ready']);
  });

  it('says why the service could not process a file', async () => {
    const error = { code: 3, message: 'The video is broken.' };
    world.client.files.set('files/film', [world.file('film', { state: 'FAILED', error })]);
    await settled(session.attachments.attachUris(['files/film']));
    assert.deepEqual(states(session), ['files/film file failed']);
    assert.match(onlyOne(session).message ?? '', /The video is broken\./);
  });

  it('names what can not be attached, and attaches the rest', async () => {
    assert.throws(
      () => session.attachments.attachUris(['https://example.test/a', 'file:///kite.png']),
      /Couldn’t attach https:\/\/example\.test\/a because it isn’t a file\./,
    );
    await settle();
    assert.deepEqual(states(session), ['kite.png inline ready']);
  });

  for (const [path, why] of [
    ['/absent.txt', /doesn’t exist\./],
    ['/empty.txt', /empty/],
  ] as const) {
    it(`shows why ${path} can't be attached`, async () => {
      await attach(session, path);
      const { state, message = '' } = onlyOne(session);
      assert.equal(state, 'failed');
      assert.match(message, why);
    });
  }

  it('tries again what failed', async () => {
    await attach(session, '/film.mp4');
    world.uploads.last.fail(new AppError('refused', 'Nobody listens.', { hint: 'Look.' }));
    await settle();
    const { id, message } = onlyOne(session);
    assert.equal(message, 'Nobody listens. Look.');
    await settled(session.attachments.retry(id));
    await settled(world.uploads.last.finish(world.file('film')));
    assert.equal(world.uploads.started.length, 2);
    assert.deepEqual(states(session), ['film.mp4 file ready']);
    session.attachments.retry(id);
    assert.deepEqual(states(session), ['film.mp4 file ready']);
  });

  it('ends the upload of what is taken away', async () => {
    await attach(session, '/film.mp4');
    session.attachments.detach(onlyOne(session).id);
    await settled(assert.ok(world.uploads.last.isCancelled));
    assert.deepEqual(session.shown.attachments, []);
    assert.deepEqual(world.logged, []);
  });

  it('counts a file of another connection as expired until it is sent there', async () => {
    await attach(session, '/film.mp4');
    await settled(world.uploads.last.finish(world.file('film')));
    await settled(session.setConnection(EMULATOR.id));
    assert.equal(onlyOne(session).state, 'expired');
    await settled(session.attachments.retry(onlyOne(session).id));
    assert.equal(world.uploads.last.connection, EMULATOR.id);
    await settled(world.uploads.last.finish(world.file('film2')));
    assert.equal(onlyOne(session).state, 'ready');
  });

  it('shows by itself that a file has expired, and sends it again on demand', async () => {
    world.client.files.set('files/film', [world.file('film', {}, 1)]);
    world.remember('film', '/film.mp4', 1);
    await settled(session.attachments.attachUris(['files/film']));
    assert.equal(onlyOne(session).state, 'ready');
    session.events.length = 0;
    world.passHours(51 / 60);
    const told = session.events.find(({ event }) => event.name === 'attachments')?.event;
    assert.ok(told?.name === 'attachments');
    assert.deepEqual(
      told.attachments.map(({ state, message }) => [state, message]),
      [['expired', 'This file will be deleted on the server within minutes.']],
    );
    world.passHours(1);
    assert.equal(onlyOne(session).message, 'This file was deleted on the server.');
    await settled(session.attachments.retry(onlyOne(session).id));
    await settled(world.uploads.lastAgain.finish(world.file('film2')));
    assert.equal(onlyOne(session).state, 'ready');
  });

  describe('of what was pasted', () => {
    const picture = { name: 'image.png', mimeType: 'image/PNG', data: base64('a picture') };

    it('is there at once', () => {
      session.attachments.attachData(picture);
      const { name, mimeType, size, state, hasData } = onlyOne(session);
      assert.deepEqual(
        { name, mimeType, size, state, hasData },
        { name: 'image.png', mimeType: 'image/png', size: 9, state: 'ready', hasData: true },
      );
    });

    for (const [what, over, error] of [
      ['no base64', { data: 'a?==' }, /Couldn’t read the pasted content\./],
      ['half of base64', { data: 'abc' }, /Couldn’t read the pasted content\./],
      ['padding within', { data: 'ab==cd==' }, /Couldn’t read the pasted content\./],
      ['nothing', { data: '' }, /Couldn’t read the pasted content\./],
      ['no type', { mimeType: 'image' }, /Couldn’t read the pasted content\./],
      [
        'a type with a parameter',
        { mimeType: 'text/html; x="y"' },
        /Couldn’t read the pasted content\./,
      ],
      ['a program', { mimeType: 'application/x-msdownload' }, /can’t be pasted\./],
      ['too much', { data: 'AAAA'.repeat(5 * MEGABYTE) }, /too large/],
    ] as const) {
      it(`refuses ${what}`, () => {
        assert.throws(() => session.attachments.attachData({ ...picture, ...over }), error);
        assert.deepEqual(states(session), []);
      });
    }
  });
});
