import assert from 'node:assert/strict';
import type { ServiceError } from '../../../../src/api/errors';
import { TransportError } from '../../../../src/api/errors';
import { decodeErrorBody } from '../../../../src/api/errors/decode';
import { CancelledError } from '../../../../src/base/errors';
import { CONTINUE_PROMPT } from '../../../../src/conversation/request/requestBody';
import { settle, settled } from '../../../fakes/settle';
import { ask, sentTexts } from '../ask';
import { texts } from '../samples';
import { World, type TestSession } from '../world';

const RESET = new TransportError('reset', 'The connection was reset.', { hint: 'Try again.' });

describe('a playground session that fails or asks again', () => {
  let world: World;
  let session: TestSession;

  beforeEach(async () => {
    world = new World();
    session = await world.open();
  });

  const send = (text?: string): Promise<void> => ask(session, text);

  describe('failures', () => {
    it('stand where the answer would have been, and keep the message', async () => {
      world.clientFailure = new TransportError('refused', 'Nobody listens.');
      await send();
      assert.equal(session.answer.outcome?.verdict, 'failed');
      assert.deepEqual(session.answer.outcome.failure?.fixes, ['retry', 'diagnose', 'showLog']);
      assert.deepEqual(texts(session.state.turns), ['Hello', '']);
      world.clientFailure = undefined;
      await settled(session.regenerate());
      assert.deepEqual(sentTexts(world.client.last), ['user: Hello']);
    });

    it('are told apart from a stop when the connection is closed under it', async () => {
      await send();
      await settled(world.client.last.text('Ha').fail(new CancelledError()));
      assert.equal(session.answer.outcome?.verdict, 'interrupted');
      assert.match(
        session.answer.outcome.failure?.message ?? '',
        /The connection changed while the response was arriving\./,
      );
    });

    it('say so when there is no connection, or no model', async () => {
      world.connections.set([], undefined);
      await send();
      assert.deepEqual(session.answer.outcome?.failure?.fixes, [
        'addApiKey',
        'startEmulator',
        'retry',
      ]);
      const other = new World();
      other.store.pages = {};
      const lone = await other.open({ model: '' });
      assert.deepEqual(lone.state.notice?.fixes, ['chooseModel', 'retry']);
      await settled(lone.send('Hello'));
      assert.deepEqual(lone.answer.outcome?.failure?.fixes, ['chooseModel', 'retry']);
    });

    it('never put the text of a prompt into the log', async () => {
      world.clientFailure = new Error('No.');
      await send('A secret thought');
      assert.ok(world.logged.length > 0);
      assert.ok(!world.logged.join('\n').includes('secret'));
    });

    it('of a vanished model keep the conversation and offer another', async () => {
      await send();
      await settled(world.client.last.text('Hi').finish('STOP'));
      await send('More');
      const error = { code: 404, status: 'NOT_FOUND', message: 'models/small is not found.' };
      world.client.last.fail(
        decodeErrorBody(404, JSON.stringify({ error })) satisfies ServiceError,
      );
      await settle();
      assert.deepEqual(session.answer.outcome?.failure?.fixes, ['chooseModel', 'retry']);
      session.setModel('models/large');
      await settled(session.regenerate());
      assert.equal(world.client.last.input.model, 'models/large');
      assert.deepEqual(sentTexts(world.client.last), ['user: Hello', 'model: Hi', 'user: More']);
      assert.equal(session.answer.model, 'models/large');
    });
  });

  describe('asking again', () => {
    async function lose(text: string): Promise<void> {
      await send();
      await settled(world.client.last.text(text).fail(RESET));
    }

    it('gives the earlier text back when the new try brings nothing', async () => {
      await lose('Half');
      await settled(session.regenerate());
      await settled(world.client.last.fail(new TransportError('idle', 'It stood still.')));
      assert.deepEqual(texts(session.state.turns), ['Hello', 'Half']);
      assert.equal(session.answer.outcome?.verdict, 'lost');
      assert.equal(session.answer.outcome.failure?.message, 'It stood still.');

      await session.regenerate();
      await settled(session.stop());
      assert.deepEqual(texts(session.state.turns), ['Hello', 'Half']);
      assert.equal(session.answer.outcome.verdict, 'lost');
    });

    it('keeps a complete response as a branch without the failures of the tries to replace it', async () => {
      await send();
      world.client.last.text('Whole').finish('STOP');
      await settle();
      await session.regenerate();
      await settle();
      world.client.last.fail(RESET);
      await settle();
      assert.equal(session.answer.outcome?.failure?.message, RESET.message);
      await session.regenerate();
      await settle();
      world.client.last.text('Other').finish('STOP');
      await settle();
      assert.deepEqual(texts(session.state.turns), ['Hello', 'Other']);
      const [branch] = session.conversation.branches ?? [];
      assert.deepEqual(texts(branch?.turns ?? []), ['Whole']);
      const [whole] = branch?.turns ?? [];
      assert.equal(whole?.role === 'model' && whole.outcome?.verdict, 'complete');
      assert.equal(whole?.role === 'model' && whole.outcome?.failure, undefined);
    });

    it('for the rest adds it to the same turn', async () => {
      await send();
      world.clock.advance(10);
      await settled(world.client.last.text('One, ').finish('MAX_TOKENS', { totalTokenCount: 5 }));
      const { id } = session.answer;
      assert.ok(session.isLast(id));
      await settled(session.continueResponse());
      assert.deepEqual(sentTexts(world.client.last), [
        'user: Hello',
        'model: One, ',
        `user: ${CONTINUE_PROMPT}`,
      ]);
      assert.equal(session.text, 'One, ');
      world.clock.advance(20);
      await settled(world.client.last.text('two.').finish('STOP', { totalTokenCount: 12 }));
      assert.equal(session.answer.id, id);
      assert.deepEqual(session.answer.content.parts, [{ text: 'One, two.' }]);
      const { verdict, usage, firstTokenMs, durationMs } = session.answer.outcome ?? {};
      assert.deepEqual(
        [verdict, usage, firstTokenMs, durationMs],
        ['complete', { totalTokenCount: 17 }, 10, 30],
      );
      assert.equal(session.state.turns.length, 2);
    });

    it('for the rest that fails keeps what was there', async () => {
      await lose('Half');
      await settled(session.continueResponse());
      await settled(world.client.last.fail(RESET));
      assert.equal(session.text, 'Half');
      assert.deepEqual(session.answer.outcome?.failure?.fixes, ['continue', 'retry']);
    });
  });
});
