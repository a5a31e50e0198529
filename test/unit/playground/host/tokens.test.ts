import assert from 'node:assert/strict';
import { AppError } from '../../../../src/base/errors';
import { settled } from '../../../fakes/settle';
import { PACK_DATE } from '../../../../src/api/modelPack';
import type { JsonObject } from '../../../../src/api/schema/row';
import { ask } from '../../conversation/ask';
import { EMULATOR, REMOTE } from '../../conversation/fakeServices';
import { openPanel } from '../../conversation/panelWorld';
import { model, user } from '../../conversation/samples';
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
    await settled(world.client.last.text('Two').finish('STOP'));
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

  it('asks once for the same request, and again for another one', async () => {
    const panel = openPanel(world, session);
    for (const text of ['a', 'a', 'b', 'a']) await panel.call('countTokens', { text });
    assert.equal(calls.length, 2);
    await settled(session.setModel('models/large'));
    await panel.call('countTokens', { text: 'a' });
    assert.equal(calls.length, 3);
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
  });

  it('estimates by length what the API can’t count', async () => {
    session.change((head) => ({ ...head, mode: 'embed', oneText: true }));
    const panel = openPanel(world, session);
    const found = await panel.call('countTokens', { text: 'Kites rise in wind' });
    assert.deepEqual(found, { total: 5, isEstimate: true });
    assert.equal(calls.length, 0);
  });

  it('counts an interaction as the same chat: with its tools and all of its steps', async () => {
    const tools = [{ type: 'function', name: 'wind', description: 'Wind now.' }];
    session = await world.open({
      mode: 'interaction',
      settings: { systemInstruction: 'Be brief.', requests: { interaction: { tools } } },
    });
    const { id } = session.conversation;
    await world.keeping.choose(REMOTE.id, true);
    const before = [user('One'), model([{ text: 'Two' }])];
    session.change((head) => ({ ...head, turns: before }));
    const panel = openPanel(world, session);
    assert.deepEqual(await panel.call('countTokens', { text: 'Three' }), { total: 42 });
    const [{ id: operation, input } = { id }] = calls;
    assert.equal(operation, 'models.countTokens');
    const { generateContentRequest: request } = (input as { body: JsonObject }).body as {
      generateContentRequest: JsonObject;
    };
    const texts = (request.contents as JsonObject[]).map(({ parts }) => parts);
    assert.deepEqual(texts, [[{ text: 'One' }], [{ text: 'Two' }], [{ text: 'Three' }]]);
    assert.deepEqual(request.systemInstruction, { parts: [{ text: 'Be brief.' }] });
    assert.match(JSON.stringify(request.tools), /"functionDeclarations":\[\{.*"wind"/);
  });

  it('says what the request costs, not as firm where prices are old, and nothing where it is free', async () => {
    answer = () => Promise.resolve({ totalTokens: 100_000 });
    const name = 'models/gemini-3.5-flash';
    session.change((head) => ({ ...head, model: name }));
    const price = async (text: string): Promise<unknown> => {
      const found = await openPanel(world, session).call('countTokens', { text });
      return 'price' in found ? found.price : undefined;
    };
    assert.match(
      String(await price('a')),
      /^Price: about \$0\.15, plus the response \(paid tier, as of \d{4}-\d\d-\d\d\)\.$/,
    );
    world.clock.advance(Date.parse(PACK_DATE) - world.clock.now() + 90 * 24 * 60 * 60 * 1000);
    assert.match(String(await price('b')), /^Last known price: about \$0\.15, /);
    session.change((head) => ({ ...head, connection: EMULATOR.id }));
    assert.equal(await price('c'), undefined);
  });
});
