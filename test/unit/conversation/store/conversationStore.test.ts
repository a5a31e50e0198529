import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import type { Conversation } from '../../../../src/conversation/model/conversation';
import {
  formatConversation,
  parseConversation,
} from '../../../../src/conversation/store/conversationFile';
import {
  ConversationStore,
  type ConversationWriter,
} from '../../../../src/conversation/store/conversationStore';
import { FolderStore, type FileStore } from '../../../../src/platform/files';
import { FakeClock } from '../../../fakes/clock';
import { FakeLog } from '../../../fakes/log';
import { folderForEach } from '../../../fakes/folder';
import { MemoryFiles } from '../memoryFiles';
import { conversation, texts, user } from '../samples';

const ID = conversation().id;

describe('the conversations of this machine', () => {
  const folder = folderForEach();
  let clock: FakeClock;
  let files: FileStore;
  let writes: string[];
  let failNext: Error | undefined;
  let store: ConversationStore;
  let told: unknown[];
  const events = {
    onForked: (copy: object) => told.push(copy),
    onFailed: (error: unknown) => told.push(error),
    onWritten: () => undefined,
  };

  beforeEach(() => {
    clock = new FakeClock();
    writes = [];
    told = [];
    failNext = undefined;
    const disk = new FolderStore(folder());
    files = {
      read: (name) => disk.read(name),
      rename: (from, to) => disk.rename(from, to),
      remove: (name) => disk.remove(name),
      stamp: (name) => disk.stamp(name),
      list: () => disk.list(),
      write(name, text) {
        writes.push(name);
        const error = failNext;
        failNext = undefined;
        return error ? Promise.reject(error) : disk.write(name, text);
      },
    };
    store = new ConversationStore({
      files,
      clock,
      log: new FakeLog(),
      copyTitle: (title) => `${title} (copy)`,
    });
  });

  async function onDisk(name = `${ID}.json`): Promise<Conversation> {
    return parseConversation(await fs.readFile(join(folder(), name), 'utf8'));
  }

  async function reopen(): Promise<ConversationWriter> {
    const loaded = await store.load(ID);
    assert.equal(loaded.kind, 'found');
    return store.writer(events, loaded);
  }

  it('finds what it wrote, one revision further each time', async () => {
    assert.deepEqual(await store.load(ID), { kind: 'absent' });
    const writer = store.writer(events);
    writer.save(() => conversation());
    await writer.flush();
    writer.save(() => conversation({ title: 'Dragons' }));
    await writer.flush();
    assert.equal((await onDisk()).revision, 2);
    const again = await reopen();
    again.save(() => conversation({ title: 'Boats' }));
    await again.flush();
    const { revision, title } = await onDisk();
    assert.deepEqual({ revision, title }, { revision: 3, title: 'Boats' });
    assert.deepEqual(told, []);
  });

  it('writes at most once a second while a conversation changes, and the last state at the end', async () => {
    const memory = new MemoryFiles();
    const writer = new ConversationStore({
      files: memory,
      clock,
      log: new FakeLog(),
      copyTitle: String,
    }).writer(events);
    for (let ms = 0; ms < 5000; ms += 10) {
      writer.save(() => conversation({ turns: [user(`at ${ms}`)] }));
      clock.advance(10);
      await new Promise(setImmediate);
    }
    const { length } = memory.writes;
    assert.ok(length >= 4 && length <= 6, `${length} writes in 5 seconds`);
    writer.save(() => conversation({ turns: [user('the end')] }));
    await writer.flush();
    const written = parseConversation(memory.files.get(`${ID}.json`) ?? '');
    assert.deepEqual(texts(written.turns), ['the end']);
    assert.equal(clock.pending, 0);
  });

  it('never has two writes of a conversation under way', async () => {
    const writer = store.writer(events);
    for (let round = 0; round < 20; round++) {
      writer.save(() => conversation({ title: `round ${round}` }));
      void writer.flush();
    }
    await writer.flush();
    const { revision, title } = await onDisk();
    assert.deepEqual({ title, revision }, { title: 'round 19', revision: writes.length });
  });

  it('keeps both when another window wrote meanwhile, and says so once', async () => {
    const first = store.writer(events);
    first.save(() => conversation());
    await first.flush();
    const second = await reopen();
    first.save(() => conversation({ turns: [user('from the first')] }));
    await first.flush();
    second.save(() => conversation({ turns: [user('from the second')] }));
    await second.flush();
    second.save(() => conversation({ turns: [user('more from the second')] }));
    await second.flush();

    assert.equal(told.length, 1);
    const copy = told[0] as { id: string; title: string };
    assert.equal(copy.title, 'Kites (copy)');
    assert.deepEqual([...(await files.list())].sort(), [`${copy.id}.json`, `${ID}.json`].sort());
    assert.deepEqual(texts((await onDisk()).turns), ['from the first']);
    const forked = await onDisk(`${copy.id}.json`);
    assert.deepEqual(texts(forked.turns), ['more from the second']);
    assert.deepEqual([forked.id, forked.title, forked.revision], [copy.id, 'Kites (copy)', 2]);
  });

  it('never writes over a file that became unreadable', async () => {
    const writer = store.writer(events);
    writer.save(() => conversation());
    await writer.flush();
    await fs.writeFile(join(folder(), `${ID}.json`), 'scribble');
    writer.save(() => conversation({ title: 'Later' }));
    await writer.flush();
    assert.equal(await files.read(`${ID}.json`), 'scribble');
    assert.equal((await files.list()).length, 2);
  });

  it('tells of a write that failed and writes it with the next', async () => {
    const writer = store.writer(events);
    writer.save(() => conversation({ title: 'Old' }));
    await writer.flush();
    failNext = new Error('disk full');
    writer.save(() => conversation({ title: 'New' }));
    await writer.flush();
    assert.deepEqual(told, [new Error('disk full')]);
    assert.equal((await onDisk()).title, 'Old');
    await writer.flush();
    assert.equal((await onDisk()).title, 'New');
    assert.equal((await onDisk()).revision, 2);
  });

  for (const text of [
    '{"format":9}',
    formatConversation(conversation({ id: 'fedcba9876543210' })),
  ]) {
    it(`sets ${JSON.stringify(text.slice(0, 20))} aside`, async () => {
      await fs.writeFile(join(folder(), `${ID}.json`), text);
      assert.deepEqual(await store.load(ID), { kind: 'corrupt' });
      const [kept = '', ...others] = await files.list();
      assert.deepEqual(others, []);
      assert.equal(await files.read(kept), text);
      assert.deepEqual(await store.load(ID), { kind: 'absent' });
    });
  }

  it('reports a file that cannot be read, and leaves it alone', async () => {
    await fs.mkdir(join(folder(), `${ID}.json`));
    await assert.rejects(store.load(ID), /EISDIR/);
    assert.deepEqual(await files.list(), [`${ID}.json`]);
  });

  it('opens no file for an id that is none', async () => {
    await fs.writeFile(join(folder(), 'secret.json'), '{}');
    assert.deepEqual(await store.load('../secret'), { kind: 'absent' });
    assert.deepEqual(await files.list(), ['secret.json']);
  });
});
