import assert from 'node:assert/strict';
import type { Conversation, UserTurn } from '../../../../src/conversation/model/conversation';
import { fencedText } from '../../../../src/conversation/model/calls';
import { exchangeTitle, updateTitle } from '../../../../src/conversation/store/exchangeTitle';
import { conversation, model, user } from '../samples';

function titleOf(asked: string | UserTurn, answer?: string): string | undefined {
  const message = typeof asked === 'string' ? user(asked) : asked;
  const turns = answer === undefined ? [message] : [message, model([{ text: answer }])];
  return exchangeTitle(conversation({ turns }));
}

const picture: UserTurn = {
  ...{ id: 'u1', role: 'user' },
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

  const marked: readonly (readonly [string, string])[] = [
    ['## Make a **plan** for _today_', 'Make a plan for today'],
    ['> - [ ] 1. Buy ~~milk~~ *and* `a*b*c`', 'Buy milk and a*b*c'],
    [
      'See [the docs](https://example.com/a_b "x") and ![a kite](kite.png)',
      'See the docs and a kite',
    ],
    ['Why is 2 * 3 * 4 in snake_case_name \\*so\\*?', 'Why is 2 * 3 * 4 in snake_case_name *so*?'],
    ['---\n```ts\nconst kite = 1;\n```\nWhat does this do?', 'What does this do?'],
    ['```\nprint(1)\n```', 'print(1)'],
    ['**`x` and** y', 'x and y'],
  ];
  for (const [text, title] of marked) {
    it(`has no Markdown of ${JSON.stringify(text)}`, () => assert.equal(titleOf(text), title));
  }

  it('is the question, and not where the code before it is from', () => {
    const code = fencedText({
      ...{ path: 'src/my kites/twice.ts', language: 'typescript' },
      ...{ lines: { first: 1, last: 3 }, text: `const long = '${'x'.repeat(5000)}';\n\`\`\`\n` },
    });
    const notes = fencedText({ path: 'Untitled-1', language: '', text: 'Some notes' });
    assert.equal(titleOf(`${code}\n\n${notes}\n\nWhat does it do?`), 'What does it do?');
    assert.equal(titleOf(`${notes}\n\n${code}`), 'Untitled-1');
    assert.equal(titleOf(`What is this?\n${notes}\n\nBe brief.`), 'What is this?');
    assert.equal(
      titleOf('Explain what this does:\n```ts\nlet a;\n```\n\nBe brief.'),
      'Explain what this does:',
    );
  });

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

  it('looks at the beginning of a message of any length only', () => {
    assert.ok((titleOf(`Kites ${'* ['.repeat(3_000_000)}`)?.length ?? 99) <= 60);
  });

  it('does not take the answer of one column of a comparison', () => {
    const comparison = { id: 'c1', column: 1 };
    const turns = [user('Hello'), model([{ text: 'Hi' }])];
    const column = conversation({ title: 'Hello', turns, comparison });
    assert.equal(exchangeTitle(column), 'Hello');
    const { comparison: _, ...alone } = column;
    assert.equal(updateTitle(column, alone).title, 'Hello');
  });
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
