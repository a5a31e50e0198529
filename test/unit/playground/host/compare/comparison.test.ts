import assert from 'node:assert/strict';
import type { Turn } from '../../../../../src/conversation/model/conversation';
import {
  columnSessions,
  comparedModels,
  compareHandlers,
  Comparison,
} from '../../../../../src/playground/host/compare/comparison';
import { moveToTrash } from '../../../../../src/playground/host/history/historyActions';
import { type OpenSession, watchConversation } from '../../../../../src/playground/host/panelDeps';
import { newConversation } from '../../../../../src/conversation/store/transcript';
import { settle, settled } from '../../../../fakes/settle';
import { FakeTextDocuments } from '../../../../fakes/textDocuments';
import { LARGE, REMOTE, SMALL } from '../../../conversation/fakeServices';
import { conversation } from '../../../conversation/samples';
import { World } from '../../../conversation/world';

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
      ),
    }));
    comparison = new Comparison(opened, world.services);
    await settle();
  });

  const handlers = () =>
    compareHandlers({
      comparison,
      documents,
      prompts: world.prompts,
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

  it('begins with a preset’s model only if the connection has it, and with one more', async () => {
    const preset = { connection: REMOTE.id, settings: {}, mode: 'chat' } as const;
    const compared = (model: string, isOfPreset: boolean) =>
      comparedModels({ ...preset, model }, world.services, isOfPreset);
    assert.deepEqual(await compared(LARGE.name, true), [LARGE.name, SMALL.name]);
    assert.deepEqual(await compared('models/gone', true), [SMALL.name, LARGE.name]);
    // A model that the user has selected stays, as in a playground.
    assert.deepEqual(await compared('models/gone', false), ['models/gone', SMALL.name]);
  });

  it('asks every model the same, each with its own name', async () => {
    await settled(comparison.send('Which is taller?'));
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
    await settled(comparison.send('First'));
    await settled(world.client.streams[0]?.text('Done').finish('STOP'));
    await assert.rejects(
      comparison.send('Second'),
      /A response is still arriving\. Wait for it, or stop it\./,
    );
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
    await settled(comparison.send('What is it?'));
    for (const { input } of world.client.streams) {
      assert.equal(input.body.contents[0]?.parts?.[0]?.inlineData?.data, data);
    }
    assert.equal(world.client.streams.length, 2);
    assert.deepEqual(first.attachments.shown, []);
  });

  it('stops all at once', async () => {
    await settled(comparison.send('Tell me much'));
    await settled(comparison.stop());
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
    await settled(comparison.send('Hello'));
    await answer('Hi', 'Hey');
    const added = comparison.add();
    assert.deepEqual(said()[2], said()[1]);
    const ids = comparison.columns.map(({ session }) => session.conversation.id);
    assert.equal(new Set(ids).size, 3);
    const turns = comparison.columns.flatMap(({ session }) => session.conversation.turns);
    await settled(assert.equal(new Set(turns.map(({ id }) => id)).size, 6));
    await added.session.close();
    assert.equal(texts(world.saved(added.session.conversation.id).turns)[0], 'Hello');
    comparison.add();
    assert.throws(() => comparison.add(), /The maximum is 4 columns\./);
  });

  it('takes a column away, but never the last two, and keeps its conversation', async () => {
    await settled(comparison.send('Hello'));
    await answer('Hi', 'Hey');
    await assert.rejects(comparison.remove('column1'), /The minimum is 2 columns\./);
    comparison.add();
    const id = comparison.columns[0]?.session.conversation.id ?? '';
    await comparison.remove('column1');
    assert.deepEqual(
      comparison.columns.map(({ name }) => name),
      ['column2', 'column3'],
    );
    assert.equal(texts(world.saved(id).turns)[0], 'Hello');
  });

  it('shows two answers as a difference', async () => {
    await assert.rejects(
      handlers().compareAnswers(undefined, new AbortController().signal),
      /At least two columns must have a response\./,
    );
    await settled(comparison.send('Hello'));
    await answer('Hi there', 'Hey there');
    await handlers().compareAnswers(undefined, new AbortController().signal);
    const [shown] = documents.compared;
    assert.equal(shown?.title, 'Small ↔ Large');
    assert.deepEqual([shown.left.read(), shown.right.read()], ['Hi there', 'Hey there']);
  });
});

describe('conversations that are open in a comparison', () => {
  let world: World;
  let comparison: Comparison;
  let happened: string[];

  beforeEach(async () => {
    world = new World();
    happened = [];
    const beginning = { connection: REMOTE.id, model: SMALL.name, settings: {} };
    const opened = [1, 2].map(() => ({
      conversation: newConversation(beginning, world.clock.now()),
    }));
    comparison = new Comparison(opened, world.services);
    await settle();
  });

  /** The tab ends the comparison when it goes, as that of a window does. */
  const sessions = (): readonly OpenSession[] =>
    columnSessions(comparison, {
      reveal: () => happened.push('revealed'),
      dispose() {
        happened.push('closed');
        comparison.dispose();
      },
    });
  const ids = (): readonly string[] => sessions().map(({ session }) => session.conversation.id);
  const files = (): readonly string[] => [...world.files.files.keys()].sort();

  /** Deletes one, and lets everything happen that may still write it. */
  async function remove(id: string): Promise<void> {
    await sessions()
      .find(({ session }) => session.conversation.id === id)
      ?.close();
    await moveToTrash(world.files, id, 1);
    for (const stream of world.client.streams) stream.text('Late');
    await settled(world.clock.advance(60_000));
  }

  it('take their column with them when they are deleted, while they are answered', async () => {
    comparison.add();
    await settled(comparison.send('Hello'));
    const [first = '', second = '', third = ''] = ids();
    await remove(second);
    assert.deepEqual(ids(), [first, third]);
    assert.deepEqual(happened, []);
    assert.deepEqual(
      files(),
      [`${first}.json`, `${second}.deleted-1.json`, `${third}.json`].sort(),
    );
    assert.equal(comparison.columns[0]?.session.isStreaming, true);
  });

  it('take the comparison with them where two are left, and leave the other on disk', async () => {
    await settled(comparison.send('Hello'));
    const [first = '', second = ''] = ids();
    await remove(first);
    assert.deepEqual(happened, ['closed']);
    assert.deepEqual(files(), [`${first}.deleted-1.json`, `${second}.json`].sort());
    assert.equal(world.saved(second).turns.length, 2);
  });
});

describe('what is told of an open conversation', () => {
  it('is when it opens, when it goes on as a copy, and when it closes', async () => {
    const world = new World();
    const known = conversation({ id: 'aaaaaaaaaaaaaaaa' });
    const session = await world.openWith({ conversation: known });
    const told: string[] = [];
    const tellAgain = watchConversation(session, (id) => told.push(id));
    assert.deepEqual(told, [known.id]);
    // Another window was there before.
    await world.files.write(`${known.id}.json`, 'not ours');
    session.rename('Mine');
    await settled(world.clock.advance(10_000));
    const copy = session.conversation.id;
    assert.notEqual(copy, known.id);
    assert.deepEqual(told, [known.id, known.id, copy]);
    tellAgain();
    assert.deepEqual(told.slice(3), [copy]);
  });
});
