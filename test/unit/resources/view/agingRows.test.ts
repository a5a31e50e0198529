import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event';
import type { CollectionNode, ResourceNode, TreeNode } from '../../../../src/resources/tree/nodes';
import { AgingRows, MOST_AT_ONCE } from '../../../../src/resources/tree/liveRows';
import { FakeClock } from '../../../fakes/clock';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const where = { connection: 'x', version: 'v1beta', kind: 'file', words: '', can: [] } as const;
const files: CollectionNode = {
  ...where,
  ...{ node: 'collection', id: 'files', name: '', collection: true },
  ...{ work: undefined, summary: undefined },
};

describe('rows whose words age', () => {
  const row = (id: string, left: number | undefined, clock: FakeClock): ResourceNode => ({
    ...where,
    ...{ node: 'resource', id, name: id, work: undefined, badge: undefined, hasRows: false },
    resource:
      left === undefined ? {} : { expirationTime: new Date(clock.now() + left).toISOString() },
  });

  function setUp(lefts: readonly (number | undefined)[], { visible = true, open = true } = {}) {
    const clock = new FakeClock();
    const expanded = new Emitter<unknown>();
    const collapsed = new Emitter<unknown>();
    const shown = new Emitter<{ readonly visible: boolean }>();
    const changed = new Emitter<TreeNode | undefined>();
    const rows = lefts.map((left, index) => row(`files/${index}`, left, clock));
    const state = { open };
    const view = {
      visible,
      onDidChangeVisibility: shown.event,
      onDidExpandElement: expanded.event,
      onDidCollapseElement: collapsed.event,
    };
    const drawn: string[] = [];
    const aging = new AgingRows({
      model: {
        rows: () => [files, ...rows],
        parent: (node) => (node === files ? undefined : files),
        onDidChange: changed.event,
      },
      ...{ clock, view },
      isOpen: () => state.open,
      redraw: ({ id }) => drawn.push(id),
    });
    const fold = (isOpen: boolean): void => {
      state.open = isOpen;
      (isOpen ? expanded : collapsed).fire({ element: files });
    };
    const show = (isVisible: boolean): void => {
      view.visible = isVisible;
      shown.fire({ visible: isVisible });
    };
    return { aging, clock, drawn, fold, show, changed, rows };
  }

  it('are drawn when they say something else, each by itself, with one timer', () => {
    const { aging, clock, drawn } = setUp([90 * MINUTE + 30_000, 5.5 * HOUR, undefined]);
    aging.look();
    assert.equal(clock.pending, 1);
    clock.advance(29_000);
    assert.deepEqual(drawn, []);
    clock.advance(2000);
    assert.deepEqual(drawn, ['files/0']);
    clock.advance(29 * MINUTE + 31_000);
    assert.equal(drawn.filter((id) => id === 'files/0').length, 30);
    assert.equal(drawn.filter((id) => id === 'files/1').length, 1);
    assert.equal(clock.pending, 1);
  });

  it('are left alone, without a timer, while their list is closed or the view is hidden', () => {
    const { aging, clock, fold, show, drawn } = setUp([HOUR], { open: false });
    aging.look();
    assert.equal(clock.pending, 0);
    fold(true);
    assert.equal(clock.pending, 1);
    fold(false);
    assert.equal(clock.pending, 0);
    fold(true);
    show(false);
    assert.equal(clock.pending, 0);
    clock.advance(10 * MINUTE);
    assert.deepEqual(drawn, []);
    // What changed while nobody looked.
    show(true);
    assert.deepEqual(drawn, ['files/0']);
    assert.equal(clock.pending, 1);
  });

  it('need no timer once their time is over, nor when the tree goes', () => {
    const { aging, clock, drawn } = setUp([90_000]);
    aging.look();
    clock.advance(HOUR);
    assert.deepEqual(drawn, ['files/0', 'files/0']);
    assert.equal(clock.pending, 0);
    const other = setUp([HOUR]);
    other.aging.look();
    other.aging.dispose();
    assert.equal(other.clock.pending, 0);
  });

  it('are drawn with their list where many change at once', () => {
    const { aging, clock, drawn } = setUp(Array.from({ length: MOST_AT_ONCE + 1 }, () => HOUR));
    aging.look();
    clock.advance(1);
    assert.deepEqual(drawn, ['files']);
  });

  it('are looked for again when the tree changes', () => {
    const { clock, changed, rows } = setUp([]);
    assert.equal(clock.pending, 0);
    rows.push(row('files/new', HOUR, clock));
    changed.fire(files);
    assert.equal(clock.pending, 1);
  });
});
