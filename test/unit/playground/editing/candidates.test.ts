import assert from 'node:assert/strict';
import { settle } from '../../../fakes/settle';
import { ask, sentTexts } from '../host/ask';
import { openPanel } from '../host/panelWorld';
import { World, type TestSession } from '../host/world';

describe('the candidates of an answer', () => {
  let world: World;
  let session: TestSession;

  beforeEach(async () => {
    world = new World();
    session = await world.open();
    await ask(session);
    const candidate = (index: number, text: string, finishReason: string): object => ({
      index,
      content: { role: 'model', parts: [{ text }] },
      finishReason,
    });
    world.client.last
      .piece({
        candidates: [
          candidate(0, 'First', 'STOP'),
          candidate(1, 'Second', 'MAX_TOKENS'),
          candidate(2, 'Third', 'STOP'),
        ],
      })
      .end();
    await settle();
  });

  async function choose(index: number): Promise<void> {
    const { id } = session.answer;
    await openPanel(world, session).call('chooseCandidate', { turn: id, index });
  }

  it('are switched, with how each ended', async () => {
    assert.equal(session.text, 'First');
    await choose(1);
    assert.deepEqual([session.text, session.answer.outcome?.verdict], ['Second', 'maxTokens']);
    await choose(2);
    assert.deepEqual([session.text, session.answer.outcome?.verdict], ['Third', 'complete']);
    await choose(0);
    assert.deepEqual([session.text, session.answer.outcome?.verdict], ['First', 'complete']);
  });

  it('go into the next request as chosen', async () => {
    await choose(1);
    await ask(session, 'Continue');
    assert.deepEqual(sentTexts(world.client.last), [
      'user: Hello',
      'model: Second',
      'user: Continue',
    ]);
  });

  it('stay where there is no such one', async () => {
    await choose(7);
    assert.equal(session.text, 'First');
  });

  it('keep what the user wrote in them', async () => {
    await choose(1);
    const { id } = session.answer;
    await openPanel(world, session).call('editTurn', { turn: id, text: 'Mine', ask: false });
    await choose(0);
    await choose(1);
    assert.equal(session.text, 'Mine');
  });

  it('stay beside one that was continued', async () => {
    await choose(1);
    await session.goOn();
    await settle();
    world.client.last.text(' and the rest').finish('STOP');
    await settle();
    const { outcome, chosen, alternatives = [] } = session.answer;
    assert.deepEqual([session.text, outcome?.verdict], ['Second and the rest', 'complete']);
    const words = alternatives.map(({ parts }) => parts?.[0]?.text);
    assert.deepEqual([chosen, words], [1, ['First', 'Second and the rest', 'Third']]);
    await choose(0);
    await choose(1);
    assert.equal(session.answer.outcome?.verdict, 'complete');
  });
});
