import assert from 'node:assert/strict';
import type { Disposable } from '../../../../../src/base/disposable';
import type { Turn } from '../../../../../src/conversation/model/conversation';
import {
  repeatedPrompts,
  reuseColumns,
} from '../../../../../src/playground/webview/compare/compareStore';
import { parseSavedComparison } from '../../../../../src/playground/webview/state/savedState';

describe('the columns of a comparison’s page', () => {
  it('are kept while they are there, in their order, and end once they are taken away', () => {
    const ended: string[] = [];
    const make = (name: string): Disposable => ({ dispose: () => ended.push(name) });
    const before = reuseColumns(new Map(), ['one', 'two', 'three'], make);
    const after = reuseColumns(before, ['three', 'one', 'four'], make);
    assert.deepEqual([...after.keys()], ['three', 'one', 'four']);
    assert.deepEqual(
      [after.get('one'), after.get('three')],
      [before.get('one'), before.get('three')],
    );
    assert.deepEqual(ended, ['two']);
  });

  it('repeat a prompt only where another text or attachment was sent', () => {
    const turn = (id: string, role: 'user' | 'model', text: string): Turn =>
      ({ id, role, content: { role, parts: [{ text }] } }) as Turn;
    const repeated = repeatedPrompts([
      [turn('a1', 'user', 'Hi'), turn('a2', 'model', 'Hello'), turn('a3', 'user', 'Bye')],
      [turn('b1', 'user', 'Hi'), turn('b2', 'model', 'Hello'), turn('b3', 'user', 'Good night')],
      [turn('c1', 'user', 'Hi')],
    ]);
    assert.deepEqual([...repeated], ['b1', 'c1']);
  });

  it('come back with what was being written in them', () => {
    const saved = {
      conversations: ['a', 'b'],
      draft: { text: 'hi', held: [], pieces: [] },
      begun: [{ turn: 't1', place: 'here', role: 'user', text: 'What is' }],
    };
    assert.deepEqual(parseSavedComparison(structuredClone(saved)), saved);
    const { begun, ...rest } = parseSavedComparison({ ...saved, begun: [{ turn: 't1' }] });
    assert.equal(begun, undefined);
    assert.deepEqual(rest.conversations, saved.conversations);
  });
});
