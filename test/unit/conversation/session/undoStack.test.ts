import assert from 'node:assert/strict';
import { UndoStack } from '../../../../src/conversation/session/undoStack';
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

  it('makes several changes again, the first one first', () => {
    const after = deleteLast();
    const now = [hello];
    undo.note({ before: after, after: now, text: 'Deleted more.' });
    const once = undo.undo(now)?.turns ?? [];
    const twice = undo.undo(once)?.turns ?? [];
    assert.deepEqual(undo.redo(twice)?.turns, once);
    assert.deepEqual(undo.redo(once)?.turns, now);
    assert.equal(undo.redo(now), undefined);
    assert.deepEqual(undo.offer(now), { undo: 'Deleted more.' });
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

  it('takes a changed message back, whatever else changed in it since', () => {
    const [changed, again] = [user('Hi there', 'u1'), user('Hi there', 'u1')];
    undo.note({ before: [hello, hi], after: [changed, hi], text: 'Changed.' });
    assert.deepEqual(undo.undo([again, hi])?.turns, [hello, hi]);
  });

  it('brings vectors back in place of new ones', () => {
    const embedded = { ...model([], {}, 'm4'), embeddings: [[1, 0]] };
    undo.note({ before: [hello, embedded], after: [hello], asked: true, text: 'Replaced.' });
    const now = [hello, { ...embedded, id: 'm5', embeddings: [[0, 1]] }];
    assert.deepEqual(undo.undo(now)?.turns, [hello, embedded]);
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

  it('has nothing to do where the earlier answer came back by itself', () => {
    undo.note({ before: all, after: [hello, hi, more], asked: true, text: 'Replaced.' });
    assert.equal(undo.undoable(all), undefined);
  });

  it('does not remember an answer without anything in it', () => {
    const failed = model([], { verdict: 'failed' }, 'm3');
    undo.note({ before: [hello, failed], after: [hello], asked: true, text: 'Replaced.' });
    assert.equal(undo.undoable([hello]), undefined);
  });
});
