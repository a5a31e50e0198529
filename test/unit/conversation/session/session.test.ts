import assert from 'node:assert/strict';
import { decodeErrorBody } from '../../../../src/api/errors/decode';
import { FRAME } from '../../../../src/conversation/answer/answerRun';
import { settle, settled } from '../../../fakes/settle';
import { ask, sentTexts } from '../ask';
import { texts } from '../samples';
import { World, type TestSession } from '../world';

describe('a playground session', () => {
  let world: World;
  let session: TestSession;

  beforeEach(async () => {
    world = new World();
    session = await world.open();
  });

  const send = (text?: string): Promise<void> => ask(session, text);

  it('streams an answer, and tells how it ended, what it took and how long', async () => {
    await send();
    assert.equal(session.shown.streaming, session.answer.id);
    assert.equal(session.answer.outcome, undefined);
    world.clock.advance(120);
    await settled(world.client.last.text('Hi '));
    world.clock.advance(80);
    await settled(world.client.last.text('there').finish('STOP', { totalTokenCount: 9 }));
    assert.equal(session.text, 'Hi there');
    assert.deepEqual(session.answer.outcome, {
      verdict: 'complete',
      finishReason: 'STOP',
      usage: { totalTokenCount: 9 },
      firstTokenMs: 120,
      durationMs: 200,
    });
    assert.equal(session.shown.streaming, undefined);
    assert.deepEqual(session.shown, session.state);
    const { turns } = world.saved(session.state.conversation);
    assert.deepEqual(turns, session.state.turns);
  });

  it('has the message on disk before anything is sent', async () => {
    const before = session.send('Precious');
    assert.equal(world.client.streams.length, 0);
    await before;
    assert.equal(world.client.streams.length, 0);
    assert.deepEqual(texts(world.saved(session.state.conversation).turns), ['Precious', '']);
    await settle();
    assert.equal(world.client.streams.length, 1);
  });

  it('sends what it could not save all the same, and says so', async () => {
    world.files.failNext = new Error('disk full');
    await send();
    assert.match(
      session.state.notice?.message ?? '',
      /Couldn’t save this conversation: disk full\./,
    );
    await settled(world.client.last.text('Hi').finish('STOP'));
    assert.equal(session.answer.outcome?.verdict, 'complete');
    assert.equal(session.state.notice, undefined);
    assert.deepEqual(texts(world.saved(session.state.conversation).turns), ['Hello', 'Hi']);
  });

  it('sends 2 MB of text unchanged, and keeps it when the service refuses it', async () => {
    const text = 'ä"\\\n𝄞x'.repeat(200_000);
    await send(text);
    assert.equal(world.client.last.input.body.contents[0]?.parts?.[0]?.text, text);
    const message = 'The input token count (9) exceeds the maximum number of tokens allowed (8).';
    world.client.last.fail(decodeErrorBody(400, JSON.stringify({ error: { message } })));
    await settle();
    assert.deepEqual(session.answer.outcome?.failure?.fixes, ['chooseModel', 'retry']);
    assert.equal(texts(world.saved(session.state.conversation).turns)[0], text);
    assert.equal(session.state.title, 'ä"\\');

    await send('Shorter');
    assert.deepEqual(sentTexts(world.client.last), ['user: Shorter']);
  });

  it('refuses a second message while an answer arrives, and an empty one', async () => {
    const [first, second] = [session.send('One'), session.send('Two')];
    await assert.rejects(second, { reason: 'busy' });
    await first;
    await settle();
    await assert.rejects(session.send('Three'), { reason: 'busy' });
    await assert.rejects(session.regenerate(), { reason: 'busy' });
    await assert.rejects(session.continueResponse(), { reason: 'busy' });
    await settled(world.client.last.finish('STOP'));
    await assert.rejects(session.send(' \n'), { reason: 'noText' });
    assert.equal(session.state.turns.length, 2);
  });

  describe('deltas', () => {
    it('go on after a snapshot from where that was', async () => {
      await send();
      await settled(world.client.last.text('A'));
      await settled(world.client.last.text('B'));
      const told = session.deltas.length;
      session.emitState();
      assert.equal(texts(session.shown.turns)[1], 'AB');
      world.clock.advance(FRAME);
      assert.equal(session.deltas.length, told);
      await settled(world.client.last.text('C'));
      world.clock.advance(FRAME);
      assert.deepEqual(
        session.deltas.map((delta) => delta.text),
        ['A', 'C'],
      );
    });
  });

  describe('stop', () => {
    it('aborts the request within the same tick, and keeps what came', async () => {
      await send();
      await settled(world.client.last.text('Ha'));
      session.stop();
      assert.ok(world.client.last.closed);
      await settled(world.client.last.text('lf').finish('STOP'));
      assert.equal(session.text, 'Ha');
      assert.equal(session.answer.outcome?.verdict, 'stopped');
      assert.equal(session.answer.outcome.failure, undefined);
      assert.equal(session.shown.streaming, undefined);
    });

    it('works before anything was sent', async () => {
      const sending = session.send('Hello');
      session.stop();
      await sending;
      await settle();
      assert.equal(session.answer.outcome?.verdict, 'stopped');
      assert.equal(world.client.streams.length, 0);
    });

    it('happens when the panel is closed, and the rest is on disk', async () => {
      await send();
      await settled(world.client.last.text('Ha'));
      await session.close();
      assert.ok(world.client.last.closed);
      const { turns } = world.saved(session.state.conversation);
      assert.deepEqual(texts(turns), ['Hello', 'Ha']);
      assert.equal(turns[1]?.role === 'model' && turns[1].outcome?.verdict, 'interrupted');
      assert.equal(world.clock.pending, 0);
    });
  });

  describe('the file', () => {
    it('of another window is kept beside ours, and the panel goes on with a copy', async () => {
      await send();
      await settled(world.client.last.finish('STOP'));
      const { conversation: id } = session.state;
      const foreign = JSON.stringify({ ...world.saved(id), revision: 99, title: 'Theirs' });
      await world.files.write(`${id}.json`, foreign);
      await send('More');
      const { conversation, title, notice } = session.shown;
      assert.notEqual(conversation, id);
      assert.equal(title, 'Hello (copy)');
      assert.match(
        `${notice?.message} ${notice?.hint}`,
        /This conversation was also changed in another window\./,
      );
      assert.equal(world.files.files.get(`${id}.json`), foreign);
      assert.deepEqual(texts(world.saved(conversation).turns).slice(-2), ['More', '']);
    });
  });

  it('begins another conversation with the same model and clean settings, and keeps this one', async () => {
    session.setSettings({ temperature: 1 });
    await send();
    await settled(world.client.last.text('Ha'));
    const before = session.state.conversation;
    await settled(session.newConversation());
    assert.ok(world.client.last.closed);
    assert.notEqual(session.shown.conversation, before);
    assert.deepEqual(session.shown.turns, []);
    assert.deepEqual(session.shown.settings, {});
    assert.equal(session.shown.model?.name, 'models/small');
    assert.deepEqual(texts(world.saved(before).turns), ['Hello', 'Ha']);
  });
});
