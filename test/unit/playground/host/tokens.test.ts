import assert from 'node:assert/strict';
import { AppError, CancelledError } from '../../../../src/base/errors';
import { settle } from '../../../fakes/settle';
import { ask } from '../../conversation/ask';
import { openPanel } from '../../conversation/panelWorld';
import { type TestSession, World } from '../../conversation/world';

interface Call {
  readonly id: string;
  readonly input: unknown;
  readonly options: { readonly signal?: AbortSignal; readonly maxAttempts?: number };
}

describe('counting tokens', () => {
  let world: World;
  let session: TestSession;
  let calls: Call[];
  let answer: (call: Call) => Promise<unknown>;

  beforeEach(async () => {
    world = new World();
    calls = [];
    answer = () => Promise.resolve({ totalTokens: 42 });
    Object.assign(world.client, {
      call(id: string, input: unknown, options: Call['options']) {
        calls.push({ id, input, options });
        return answer({ id, input, options });
      },
    });
    session = await world.open({ settings: { systemInstruction: 'Be brief.' } });
  });

  it('asks with exactly the request that would be sent', async () => {
    await ask(session, 'One');
    world.client.last.text('Two').finish('STOP');
    await settle();
    const panel = openPanel(world, session);
    assert.deepEqual(await panel.call('countTokens', { text: 'Three' }), { total: 42 });
    await ask(session, 'Three');
    const { model, body } = world.client.last.input;
    assert.deepEqual(
      calls.map(({ id, input }) => ({ id, input })),
      [
        {
          id: 'models.countTokens',
          input: { model, body: { generateContentRequest: { model, ...body } } },
        },
      ],
    );
    assert.equal(calls[0]?.options.maxAttempts, 1);
  });

  it('changes nothing in the conversation', async () => {
    const before = session.conversation;
    await openPanel(world, session).call('countTokens', { text: 'Hello' });
    assert.deepEqual(session.conversation, before);
  });

  it('asks once for the same request, and again for another one', async () => {
    const panel = openPanel(world, session);
    for (const text of ['a', 'a', 'b', 'a']) await panel.call('countTokens', { text });
    assert.equal(calls.length, 2);
    session.setModel('models/large');
    await settle();
    await panel.call('countTokens', { text: 'a' });
    assert.equal(calls.length, 3);
  });

  it('counts what was said where nothing is written, and asks nothing where there is nothing', async () => {
    const panel = openPanel(world, session);
    assert.deepEqual(await panel.call('countTokens', { text: ' ' }), { total: 0 });
    assert.equal(calls.length, 0);
    await ask(session, 'One');
    world.client.last.text('Two').finish('STOP');
    await settle();
    assert.deepEqual(await panel.call('countTokens', { text: '' }), { total: 42 });
  });

  it('counts legacy prompts the legacy way', async () => {
    answer = () => Promise.resolve({ tokenCount: 7 });
    session.change((head) => ({ ...head, mode: 'text' }));
    const panel = openPanel(world, session);
    assert.deepEqual(await panel.call('countTokens', { text: 'Hi' }), { total: 7 });
    session.change((head) => ({ ...head, mode: 'message' }));
    assert.deepEqual(await panel.call('countTokens', { text: 'Hi' }), { total: 7 });
    const model = 'models/small';
    assert.deepEqual(
      calls.map(({ id, input }) => ({ id, input })),
      [
        { id: 'models.countTextTokens', input: { model, body: { prompt: { text: 'Hi' } } } },
        {
          id: 'models.countMessageTokens',
          input: { model, body: { prompt: { messages: [{ content: 'Hi' }] } } },
        },
      ],
    );
  });

  it('takes an answer without a number for zero', async () => {
    answer = () => Promise.resolve({});
    const panel = openPanel(world, session);
    assert.deepEqual(await panel.call('countTokens', { text: 'a' }), { total: 0 });
  });

  it('says why it can’t, and logs it once', async () => {
    answer = () => Promise.reject(new AppError('network', 'No network.'));
    const panel = openPanel(world, session);
    for (const text of ['a', 'b']) {
      assert.deepEqual(await panel.call('countTokens', { text }), { reason: 'No network.' });
    }
    assert.deepEqual(
      world.logged.filter((line) => line.includes('countTokens')),
      ['models.countTokens: No network.'],
    );
    session.change((head) => ({ ...head, mode: 'embed' }));
    const found = await panel.call('countTokens', { text: 'a' });
    assert.deepEqual(found, { reason: 'The API can’t count tokens for this type of request.' });
  });

  it('ends when the page gives up', async () => {
    answer = ({ options: { signal } }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new CancelledError(signal.reason)));
      });
    const controller = new AbortController();
    const counting = openPanel(world, session).call(
      'countTokens',
      { text: 'a' },
      controller.signal,
    );
    await settle();
    assert.equal(calls.length, 1);
    controller.abort();
    await assert.rejects(counting);
    await settle();
    assert.equal(calls[0]?.options.signal?.aborted, true);
    assert.deepEqual(
      world.logged.filter((line) => line.includes('countTokens')),
      [],
    );
  });
});
