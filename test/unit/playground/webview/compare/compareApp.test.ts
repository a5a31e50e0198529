import assert from 'node:assert/strict';
import type { Turn } from '../../../../../src/conversation/model/conversation';
import {
  repeatedPrompts,
  reuseColumns,
} from '../../../../../src/playground/webview/compare/compareStore';
import { draftOf, DraftStore } from '../../../../../src/playground/webview/state/draft';
import { parseSavedComparison } from '../../../../../src/playground/webview/state/savedState';

/** A column, and what it heard of the one message. */
class FakeColumn {
  readonly heard: string[] = [];
  isDisposed = false;
  readonly #stop: () => void;

  constructor(draft: DraftStore) {
    this.#stop = draft.settled.subscribe((message) => this.heard.push(message));
  }

  dispose(): void {
    this.isDisposed = true;
    this.#stop();
  }
}

describe('the columns of a comparison’s page', () => {
  it('are told of the draft while they are there, and never after they were taken away', () => {
    const draft = new DraftStore();
    const make = (): FakeColumn => new FakeColumn(draft);
    const type = (text: string): void => {
      draft.value = draftOf(text);
    };
    let columns = reuseColumns(new Map<string, FakeColumn>(), ['one', 'two', 'three'], make);
    const [first, second, third] = columns.values();
    type('a');
    columns = reuseColumns(columns, ['three', 'one', 'four'], make);
    type('ab');
    assert.deepEqual(
      [first?.heard, third?.heard],
      [
        ['', 'a', 'ab'],
        ['', 'a', 'ab'],
      ],
    );
    assert.deepEqual([second?.heard, second?.isDisposed], [['', 'a'], true]);
    assert.deepEqual([first?.isDisposed, third?.isDisposed], [false, false]);
    assert.deepEqual([...columns.keys()], ['three', 'one', 'four']);
    assert.deepEqual(columns.get('four')?.heard, ['a', 'ab']);
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
