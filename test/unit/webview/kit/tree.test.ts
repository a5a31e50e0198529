import assert from 'node:assert/strict';
import { treeMove, type TreeNode, treeRows } from '../../../../src/webview/kit/tree';

function node(id: string, ...children: readonly TreeNode[]): TreeNode {
  return { id, label: id.toUpperCase(), children };
}

const nodes = [node('a', node('b'), node('c', node('d'))), node('e')];
const rows = treeRows(nodes, new Set());

function move(id: string, key: string, all = rows): unknown {
  return treeMove(
    all,
    all.findIndex((row) => row.node.id === id),
    key,
  );
}

describe('the rows of a tree', () => {
  it('stand below each other with their levels and places', () => {
    assert.deepEqual(
      rows.map(({ node: { id }, level, position, siblings, isOpen }) => [
        id,
        level,
        position,
        siblings,
        isOpen,
      ]),
      [
        ['a', 1, 1, 2, true],
        ['b', 2, 1, 2, undefined],
        ['c', 2, 2, 2, true],
        ['d', 3, 1, 1, undefined],
        ['e', 1, 2, 2, undefined],
      ],
    );
  });

  it('leave out what is below a closed one', () => {
    const fewer = treeRows(nodes, new Set(['c']));
    assert.deepEqual(
      fewer.map((row) => row.node.id),
      ['a', 'b', 'c', 'e'],
    );
    assert.deepEqual(move('c', 'ArrowRight', fewer), { toggle: 'c' });
  });

  it('are walked by keys', () => {
    assert.deepEqual(move('a', 'ArrowDown'), { to: 'b' });
    assert.deepEqual(move('b', 'ArrowUp'), { to: 'a' });
    assert.deepEqual(move('d', 'Home'), { to: 'a' });
    assert.deepEqual(move('a', 'End'), { to: 'e' });
    assert.deepEqual(move('a', 'ArrowRight'), { to: 'b' });
    assert.deepEqual(move('a', 'ArrowLeft'), { toggle: 'a' });
    assert.deepEqual(move('d', 'ArrowLeft'), { to: 'c' });
    assert.deepEqual(move('d', 'Enter'), { choose: 'd' });
    assert.deepEqual(move('d', ' '), { choose: 'd' });
  });
});
