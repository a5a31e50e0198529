import assert from 'node:assert/strict';
import type { ColumnOf } from '../../../../../src/conversation/model/conversation';
import { Comparison } from '../../../../../src/playground/host/compare/comparison';
import {
  formatConversation,
  parseConversation,
} from '../../../../../src/conversation/store/conversationFile';
import {
  ConversationIndex,
  openColumns,
} from '../../../../../src/conversation/store/conversationIndex';
import {
  deleteConversations,
  type HistoryContext,
  renameConversation,
  LastFolder,
} from '../../../../../src/playground/host/history/historyActions';
import {
  ConversationSearch,
  HistoryTree,
} from '../../../../../src/playground/host/history/historyTree';
import { sharedConversation } from '../../../../../src/playground/host/history/sharedFiles';
import {
  forkConversation,
  newConversation,
} from '../../../../../src/conversation/store/transcript';
import { FakeActivity } from '../../../../fakes/activity';
import { FakeLocalFiles } from '../../../../fakes/localFiles';
import { settle, settled } from '../../../../fakes/settle';
import { LARGE, REMOTE, SMALL } from '../../../conversation/fakeServices';
import { conversation, user } from '../../../conversation/samples';
import { World } from '../../../conversation/world';

const [A, B, C, D] = [
  'aaaaaaaaaaaaaaaa',
  'bbbbbbbbbbbbbbbb',
  'cccccccccccccccc',
  'dddddddddddddddd',
] as const;

