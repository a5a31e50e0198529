import assert from 'node:assert/strict';
import { CancelledError } from '../../../../../src/base/errors';
import { formatConversation } from '../../../../../src/conversation/store/conversationFile';
import { ConversationIndex } from '../../../../../src/conversation/store/conversationIndex';
import {
  exportConversation,
  importConversation,
} from '../../../../../src/playground/host/history/sharedFiles';
import {
  deleteConversations,
  type HistoryContext,
  type OpenConversation,
  renameConversation,
  deleteExpired,
  LastFolder,
} from '../../../../../src/playground/host/history/historyActions';
import { FakeActivity } from '../../../../fakes/activity';
import { FakeLocalFiles } from '../../../../fakes/localFiles';
import { ask } from '../../../conversation/ask';
import { MemoryFiles } from '../../../conversation/memoryFiles';
import { conversation } from '../../../conversation/samples';
import { World } from '../../../conversation/world';

const A = 'aaaaaaaaaaaaaaaa';
const B = 'bbbbbbbbbbbbbbbb';
const DAY = 24 * 60 * 60 * 1000;

describe('changing the conversations', () => {
  let world: World;
  let room: HistoryContext;
  let activity: FakeActivity;
  let localFiles: FakeLocalFiles;
  let folders: MemoryFiles;
  let open: Map<string, OpenConversation>;

  beforeEach(async () => {
    world = new World();
    activity = new FakeActivity();
    localFiles = new FakeLocalFiles();
    folders = new MemoryFiles();
    open = new Map();
    const { files, prompts, clock, services } = world;
    room = {
      files,
      prompts,
      clock,
      activity,
      localFiles,
      index: new ConversationIndex(files),
      store: services.conversations,
      findOpen: (id) => open.get(id),
      lastFolder: new LastFolder(folders, services.log),
      report: () => Promise.resolve(),
    };
    await files.write(`${A}.json`, formatConversation(conversation({ id: A, title: 'Apples' })));
    await files.write(`${B}.json`, formatConversation(conversation({ id: B, title: 'Pears' })));
    await room.index.refresh();
  });

  const remove = (...ids: readonly string[]): Promise<void> =>
    deleteConversations(
      room,
      ids.flatMap((id) => room.index.find(id) ?? []),
      () => undefined,
    );
  const names = (): readonly string[] => [...world.files.files.keys()].sort();

  it('renames one on disk, and leaves its time', async () => {
    world.prompts.answer('  Green apples ');
    await renameConversation(room, { id: A, title: 'Apples' });
    const saved = world.saved(A);
    assert.deepEqual([saved.title, saved.named, saved.revision], ['Green apples', true, 2]);
    assert.equal(saved.updateTime, '2026-01-31T12:00:00.000Z');
  });

  it('renames one that is open through its session, and no message changes that', async () => {
    const session = await world.open();
    const { id } = session.conversation;
    open.set(id, {
      conversation: session.conversation,
      isColumn: false,
      rename: (title) => session.rename(title),
      close: async () => {
        await session.close();
      },
    });
    world.prompts.answer('Mine');
    await renameConversation(room, { id, title: 'New conversation' });
    assert.equal(session.shown.title, 'Mine');
    await ask(session, 'What is a kite?');
    assert.equal(session.shown.title, 'Mine');
    await session.close();
    assert.equal(world.saved(id).title, 'Mine');
  });

  it('deletes several without a question, and brings them back', async () => {
    const before = new Map(world.files.files);
    await remove(A, B);
    assert.deepEqual(
      world.prompts.asked.map(({ kind, choices }) => [kind, ...choices]),
      [['notify', 'Undo']],
    );
    assert.ok(names().every((name) => /\.deleted-\d+\.json$/.test(name)));
    await room.index.refresh();
    assert.deepEqual(room.index.entries(), []);
    const [entry] = activity.tracked;
    assert.deepEqual([entry?.state, entry?.text], ['done', 'Deleted 2 conversations']);
    await entry?.actions[0]?.run();
    assert.deepEqual(new Map([...world.files.files].sort()), new Map([...before].sort()));
    // Undo stands in the notification too.
    await entry?.actions[0]?.run();
    assert.equal(names().length, 2);
  });

  it('closes the panel of one that is open before its file goes', async () => {
    const steps: string[] = [];
    open.set(A, {
      conversation: conversation({ id: A }),
      isColumn: false,
      rename: () => undefined,
      close: () => {
        steps.push(names().includes(`${A}.json`) ? 'closed first' : 'too late');
        return Promise.resolve();
      },
    });
    await remove(A);
    assert.deepEqual(steps, ['closed first']);
  });

  it('brings back what was deleted before a cancellation', async () => {
    const rename = world.files.rename.bind(world.files);
    world.files.rename = async (from, to) => {
      await rename(from, to);
      activity.tracked[0]?.cancel();
    };
    await assert.rejects(remove(A, B), CancelledError);
    assert.equal(names().filter((name) => name.includes('deleted')).length, 1);
    const notice = world.prompts.asked.at(-1);
    assert.deepEqual([notice?.text, notice?.choices], ['Deleted 1 conversation', ['Undo']]);
  });

  it('keeps both where another window wrote the deleted one again', async () => {
    await remove(A);
    await world.files.write(`${A}.json`, formatConversation(conversation({ id: A })));
    await activity.tracked[0]?.actions[0]?.run();
    await room.index.refresh();
    assert.deepEqual(
      room.index
        .entries()
        .map(({ title }) => title)
        .sort(),
      ['Apples', 'Kites', 'Pears'],
    );
  });

  it('takes deleted ones away after 30 days', async () => {
    const now = 1_800_000_000_000;
    world.files.files.clear();
    for (const days of [29, 31]) {
      await world.files.write(`${A}.deleted-${now - days * DAY}.json`, 'x');
    }
    await deleteExpired(world.files, now);
    assert.deepEqual(names(), [`${A}.deleted-${now - 29 * DAY}.json`]);
  });

  it('exports to where the user wants it, begins there the next time, and imports that again', async () => {
    world.prompts.answer('Markdown', 'JSON');
    await exportConversation(room, { id: A });
    await exportConversation(room, { id: A });
    assert.deepEqual(localFiles.proposed, ['Apples.md', 'Apples.json']);
    assert.match(localFiles.written.get('Apples.md') ?? '', /^# Apples\n/);
    assert.equal(await room.lastFolder.load(), 'file:///home');
    localFiles.sources.push({ name: 'x.json', text: localFiles.written.get('Apples.json') ?? '' });
    const made = await importConversation(room, () =>
      Promise.resolve({ connection: 'c', model: 'm', settings: {} }),
    );
    assert.ok(made && 'conversation' in made);
    assert.equal(made.conversation.title, 'Apples');
    assert.notEqual(made.conversation.id, A);
  });
});
