import assert from 'node:assert/strict';
import { keptColumns } from '../../../../../src/playground/webview/compare/compareStore';
import {
  ComposerLink,
  type Draft,
  draftOf,
  emptyDraft,
} from '../../../../../src/playground/webview/draft';
import { parseSavedComparison } from '../../../../../src/playground/webview/savedState';

/** A composer without a page. */
class FakeComposer {
  draft: Draft = emptyDraft;
  focused = 0;

  focus(): void {
    this.focused++;
  }
}

/** What a column has of the composer, and what its areas heard. */
class FakeColumn {
  readonly link: ComposerLink;
  readonly heard: string[] = [];
  isDisposed = false;

  constructor(composer: FakeComposer) {
    this.link = new ComposerLink(composer, () => undefined);
    this.link.onDidChange(() => this.heard.push(this.link.message()));
  }

  dispose(): void {
    this.isDisposed = true;
  }
}

describe('the columns of a comparison’s page', () => {
  it('are told of the draft while they are there, and never after they were taken away', () => {
    const composer = new FakeComposer();
    const make = (): FakeColumn => new FakeColumn(composer);
    const type = (text: string): void => {
      composer.draft = draftOf(text);
      for (const { link } of columns.values()) link.changed();
    };
    let columns = keptColumns(new Map<string, FakeColumn>(), ['one', 'two', 'three'], make);
    const [first, second, third] = columns.values();
    type('a');
    columns = keptColumns(columns, ['three', 'one', 'four'], make);
    type('ab');
    assert.deepEqual(
      [first?.heard, third?.heard],
      [
        ['a', 'ab'],
        ['a', 'ab'],
      ],
    );
    assert.deepEqual([second?.heard, second?.isDisposed], [['a'], true]);
    assert.deepEqual([first?.isDisposed, third?.isDisposed], [false, false]);
    assert.deepEqual([...columns.keys()], ['three', 'one', 'four']);
    assert.deepEqual(columns.get('four')?.heard, ['ab']);
  });

  it('put a text into the one composer, and the focus with it', () => {
    const composer = new FakeComposer();
    const { link } = new FakeColumn(composer);
    link.fill('What is a kite?');
    assert.equal(composer.draft.text, 'What is a kite?');
    assert.equal(composer.focused, 1);
  });

  it('come back with what was being written in them', () => {
    const saved = {
      conversations: ['a', 'b'],
      draft: { text: 'hi', held: [] },
      begun: [{ turn: 't1', place: 'here', role: 'user', text: 'What is' }],
    };
    assert.deepEqual(parseSavedComparison(structuredClone(saved)), saved);
    const { begun, ...rest } = parseSavedComparison({ ...saved, begun: [{ turn: 't1' }] });
    assert.equal(begun, undefined);
    assert.deepEqual(rest.conversations, saved.conversations);
  });
});