describe('a comparison in the list of conversations', () => {
  let world: World;
  let index: ConversationIndex;
  let room: HistoryContext;
  let activity: FakeActivity;

  beforeEach(async () => {
    world = new World();
    activity = new FakeActivity();
    const { files, prompts, clock, services } = world;
    index = new ConversationIndex(files);
    room = {
      files,
      prompts,
      clock,
      index,
      activity,
      localFiles: new FakeLocalFiles(),
      store: services.conversations,
      findOpen: () => undefined,
      lastFolder: new LastFolder(files, services.log),
      report: () => Promise.resolve(),
    };
    await put(B, '08', { id: 'one', column: 2 }, 'Pears');
    await put(A, '09', { id: 'one', column: 0 }, 'Apples');
    await put(C, '10', undefined, 'Plums');
  });

  async function put(
    id: string,
    hour: string,
    comparison: ColumnOf | undefined,
    text: string,
  ): Promise<void> {
    const updateTime = `2026-01-31T${hour}:00:00.000Z`;
    const turns = [user(text)];
    const made = conversation({ id, title: `About ${id[0] ?? ''}`, updateTime, turns });
    const value = { ...made, ...(comparison && { comparison }) };
    await world.files.write(`${id}.json`, formatConversation(value));
    await index.refresh();
  }

  const rows = (): readonly (readonly string[])[] =>
    index.rows().map(({ id, columns = [] }) => [id, ...columns.map((one) => one.id)]);

  it('is one row of its columns in their order, at the place of the latest', async () => {
    assert.deepEqual(rows(), [[C], [A, A, B]]);
    await put(B, '11', { id: 'one', column: 2 }, 'Pears');
    assert.deepEqual(rows(), [[A, A, B], [C]]);
    const row = index.row(B);
    assert.deepEqual([row?.title, row?.updateTime], ['About a', '2026-01-31T11:00:00.000Z']);
    assert.equal(index.row(C)?.columns, undefined);
  });

  it('is found by the words of any column, and drawn when any changes', async () => {
    const draws: unknown[] = [];
    const found: unknown[] = [];
    const tree = new HistoryTree({
      index,
      view: { visible: true },
      clock: world.clock,
      draw: (drawn) => draws.push(drawn),
      onFailed: () => assert.fail('The folder couldn’t be fetched.'),
      onFiltered: (filter) => found.push(filter?.found),
    });
    await tree.filter(new ConversationSearch(world.files, 'pears'));
    const [day] = await tree.children();
    assert.deepEqual(await tree.children(day), [{ conversation: A }]);
    assert.deepEqual(found, [1]);
    draws.length = 0;
    tree.changed(B);
    await settled(world.clock.advance(1000));
    assert.deepEqual(draws, [[{ conversation: A }]]);
    tree.dispose();
  });

  it('is renamed with all its columns', async () => {
    const row = index.row(B);
    assert.ok(row);
    world.prompts.answer('Fruit');
    await renameConversation(room, row);
    assert.deepEqual([world.saved(A).title, world.saved(B).title], ['Fruit', 'Fruit']);
    await index.refresh();
    assert.deepEqual(rows(), [[C], [A, A, B]]);
  });

  it('is deleted as one, and an undo brings it back', async () => {
    const before = new Map(world.files.files);
    const row = index.row(A);
    assert.ok(row);
    const names: (readonly string[])[] = [];
    await deleteConversations(room, [row], () => names.push([...world.files.files.keys()]));
    const [entry] = activity.tracked;
    assert.deepEqual([entry?.title, entry?.text], ['Deleting “About a”', 'Deleted “About a”']);
    const [gone = []] = names;
    assert.deepEqual(
      gone.filter((name) => !name.includes('.deleted-')),
      [`${C}.json`],
    );
    await entry?.actions[0]?.run();
    assert.deepEqual(new Map([...world.files.files].sort()), new Map([...before].sort()));
  });

  it('opens with what is left of its columns, and not with one alone', async () => {
    const { conversations } = world.services;
    const opened = await openColumns(conversations, [A, D, B]);
    assert.deepEqual(
      opened?.map((one) => one.conversation.id),
      [A, B],
    );
    assert.equal(await openColumns(conversations, [A, D]), undefined);
  });

  it('is not what a fork, a file for others or a strange field says', () => {
    const compared = { ...conversation({ id: A }), comparison: { id: 'one', column: 0 } };
    assert.equal(sharedConversation(compared).comparison, undefined);
    assert.equal(forkConversation(compared, 'none', 0).comparison, undefined);
    assert.deepEqual(parseConversation(JSON.stringify(compared)).comparison, compared.comparison);
    const strange = parseConversation(JSON.stringify({ ...compared, comparison: 'other' }));
    assert.deepEqual([strange.id, strange.comparison], [A, undefined]);
  });

  it('has what is open in a comparison, a column that was added, and none that was taken away', async () => {
    const opened = [SMALL.name, LARGE.name].map((model) => ({
      conversation: newConversation(
        { connection: REMOTE.id, model, settings: {} },
        world.clock.now(),
      ),
    }));
    const comparison = new Comparison(opened, world.services);
    await settle();
    await settled(comparison.send('Hello'));
    for (const stream of world.client.streams) stream.text('Hi').finish('STOP');
    await settle();
    comparison.add();
    const ids = comparison.columns.map(({ session }) => session.conversation.id);
    const columns = comparison.columns.map(({ session }) => session.conversation.comparison);
    assert.deepEqual(
      columns.map((one) => one?.column),
      [0, 1, 2],
    );
    assert.equal(new Set(columns.map((one) => one?.id)).size, 1);
    await comparison.remove(comparison.columns[1]?.name ?? '');
    await comparison.close();
    const [first = '', second = '', third = ''] = ids;
    assert.equal(world.saved(second).comparison, undefined);
    await index.refresh();
    assert.deepEqual(
      index.row(third)?.columns?.map(({ id }) => id),
      [first, third],
    );
    // What is opened again goes on as the same comparison.
    const known = await openColumns(world.services.conversations, [first, third]);
    const again = new Comparison(known ?? [], world.services);
    await settle();
    again.add();
    assert.deepEqual(
      again.columns.map(({ session }) => session.conversation.comparison),
      [0, 2, 3].map((column) => ({ id: columns[0]?.id, column })),
    );
    await again.close();
  });
});
