import assert from 'node:assert/strict';
import { formatConversation } from '../../../../src/playground/host/conversationFile';
import {
  listConversations,
  pickConversation,
} from '../../../../src/playground/host/openConversation';
import { FakePrompts } from '../../../fakes/prompts';
import { l10n } from './l10n';
import { MemoryFiles } from './memoryFiles';
import { conversation, user } from './samples';

describe('the list of conversations', () => {
  let files: MemoryFiles;
  let unreadable: string[];

  beforeEach(() => {
    files = new MemoryFiles();
    unreadable = [];
  });

  async function add(id: string, title: string, hour: string): Promise<void> {
    const updateTime = `2026-01-31T${hour}:00:00.000Z`;
    const turns = [user('Hello'), user('And now?', 'u2')];
    const text = formatConversation(conversation({ id, title, updateTime, turns }));
    await files.write(`${id}.json`, text);
  }

  const list = (): ReturnType<typeof listConversations> =>
    listConversations(files, (name) => unreadable.push(name));

  it('has the latest on top', async () => {
    await add('aaaaaaaaaaaaaaaa', 'Morning', '08');
    await add('bbbbbbbbbbbbbbbb', 'Evening', '20');
    await add('cccccccccccccccc', 'Noon', '12');
    const entries = await list();
    assert.deepEqual(
      entries.map(({ title, messages }) => [title, messages]),
      [
        ['Evening', 2],
        ['Noon', 2],
        ['Morning', 2],
      ],
    );
    assert.deepEqual(unreadable, []);
  });

  it('leaves out what is no conversation, and tells of what should be one', async () => {
    await add('aaaaaaaaaaaaaaaa', 'Good', '08');
    await files.write('bbbbbbbbbbbbbbbb.json', '{ "format": 1');
    await files.write('cccccccccccccccc.corrupt-20260131T000000000Z.json', '{');
    await files.write('dddddddddddddddd.json', (await files.read('aaaaaaaaaaaaaaaa.json')) ?? '');
    assert.deepEqual(
      (await list()).map(({ title }) => title),
      ['Good'],
    );
    assert.deepEqual(unreadable.sort(), ['bbbbbbbbbbbbbbbb.json', 'dddddddddddddddd.json']);
  });

  it('leaves out those in which nothing was said yet', async () => {
    const text = formatConversation(conversation({ turns: [], settings: { topP: 0.5 } }));
    await files.write('0123456789abcdef.json', text);
    assert.deepEqual(await list(), []);
    assert.deepEqual(unreadable, []);
  });

  it('lets one with a strange time be chosen, and counts a single message as one', async () => {
    const text = formatConversation(conversation({ updateTime: 'yesterday' }));
    await files.write('0123456789abcdef.json', text);
    const prompts = new FakePrompts('Kites');
    assert.equal(await pickConversation(prompts, list(), l10n, 'en'), '0123456789abcdef');
    assert.deepEqual(prompts.asked[0]?.choices, ['Kites']);
  });

  it('lets one be chosen, and says when there is none', async () => {
    const prompts = new FakePrompts('Noon');
    assert.equal(await pickConversation(prompts, list(), l10n, 'en'), undefined);
    assert.match(prompts.asked[0]?.text ?? '', /no conversation/);
    await add('aaaaaaaaaaaaaaaa', 'Noon', '12');
    assert.equal(await pickConversation(prompts, list(), l10n, 'en'), 'aaaaaaaaaaaaaaaa');
    assert.deepEqual(prompts.asked[1]?.choices, ['Noon']);
  });
});
