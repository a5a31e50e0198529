import assert from 'node:assert/strict';
import type { Conversation } from '../../../../src/conversation/model/conversation';
import { formatConversation } from '../../../../src/conversation/store/conversationFile';
import { ConversationIndex } from '../../../../src/conversation/store/conversationIndex';
import { MemoryFiles } from '../memoryFiles';
import { conversation, user } from '../samples';

const A = 'aaaaaaaaaaaaaaaa';
const B = 'bbbbbbbbbbbbbbbb';

/** Counts what is read. */
class CountedFiles extends MemoryFiles {
  readonly reads: string[] = [];
  override read(name: string): Promise<string | undefined> {
    this.reads.push(name);
    return super.read(name);
  }
}

describe('what is known of the conversations', () => {
  let files: CountedFiles;
  let open: Conversation[];
  let index: ConversationIndex;

  beforeEach(async () => {
    files = new CountedFiles();
    open = [];
    index = new ConversationIndex(files, () => open);
    await put(A, 'Apples', '08');
    await put(B, 'Pears', '09');
  });

  async function put(id: string, title: string, hour: string): Promise<void> {
    const updateTime = `2026-01-31T${hour}:00:00.000Z`;
    await files.write(`${id}.json`, formatConversation(conversation({ id, title, updateTime })));
  }

  const titles = (): readonly string[] => index.entries().map(({ title }) => title);

  it('reads a file again only when it is another one', async () => {
    await index.refresh();
    const [first] = index.entries();
    files.reads.length = 0;
    await index.refresh();
    assert.deepEqual(files.reads, []);
    assert.equal(index.entries()[0], first);
    await put(A, 'Green apples', '10');
    await index.refresh();
    assert.deepEqual(files.reads, [`${A}.json`]);
    assert.deepEqual(titles(), ['Green apples', 'Pears']);
  });

  it('has what a panel has in memory, and does not read its file', async () => {
    open = [conversation({ id: A, title: 'In the panel', turns: [user('1'), user('2', 'u2')] })];
    await index.refresh();
    assert.deepEqual(files.reads, [`${B}.json`]);
    assert.deepEqual(titles(), ['In the panel', 'Pears']);
    open = [];
    await index.refresh();
    assert.deepEqual(titles(), ['Pears', 'Apples']);
  });

  it('keeps what can’t be read in sight, at the end, and what was put aside', async () => {
    await files.write('cccccccccccccccc.json', '{');
    await files.write(`${B}.corrupt-20260131T000000000Z.json`, 'x');
    await files.write(`${B}.deleted-1769817600000.json`, 'x');
    await index.refresh();
    const entries = index.entries();
    assert.deepEqual(
      entries.map(({ id, unreadable }) => [id, unreadable !== undefined]),
      [
        [B, false],
        [A, false],
        [`${B}.corrupt-20260131T000000000Z`, true],
        ['cccccccccccccccc', true],
      ],
    );
  });
});
