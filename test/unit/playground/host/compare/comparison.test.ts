import assert from 'node:assert/strict';
import { compareHandlers, Comparison } from '../../../../../src/playground/host/compare/comparison';
import { newConversation } from '../../../../../src/playground/host/transcript';
import type { Turn } from '../../../../../src/playground/conversation';
import { FakeTextDocuments } from '../../../../fakes/textDocuments';
import { settle } from '../../../../fakes/settle';
import { LARGE, REMOTE, SMALL } from '../fakeServices';
import { l10n } from '../l10n';
import { World } from '../world';

describe('a comparison of models', () => {
  let world: World;
  let comparison: Comparison;
  let documents: FakeTextDocuments;

  beforeEach(async () => {
    world = new World();
    documents = new FakeTextDocuments();
    const opened = [SMALL.name, LARGE.name].map((model) => ({
      conversation: newConversation(
        { connection: REMOTE.id, model, settings: {} },
        world.clock.now(),
        l10n,
      ),
    }));
    comparison = new Comparison(opened, world.services);
    await settle();
  });

  const handlers = () =>
    compareHandlers({
      ...{ comparison, documents, l10n, prompts: world.prompts },
      pickers: { model: async () => true },
      onReady: () => undefined,
    });
  const texts = (turns: readonly Turn[]): readonly string[] =>
    turns.map((turn) => (turn.content.parts ?? []).map(({ text }) => text).join(''));
  const said = (): readonly (readonly string[])[] =>
    comparison.columns.map(({ session }) => texts(session.conversation.turns));

  async function answer(...answers: readonly string[]): Promise<void> {
    const streams = world.client.streams.slice(-answers.length);
    for (const [index, text] of answers.entries()) streams[index]?.text(text).finish('STOP');
    await settle();
  }

  it('asks every model the same, each with its own name', async () => {
    await comparison.send('Which is taller?');
    await settle();
    const asked = world.client.streams.map(({ input }) => input.model);
    assert.deepEqual([...asked].sort(), [LARGE.name, SMALL.name]);
    await answer('One', 'Two');
    assert.equal(said()[0]?.[0], 'Which is taller?');
    assert.equal(said()[1]?.[0], 'Which is taller?');
    assert.deepEqual(
      said().map((turns) => turns.length),
      [2, 2],
    );
  });

  it('sends nothing where one column still waits for its answer', async () => {
    await comparison.send('First');
    await settle();
    world.client.streams[0]?.text('Done').finish('STOP');
    await settle();
    await assert.rejects(comparison.send('Second'), /still arrives/);
    assert.equal(world.client.streams.length, 2);
    assert.deepEqual(
      said().map((turns) => turns.includes('Second')),
      [false, false],
    );
  });

  it('sends what is attached to the first column from all', async () => {
    const first = comparison.columns[0]?.session;
    assert.ok(first);
    const data = Buffer.from('kite').toString('base64');
    first.attachments.attachData({ name: 'kite.png', mimeType: 'image/png', data });
    await comparison.send('What is it?');
    await settle();
    for (const { input } of world.client.streams) {
      assert.equal(input.body.contents[0]?.parts?.[0]?.inlineData?.data, data);
    }
    assert.equal(world.client.streams.length, 2);
    assert.deepEqual(first.attachments.shown, []);
  });

  it('stops all at once', async () => {
    await comparison.send('Tell me much');
    await settle();
    comparison.stop();
    await settle();
    assert.deepEqual(
      world.client.streams.map(({ closed }) => closed),
      [true, true],
    );
    assert.deepEqual(
      comparison.columns.map(({ session }) => session.isStreaming),
      [false, false],
    );
  });

  it('adds a column that goes on from the last one, in a conversation of its own', async () => {
    await comparison.send('Hello');
    await settle();
    await answer('Hi', 'Hey');
    const added = comparison.add();
    assert.deepEqual(said()[2], said()[1]);
    const ids = comparison.columns.map(({ session }) => session.conversation.id);
    assert.equal(new Set(ids).size, 3);
    const turns = comparison.columns.flatMap(({ session }) => session.conversation.turns);
    assert.equal(new Set(turns.map(({ id }) => id)).size, 6);
    await settle();
    await added.session.close();
    assert.equal(texts(world.saved(added.session.conversation.id).turns)[0], 'Hello');
    comparison.add();
    assert.throws(() => comparison.add(), /At most 4 columns/);
  });

  it('takes a column away, but never the last two, and keeps its conversation', async () => {
    await comparison.send('Hello');
    await settle();
    await answer('Hi', 'Hey');
    await assert.rejects(comparison.remove('column1'), /At least 2 columns/);
    comparison.add();
    const id = comparison.columns[0]?.session.conversation.id ?? '';
    await comparison.remove('column1');
    assert.deepEqual(
      comparison.columns.map(({ name }) => name),
      ['column2', 'column3'],
    );
    assert.equal(texts(world.saved(id).turns)[0], 'Hello');
  });

  it('tells where the conversation of a column that is taken away could not be saved', async () => {
    comparison.add();
    await comparison.send('Hello');
    await settle();
    world.files.failAll = new Error('disk full');
    await answer('Hi', 'Hey', 'Hello');
    await assert.rejects(comparison.remove('column3'), /end of the conversation "Hello" is lost/);
    assert.equal(comparison.columns.length, 2);
  });

  it('shows two answers as a difference', async () => {
    await assert.rejects(
      handlers().compareAnswers(undefined, new AbortController().signal),
      /need an answer/,
    );
    await comparison.send('Hello');
    await settle();
    await answer('Hi there', 'Hey there');
    await handlers().compareAnswers(undefined, new AbortController().signal);
    const [shown] = documents.compared;
    assert.equal(shown?.title, 'small ↔ large');
    assert.deepEqual([shown.left.read(), shown.right.read()], ['Hi there', 'Hey there']);
  });
});
