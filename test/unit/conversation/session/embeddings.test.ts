import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { ModeWorld } from '../modeWorld';
import { openPanel } from '../panelWorld';

describe('embeddings in the playground', () => {
  let world: ModeWorld;

  beforeEach(() => {
    world = new ModeWorld();
  });

  const vectors = (count: number): JsonObject[] =>
    Array.from({ length: count }, (_, at) => ({ values: [at, 1] }));

  it('take each line as a text, or all of them as one', async () => {
    const requests = { embed: { taskType: 'CLUSTERING' } };
    const session = await world.open({ model: 'models/embedder', settings: { requests } });
    const several = await world.asked(session, 'One\n\nTwo', { embeddings: vectors(2) });
    const entry = { taskType: 'CLUSTERING', model: 'models/embedder' };
    assert.deepEqual(several, {
      requests: ['One', 'Two'].map((text) => ({ ...entry, content: { parts: [{ text }] } })),
    });
    assert.deepEqual(session.answer.embeddings, [
      [0, 1],
      [1, 1],
    ]);
    assert.equal(session.answer.outcome?.verdict, 'complete');
    await openPanel(world, session).call('setOneText', { oneText: true });
    const one = await world.asked(session, 'One\nTwo', { embedding: { values: [3] } });
    assert.equal(world.calls[1]?.id, 'models.embedContent');
    assert.deepEqual(one.content, { parts: [{ text: 'One\nTwo' }] });
    await session.close();
    assert.deepEqual(world.saved(session.conversation.id).turns[3], session.answer);
  });

  it('are asked of legacy models by their own operations', async () => {
    const session = await world.open({ model: 'models/gecko' });
    const value = [1, 0];
    const body = await world.asked(session, 'One\nTwo', { embeddings: [{ value }, { value }] });
    assert.equal(world.calls[0]?.id, 'models.batchEmbedText');
    assert.deepEqual(body, { texts: ['One', 'Two'] });
    assert.deepEqual(session.answer.embeddings, [value, value]);
  });

  it('come in several requests where there are many, and say how far they are', async () => {
    const session = await world.open({ model: 'models/embedder' });
    const text = Array.from({ length: 150 }, (_, at) => `Text ${at}`).join('\n');
    await world.asked(session, text, { embeddings: vectors(100) }, { embeddings: vectors(50) });
    const sizes = world.calls.map(
      ({ input }) => (input.body as { requests: unknown[] }).requests.length,
    );
    assert.deepEqual(sizes, [100, 50]);
    assert.equal(session.answer.embeddings?.length, 150);
    const told = session.events.map(({ event }) =>
      event.name === 'state' ? event.state.notice?.message : undefined,
    );
    assert.ok(told.includes('100 of 150 embeddings created.'), told.join());
    assert.equal(session.shown.notice, undefined);
  });

  it('are refused where there are too many, or another number than asked for', async () => {
    const session = await world.open({ model: 'models/embedder' });
    await assert.rejects(session.send('x\n'.repeat(501)), /This message has 501 text items\./);
    await world.asked(session, 'One\nTwo', { embeddings: vectors(1) });
    assert.equal(session.answer.outcome?.verdict, 'failed');
    await world.asked(session, 'One', { embedding: { values: ['x'] } });
    assert.match(
      session.state.turns.map((turn) => JSON.stringify(turn)).join(),
      /an invalid embedding/,
    );
  });
});
