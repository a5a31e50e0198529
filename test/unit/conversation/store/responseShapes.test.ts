import assert from 'node:assert/strict';
import { readPiece } from '../../../../src/conversation/store/conversationFile';
import { settled } from '../../../fakes/settle';
import { World } from '../world';

const WRONG: { readonly [what: string]: unknown } = {
  'a string': 'x',
  nothing: null,
  'a list': [],
  'candidates that are no list': { candidates: {} },
  'a candidate that is a text': { candidates: ['x'] },
  'content that is a text': { candidates: [{ content: 'x' }] },
  'parts that are a text': { candidates: [{ content: { parts: 'x' } }] },
  'a part that is a text': { candidates: [{ content: { parts: ['x'] } }] },
  'a part that is null': { candidates: [{ content: { parts: [null] } }] },
  'a role that is a number': { candidates: [{ content: { role: 1 } }] },
  'a reason that is a number': { candidates: [{ finishReason: 1 }] },
  'an index that is a text': { candidates: [{ index: '0' }] },
  'ratings that are an object': { candidates: [{ safetyRatings: {} }] },
  'feedback that is a text': { promptFeedback: 'x' },
  'usage that is a list': { usageMetadata: [] },
};

describe('a piece of an answer', () => {
  it('keeps everything that the service sent, known or not', () => {
    const piece = {
      candidates: [
        {
          content: { parts: [{ text: 'a', newField: null }], odd: 1 },
          citationMetadata: {},
          x: [1],
        },
      ],
      usageMetadata: { totalTokenCount: 1 },
      newer: { deep: null },
    };
    assert.deepEqual(readPiece(piece), piece);
  });

  it('takes null as absent in parts too, so that pieces of one text stay one', async () => {
    const world = new World();
    const session = await world.open();
    await settled(session.send('Hello'));
    const nulls = { thought: null, thoughtSignature: null, functionCall: null };
    for (const text of ['One, ', 'two.']) {
      world.client.last.piece({
        candidates: [{ content: { parts: [{ text, ...nulls }] } }],
      } as object);
    }
    world.client.last.piece({ candidates: [{ content: { parts: [{ text: null }] } }] } as object);
    await settled(world.client.last.finish('STOP'));
    assert.deepEqual(session.answer.content.parts, [{ text: 'One, two.' }]);
  });

  for (const [what, piece] of Object.entries(WRONG)) {
    it(`is not ${what}, and the conversation can still be read`, async () => {
      const world = new World();
      const session = await world.open();
      await settled(session.send('Hello'));
      await settled(world.client.last.text('Half').piece(piece as object));
      assert.equal(session.text, 'Half');
      assert.equal(session.answer.outcome?.verdict, 'interrupted');
      assert.match(
        session.answer.outcome.failure?.message ?? '',
        /an invalid response: .*expected/,
      );
      assert.deepEqual(world.saved(session.state.conversation).turns, session.state.turns);
    });
  }
});
