import assert from 'node:assert/strict';
import type { Conversation, UserTurn } from '../../../../src/conversation/model/conversation';
import { exchangeTitle, updateTitle } from '../../../../src/conversation/store/transcript';
import { conversation, model, user } from '../samples';

function titleOf(asked: string | UserTurn, answer?: string): string | undefined {
  const message = typeof asked === 'string' ? user(asked) : asked;
  const turns = answer === undefined ? [message] : [message, model([{ text: answer }])];
  return exchangeTitle(conversation({ turns }));
}

const picture: UserTurn = {
  id: 'u1',
  role: 'user',
  content: { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: '' } }] },
  attached: [{ part: 0, name: 'kite.png' }],
};

describe('the title of an exchange', () => {
  const messages: readonly (readonly [string, string | undefined])[] = [
    ['Hello', 'Hello'],
    ['\n \u200b\n  What is\ta token?  \nAnd more.', 'What is a token?'],
    ['\u202eevil', 'evil'],
    [' \n ', undefined],
    ['👋', '👋'],
    [`${'word '.repeat(11)}end, and on`, `${'word '.repeat(11)}end…`],
    ['word '.repeat(30), 'word word word word word word word word word word word word…'],
    ['x'.repeat(100), `${'x'.repeat(59)}…`],
    ['😀'.repeat(60), `${'😀'.repeat(29)}…`],
    [`Explain how kites fly. Then ${'go on '.repeat(20)}`, 'Explain how kites fly'],
    [
      `Yes. Then ${'go on '.repeat(20)}`,
      'Yes. Then go on go on go on go on go on go on go on go on…',
    ],
    [`为什么风筝会飞？${'请详细说明。'.repeat(20)}`, '为什么风筝会飞？'],
  ];
  for (const [text, title] of messages) {
    it(`is ${JSON.stringify(title)} after ${JSON.stringify(text.slice(0, 30))}`, () => {
      assert.equal(titleOf(text), title);
      assert.ok((title ?? '').length <= 60);
    });
  }

  const answered: readonly (readonly [string, string | UserTurn, string, string])[] = [
    ['the message where that says enough', 'How do kites fly?', 'By lift.', 'How do kites fly?'],
    [
      'both where the message says little',
      'Hello',
      '**Hi** there!\nHow are you?',
      'Hello – Hi there!',
    ],
    [
      'both where only a picture was sent',
      picture,
      'A red kite over a beach.',
      'kite.png – A red kite over a beach.',
    ],
    ['the message alone where the answer is JSON', 'Hello', '{ "a": 1 }', 'Hello'],
    ['the message alone where nothing was answered', 'Hello', ' ', 'Hello'],
    [
      'a heading of the answer in place of a long message',
      `Write ${'a lot '.repeat(30)}`,
      '# On Kites\nThey fly.',
      'On Kites',
    ],
    [
      'the long message before an answer without one',
      `Write ${'a lot '.repeat(30)}`,
      'They fly.\n# On Kites',
      `Write${' a lot'.repeat(9)}…`,
    ],
  ];
  for (const [what, asked, answer, title] of answered) {
    it(`is ${what}`, () => assert.equal(titleOf(asked, answer), title));
  }
});

describe('the title of a conversation', () => {
  const fresh = conversation({ title: 'New conversation', turns: [] });
  const asked: Conversation = { ...fresh, turns: [user('Hello')] };
  const told: Conversation = { ...asked, turns: [...asked.turns, model([{ text: 'Hi you' }])] };

  it('comes with the first message, grows with its answer, and stays from then on', () => {
    const first = updateTitle(fresh, asked);
    assert.equal(first.title, 'Hello');
    const second = updateTitle(first, { ...told, title: first.title });
    assert.equal(second.title, 'Hello – Hi you');
    const later = { ...second, turns: [...second.turns, user('Another', 'u2')] };
    assert.equal(updateTitle(second, later), later);
  });

  it('follows the first message where that is changed, and back where that is undone', () => {
    const before = { ...told, title: 'Hello – Hi you' };
    const edited = { ...before, turns: [user('How do kites fly?'), ...before.turns.slice(1)] };
    const after = updateTitle(before, edited);
    assert.equal(after.title, 'How do kites fly?');
    assert.equal(updateTitle(after, { ...after, turns: before.turns }).title, before.title);
  });

  it('is the user’s own once there is one, that of a prompt file, or of a copy', () => {
    for (const own of [{ named: true }, { promptFile: 'file:///a.prompt.json' }]) {
      assert.equal(updateTitle({ ...fresh, ...own }, { ...asked, ...own }).title, fresh.title);
    }
    const copy = { ...told, title: 'Hello (fork)' };
    assert.equal(updateTitle(copy, { ...copy, turns: [user('More')] }).title, 'Hello (fork)');
  });
});
