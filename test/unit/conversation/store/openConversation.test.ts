import assert from 'node:assert/strict';
import { formatConversation } from '../../../../src/conversation/store/conversationFile';
import {
  listConversations,
  openConversation,
  pickConversation,
} from '../../../../src/conversation/store/conversationIndex';
import { FakePrompts } from '../../../fakes/prompts';
import { MemoryFiles } from '../memoryFiles';
import { conversation, streaming, texts, user } from '../samples';
import { World } from '../world';

const ID = conversation().id;
const beginning = { connection: 'remote01', model: '', settings: {} };

describe('opening a conversation', () => {
  let world: World;

  beforeEach(() => {
    world = new World();
  });

  function open(id?: string): ReturnType<typeof openConversation> {
    return openConversation(world.services.conversations, id, beginning, 0);
  }

  it('finds it, and goes on with it at its revision', async () => {
    world.files.files.set(`${ID}.json`, formatConversation(conversation({ revision: 7 })));
    const session = await world.openWith(await open(ID));
    await session.send('More');
    assert.equal(session.state.conversation, ID);
    assert.equal(world.saved(ID).revision, 8);
    assert.equal(session.state.notice, undefined);
  });

  it('tells that an answer was cut off when the window was closed, and can go on with it', async () => {
    const turns = [user('Hello'), streaming([{ text: 'Ha' }])];
    world.files.files.set(`${ID}.json`, formatConversation(conversation({ turns })));
    const session = await world.openWith(await open(ID));
    assert.equal(session.answer.outcome?.verdict, 'interrupted');
    assert.deepEqual(session.answer.outcome.failure?.fixes, ['continue', 'retry']);
    await session.continueResponse();
    assert.deepEqual(texts(session.state.turns), ['Hello', 'Ha']);
  });

  it('takes no other id than its own kind', async () => {
    const { conversation: opened, notice } = await open('../../../../etc/passwd');
    assert.match(opened.id, /^[0-9a-f]{16}$/);
    assert.equal(notice, undefined);
  });

  it('reports a damaged file once, keeps it, and begins anew', async () => {
    world.files.files.set(`${ID}.json`, '{"format":1,"turns":');
    const session = await world.openWith(await open(ID));
    const { notice, conversation: id } = session.state;
    const [keptAs] = await world.files.list();
    assert.match(keptAs ?? '', /^0123456789abcdef\.corrupt-.*\.json$/);
    assert.deepEqual(notice, {
      message: 'The file of this conversation is damaged.',
      hint: 'The file was saved under another name. This is a new conversation.',
      fixes: ['showLog'],
    });
    assert.notEqual(id, ID);
    await session.send('Hello');
    assert.equal(session.state.notice, undefined);
    assert.equal(world.files.files.get(keptAs ?? ''), '{"format":1,"turns":');
    assert.equal((await open(ID)).notice, undefined);
  });

  it('reports a file that cannot be read, and leaves it', async () => {
    world.files.read = () => Promise.reject(new Error('EACCES: no'));
    const { notice, conversation: opened } = await open(ID);
    assert.match(
      notice?.message ?? '',
      /Couldn’t open the file of this conversation: EACCES: no\./,
    );
    assert.notEqual(opened.id, ID);
    assert.deepEqual(world.files.writes, []);
  });
});

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

  it('lets one be chosen, and says when there is none', async () => {
    const prompts = new FakePrompts('Noon');
    assert.equal(await pickConversation(prompts, list(), 'en'), undefined);
    assert.match(prompts.asked[0]?.text ?? '', /no conversation/);
    await add('aaaaaaaaaaaaaaaa', 'Noon', '12');
    assert.equal(await pickConversation(prompts, list(), 'en'), 'aaaaaaaaaaaaaaaa');
    assert.deepEqual(prompts.asked[1]?.choices, ['Noon']);
  });
});
