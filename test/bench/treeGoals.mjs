/** @typedef {import('./goals.mjs').Goal} Goal */
/** @typedef {import('./measures/tree.mjs').TreeFigures} TreeFigures */

/**
 * @param {string} id
 * @param {string} what
 * @param {readonly [most: number, unit: string]} bound
 * @param {keyof TreeFigures} name
 * @returns {Goal}
 */
const inTree = (id, what, [most, unit], name) => ({
  ...{ id, what, bound: { most }, unit, needs: ['tree'] },
  figure: (results) => /** @type {TreeFigures} */ (results['tree'])[name],
});

/** @type {readonly Goal[]} */
export const TREE_GOALS = [
  inTree('T1', 'first row, from the first page on', [100, 'ms'], 'firstRow'),
  inTree('T1', 'calls before it', [1, ''], 'firstCalls'),
  inTree('T2', 'rows below one row, with 10 000 loaded', [1000, ''], 'mostRows'),
  inTree('T2', '“Load more” at 10 000, last range open', [60, 'ms'], 'more'),
  inTree('T2', 'rows asked for by it', [1100, ''], 'moreItems'),
  inTree('T2', 'rows asked for where a new range begins', [1100, ''], 'rangeItems'),
  inTree('T2', 'loading 10 000 chunks', [1.2, '× linear'], 'chunksGrowth'),
  inTree('T2', 'loading 10 000 documents', [1.2, '× linear'], 'documentsGrowth'),
  inTree('T3', 'a change of one row of 10 000', [30, 'ms'], 'change'),
  inTree('T3', 'rows asked for by it', [1, ''], 'changeItems'),
  inTree('T3', 'lists asked for while the view is hidden', [0, ''], 'hiddenLists'),
  inTree('T4', 'memory for three pages of 100 000 chunks', [20, 'MB'], 'memory'),
  inTree('T4', 'errors of the tree in the window', [0, ''], 'errors'),
];
