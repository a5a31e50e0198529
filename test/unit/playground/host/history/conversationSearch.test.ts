import assert from 'node:assert/strict';
import { formatConversation } from '../../../../../src/conversation/store/conversationFile';
import { ConversationIndex } from '../../../../../src/conversation/store/conversationIndex';
import {
  ConversationSearch,
  searchConversations,
} from '../../../../../src/playground/host/history/historyTree';
import { FakeClock } from '../../../../fakes/clock';
import { FakePrompts } from '../../../../fakes/prompts';
import { MemoryFiles } from '../../../conversation/memoryFiles';
import { conversation, model, user } from '../../../conversation/samples';

describe('searching conversations', () => {
  let files: MemoryFiles;
  let index: ConversationIndex;

  beforeEach(async () => {
    files = new MemoryFiles();
    index = new ConversationIndex(files);
    await put('aaaaaaaaaaaaaaaa', 'Kites', 'How do I build one?', 'Take paper and "glue".');
    await put('bbbbbbbbbbbbbbbb', 'Tea', 'Steps?', 'Boil water.\nTake a CUP; never paper.');
    await put('cccccccccccccccc', 'Ströme', 'Flüsse in Österreich', 'Die Donau.');
    await index.refresh();
  });

  async function put(id: string, title: string, question: string, answer: string): Promise<void> {
    const turns = [user(question), model([{ text: answer }])];
    await files.write(`${id}.json`, formatConversation(conversation({ id, title, turns })));
  }

  async function find(text: string, signal?: AbortSignal): Promise<readonly string[]> {
    const found: string[] = [];
    const search = new ConversationSearch(files, text);
    for await (const { entry } of search.hits(index.entries(), signal)) found.push(entry.title);
    return found.sort();
  }

  for (const [text, expected] of [
    ['kites', ['Kites']],
    ['paper', ['Kites', 'Tea']],
    ['  cup  boil ', ['Tea']],
    ['tea water', ['Tea']],
    ['tea donau', []],
    ['österreich', ['Ströme']],
    ['"GLUE"', ['Kites']],
    // Words of the file that nobody said.
    ['createTime', []],
    ['models/test', []],
  ] as const) {
    it(`finds ${JSON.stringify(expected)} for ${JSON.stringify(text)}`, async () => {
      assert.deepEqual(await find(text), expected);
    });
  }

  it('finds what was said in a branch that is not shown', async () => {
    const turns = [user('Sails'), model([{ text: 'Of cloth.' }])];
    const branches = [{ after: 'm1', turns: [user('And of silk?', 'u2')] }];
    const id = 'dddddddddddddddd';
    const whole = conversation({ id, title: 'Sails', turns, branches });
    await files.write(`${id}.json`, formatConversation(whole));
    await index.refresh();
    assert.deepEqual(await find('silk'), ['Sails']);
  });

  it('shows where it was found, and reads nothing twice', async () => {
    const search = new ConversationSearch(files, 'cup');
    const once = async (): Promise<string> => {
      for await (const { excerpt } of search.hits(index.entries())) return excerpt;
      return '';
    };
    assert.equal(await once(), 'Boil water.\nTake a CUP; never paper.');
    files.files.clear();
    assert.equal(await once(), 'Boil water.\nTake a CUP; never paper.');
  });

  it('shows results while the user types, of the last words alone, and opens the chosen one', async () => {
    const prompts = new FakePrompts();
    const clock = new FakeClock();
    const chosen = searchConversations({ files, prompts, clock }, index.entries());
    const [list] = prompts.lists;
    assert.ok(list);
    list.type('pap');
    list.type('boil');
    clock.advance(1000);
    const { items } = await list.when(({ isBusy, items }) => !isBusy && items.length > 0);
    assert.deepEqual(
      items.map(({ label }) => label),
      ['Tea', 'Show All in View'],
    );
    list.choose('Tea');
    assert.deepEqual(await chosen, { kind: 'open', id: 'bbbbbbbbbbbbbbbb' });
    assert.ok(list.isDisposed);
  });
});
