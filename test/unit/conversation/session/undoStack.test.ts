import assert from 'node:assert/strict';
import { UndoStack } from '../../../../src/conversation/session/conversationDocument';
import { model, texts, user } from '../samples';

const [hello, hi, more, yes] = [
  user('Hello', 'u1'),
  model([{ text: 'Hi' }], {}, 'm1'),
  user('More?', 'u2'),
  model([{ text: 'Yes' }], {}, 'm2'),
];
const all = [hello, hi, more, yes];

describe('taking changes of the turns back', () => {
  let undo: UndoStack;

  beforeEach(() => {
    undo = new UndoStack();
  });

  function deleteLast(): typeof all {
    const after = [hello, hi];
    undo.note({ before: all, after, text: 'Deleted.' });
    return after;
  }

  it('brings deleted messages back, and deletes them again', () => {
    const after = deleteLast();
    assert.deepEqual(undo.offer(after), { undo: 'Deleted.' });
    const back = undo.undo(after)?.turns ?? [];
    assert.deepEqual(back, all);
    assert.deepEqual(undo.offer(back), { redo: 'Deleted.' });
    assert.deepEqual(undo.redo(back)?.turns, after);
    assert.deepEqual(undo.offer(after), { undo: 'Deleted.' });
  });

  it('takes several changes back, the last one first', () => {
    const after = deleteLast();
    undo.note({ before: after, after: [hello], text: 'Deleted more.' });
    assert.deepEqual(undo.undo([hello])?.turns, after);
    assert.deepEqual(undo.offer(after), { undo: 'Deleted.', redo: 'Deleted more.' });
    assert.deepEqual(undo.undo(after)?.turns, all);
    assert.deepEqual(undo.offer(all), { redo: 'Deleted.' });
  });

  it('keeps what was said since, and is not offered any more then', () => {
    const after = deleteLast();
    const since = [...after, user('New', 'u3')];
    assert.equal(undo.offer(since), undefined);
    assert.equal(undo.undoable(since), 'Deleted.');
    assert.deepEqual(texts(undo.undo(since)?.turns ?? []), ['Hello', 'Hi', 'More?', 'Yes', 'New']);
  });

  it('keeps what changed since in other messages', () => {
    deleteLast();
    const back = undo.undo([user('Hello there', 'u1'), hi])?.turns ?? [];
    assert.deepEqual(texts(back), ['Hello there', 'Hi', 'More?', 'Yes']);
  });

  it('brings an answer back in place of the new one', () => {
    undo.note({ before: all, after: [hello], asked: true, text: 'Replaced.' });
    const now = [hello, model([{ text: 'Good day' }], {}, 'm3')];
    assert.equal(undo.offer(now)?.undo, 'Replaced.');
    const back = undo.undo(now)?.turns ?? [];
    assert.deepEqual(back, all);
    assert.deepEqual(undo.redo(back)?.turns, now);
  });

  it('can’t once the conversation went on from the new answer', () => {
    undo.note({ before: all, after: [hello], asked: true, text: 'Replaced.' });
    const now = [hello, model([{ text: 'Good day' }], {}, 'm3'), more];
    assert.equal(undo.undoable(now), undefined);
    assert.equal(undo.undo(now), undefined);
  });
});
