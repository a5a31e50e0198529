import assert from 'node:assert/strict';
import {
  newConversation,
  withInterruptionsReported,
  withoutLastAnswer,
  withTurn,
  withUserTurn,
} from '../../../../src/conversation/store/transcript';
import { conversation, model, streaming, user } from '../samples';

const beginning = { connection: 'emulator', model: 'models/x', settings: { topP: 0.5 } };

describe('a transcript', () => {
  it('begins empty, with what it is given', () => {
    const fresh = newConversation({ ...beginning, version: 'v1' }, 0);
    assert.deepEqual(fresh, {
      format: 1,
      id: fresh.id,
      revision: 0,
      title: 'New conversation',
      createTime: '1970-01-01T00:00:00.000Z',
      updateTime: '1970-01-01T00:00:00.000Z',
      ...beginning,
      version: 'v1',
      turns: [],
    });
  });

  it('keeps every character of a message', () => {
    const text = 'a'.repeat(10_000_000);
    const { turns } = withUserTurn(newConversation(beginning, 0), text);
    assert.equal(turns[0]?.content.parts?.[0]?.text, text);
  });

  it('puts a turn in place of the one with its id, or at the end', () => {
    const [before, after] = [model([{ text: 'a' }]), model([{ text: 'b' }])];
    const start = conversation({ turns: [user('Hello'), before, user('More', 'u2')] });
    assert.deepEqual(withTurn(start, after).turns[1], after);
    assert.equal(withTurn(start, model([], {}, 'm9')).turns.length, 4);
  });

  it('drops only an answer at its end', () => {
    const start = conversation({ turns: [user('Hello'), model([])] });
    const without = withoutLastAnswer(start);
    assert.deepEqual(without.turns, [user('Hello')]);
    assert.equal(withoutLastAnswer(without), without);
  });

  it('calls an answer cut off that was streaming when the window went', () => {
    const start = conversation({ turns: [user('Hello'), streaming([{ text: 'Ha' }])] });
    const [, answer] = withInterruptionsReported(start).turns;
    assert.equal(answer?.role === 'model' && answer.outcome?.verdict, 'interrupted');
    assert.deepEqual(answer?.content.parts, [{ text: 'Ha' }]);
    const ended = conversation({ turns: [user('Hello'), model([])] });
    assert.deepEqual(withInterruptionsReported(ended).turns, ended.turns);
  });
});
