import assert from 'node:assert/strict';
import type { ModelTurn, UserTurn } from '../../../../src/conversation/model/conversation';
import { editableText, withText } from '../../../../src/conversation/answer/editedTurn';
import { settle } from '../../../fakes/settle';
import { ask, sentTexts } from '../ask';
import { openPanel } from '../panelWorld';
import { model, user } from '../samples';
import { type TestSession, World } from '../world';

describe('the candidates of an answer', () => {
  let world: World;
  let session: TestSession;

  beforeEach(async () => {
    world = new World();
    session = await world.open();
    await ask(session);
    const candidate = (index: number, text: string, finishReason: string): object => ({
      index,
      content: { role: 'model', parts: [{ text }] },
      finishReason,
    });
    world.client.last
      .piece({
        candidates: [
          candidate(0, 'First', 'STOP'),
          candidate(1, 'Second', 'MAX_TOKENS'),
          candidate(2, 'Third', 'STOP'),
        ],
      })
      .end();
    await settle();
  });

  async function choose(index: number): Promise<void> {
    const { id } = session.answer;
    await openPanel(world, session).call('chooseCandidate', { turn: id, index });
  }

  it('are switched, with how each ended', async () => {
    assert.equal(session.text, 'First');
    await choose(1);
    assert.deepEqual([session.text, session.answer.outcome?.verdict], ['Second', 'maxTokens']);
    await choose(2);
    assert.deepEqual([session.text, session.answer.outcome?.verdict], ['Third', 'complete']);
    await choose(0);
    assert.deepEqual([session.text, session.answer.outcome?.verdict], ['First', 'complete']);
  });

  it('go into the next request as chosen', async () => {
    await choose(1);
    await ask(session, 'Continue');
    assert.deepEqual(sentTexts(world.client.last), [
      'user: Hello',
      'model: Second',
      'user: Continue',
    ]);
  });

  it('keep what the user wrote in them', async () => {
    await choose(1);
    const { id } = session.answer;
    await openPanel(world, session).call('editTurn', { turn: id, text: 'Mine', ask: false });
    await choose(0);
    await choose(1);
    assert.equal(session.text, 'Mine');
  });
});

type Parts = NonNullable<ModelTurn['content']['parts']>;

function changed(parts: Parts, text: string): unknown {
  return withText(model(parts), text).content.parts;
}

describe('another text of a message', () => {
  const call = { functionCall: { name: 'look', args: {} } };
  const thought = { text: 'Hm.', thought: true };
  const [one, two] = [
    { text: 'One. ', thoughtSignature: 'AQ==' },
    { text: 'Two.', thoughtSignature: 'Ag==' },
  ];

  it('leaves thoughts and calls of functions where they are', () => {
    assert.deepEqual(changed([thought, { text: 'A' }, call], 'B'), [thought, { text: 'B' }, call]);
  });

  for (const [what, text, expected] of [
    ['in the first part', 'Uno. Two.', [{ text: 'Uno. ' }, call, two]],
    ['in the last part', 'One. Twenty.', [one, call, { text: 'Twenty.' }]],
    ['before everything', 'Zero. One. Two.', [{ text: 'Zero. One. ' }, call, two]],
    ['after everything', 'One. Two. Three.', [one, call, { text: 'Two. Three.' }]],
    ['across both parts', 'On!wo.', [{ text: 'On!' }, call, { text: 'wo.' }]],
  ] as const) {
    it(`takes the signature of what changed, and only of that: ${what}`, () => {
      assert.deepEqual(changed([one, call, two], text), expected);
    });
  }

  it('takes a part away that has no text left', () => {
    assert.deepEqual(changed([one, call, two], 'One. '), [one, call]);
    assert.deepEqual(changed([one, call, two], ''), [call]);
  });

  it('does not touch attachments, also those that are text, and knows them by their place', () => {
    const picture = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
    const turn: UserTurn = {
      ...user(''),
      content: { role: 'user', parts: [{ text: 'Look: ' }, { text: 'a file' }, picture] },
      attached: [
        { part: 1, name: 'a.txt' },
        { part: 2, name: 'b.png' },
      ],
    };
    assert.equal(editableText(turn), 'Look: ');
    const edited = withText(turn, '') as UserTurn;
    assert.deepEqual(edited.content.parts, [{ text: 'a file' }, picture]);
    assert.deepEqual(edited.attached, [
      { part: 0, name: 'a.txt' },
      { part: 1, name: 'b.png' },
    ]);
  });
});
