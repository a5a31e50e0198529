import assert from 'node:assert/strict';
import { AppError } from '../../../../src/base/errors';
import { settle, settled } from '../../../fakes/settle';
import { ask } from '../ask';
import type { TestSession } from '../world';
import { attach, AttachmentWorld, ENDPOINT, MEGABYTE, onlyOne, states } from '../attachmentWorld';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const KITE = { inlineData: { mimeType: 'image/png', data: base64('a picture') } };
const FILM = { fileData: { fileUri: `${ENDPOINT}/files/film`, mimeType: 'video/mp4' } };

describe('sending what is attached to a message of a playground', () => {
  let world: AttachmentWorld;
  let session: TestSession;

  beforeEach(async () => {
    world = new AttachmentWorld();
    session = await world.open();
  });

  const sentParts = (): unknown => world.client.last.input.body.contents.at(-1)?.parts;

  async function attachFilm(): Promise<void> {
    await attach(session, '/film.mp4');
    await settled(world.uploads.last.finish(world.file('film')));
  }

  it('puts it before the text', async () => {
    await attach(session, '/kite.png');
    await ask(session, 'What is this?');
    assert.deepEqual(sentParts(), [KITE, { text: 'What is this?' }]);
    assert.deepEqual(session.state.attachments, []);
    assert.deepEqual(session.shown.attachments, []);
    const [turn] = session.state.turns;
    assert.ok(turn?.role === 'user');
    assert.deepEqual(turn.content.parts, [KITE, { text: 'What is this?' }]);
    const source = { scheme: 'file', authority: '', path: '/kite.png' };
    assert.deepEqual(turn.attached, [{ part: 0, name: 'kite.png', source }]);
  });

  it('names several of them by the names that the user knows, in order', async () => {
    await attach(session, '/kite.png', '/film.mp4');
    await settled(world.uploads.last.finish(world.file('film')));
    await ask(session, 'Which is which?');
    assert.deepEqual(sentParts(), [
      { text: 'kite.png:' },
      KITE,
      { text: 'film.mp4:' },
      FILM,
      { text: 'Which is which?' },
    ]);
  });

  it('sends source code as plain text with its name', async () => {
    await attach(session, '/main.py');
    await ask(session, 'Explain');
    assert.deepEqual(sentParts(), [
      { text: 'main.py:' },
      { inlineData: { mimeType: 'text/plain', data: base64('print(1)') } },
      { text: 'Explain' },
    ]);
  });

  it('waits for nobody: what is not ready keeps the message from being sent', async () => {
    await attach(session, '/film.mp4', '/kite.png');
    await assert.rejects(session.send('Look'), {
      reason: 'attachmentNotReady',
      message: '“film.mp4” isn’t ready yet.',
    });
    await settled(world.uploads.last.fail(new AppError('refused', 'Nobody listens.')));
    await assert.rejects(session.send('Look'), {
      reason: 'attachmentFailed',
      message: '“film.mp4” can’t be sent: Nobody listens.',
    });
    assert.deepEqual(session.state.turns, []);
    session.attachments.detach(session.state.attachments[0]?.id ?? '');
    await ask(session, 'Look');
    assert.deepEqual(sentParts(), [KITE, { text: 'Look' }]);
  });

  it('does not send what has expired meanwhile', async () => {
    await attachFilm();
    world.passHours(48);
    await assert.rejects(
      session.send('Look'),
      /“film\.mp4” can’t be sent: This file was deleted on the server\./,
    );
    assert.deepEqual(states(session), ['film.mp4 file expired']);
  });

  it('refuses a message that makes the request too large, and keeps everything', async () => {
    await attach(session, '/kite.png');
    await assert.rejects(session.send('a'.repeat(21 * MEGABYTE)), {
      reason: 'requestTooLarge',
      message: 'This request is 22.1 MB with the conversation so far. The limit is 20.9 MB.',
    });
    assert.deepEqual(session.state.turns, []);
    assert.deepEqual(states(session), ['kite.png inline ready']);
    assert.equal(world.client.streams.length, 0);
  });

  it('keeps what is attached with the conversation', async () => {
    await attach(session, '/kite.png');
    session.attachments.attachData({ name: 'p.png', mimeType: 'image/png', data: 'aaaa' });
    await attach(session, '/film.mp4');
    world.uploads.last.finish({ ...world.file('film'), uploadUrl: 'https://canary.test/secret' });
    await settle();
    session = await world.reopen(session);
    assert.deepEqual(states(session), [
      'kite.png inline ready',
      'p.png inline ready',
      'film.mp4 file ready',
    ]);
    assert.doesNotMatch([...world.files.files.values()].join(), /canary/);
    assert.doesNotMatch(JSON.stringify(session.state), /canary/);
    await ask(session, 'Look');
    assert.equal(world.client.last.input.body.contents[0]?.parts?.length, 7);
    await settled(world.client.last.text('I see').finish('STOP'));
    session = await world.reopen(session);
    assert.deepEqual(states(session), []);
    const [turn] = session.state.turns;
    assert.ok(turn?.role === 'user');
    assert.deepEqual(
      turn.attached?.map(({ name }) => name),
      ['kite.png', 'p.png', 'film.mp4'],
    );
  });

  it('lets an upload go on when the window closes, and takes it up again', async () => {
    await attach(session, '/film.mp4');
    const { last } = world.uploads;
    session = await world.reopen(session);
    assert.ok(!last.isCancelled);
    assert.deepEqual(states(session), ['film.mp4 file failed']);
    assert.match(
      onlyOne(session).message ?? '',
      /The attachment wasn’t ready when this conversation was closed\. Try again\./,
    );
    await settled(last.finish(world.file('film')));
    await settled(session.attachments.retry(onlyOne(session).id));
    await settled(world.uploads.last.finish(world.file('film')));
    assert.deepEqual(states(session), ['film.mp4 file ready']);
  });
});
