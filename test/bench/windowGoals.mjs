/** @typedef {import('./goals.mjs').Goal} Goal */
/** @typedef {import('./measures/window.mjs').WindowFigures} WindowFigures */

/**
 * What a real window shows.
 * @param {string} id
 * @param {string} what
 * @param {readonly [most: number, unit: string]} bound
 * @param {(window: WindowFigures) => number} figure
 * @returns {Goal}
 */
const inWindow = (id, what, [most, unit], figure) => ({
  ...{ id, what, bound: { most }, unit, needs: ['window'] },
  figure: (results) => figure(/** @type {WindowFigures} */ (results['window'])),
});

/** @type {readonly Goal[]} */
export const WINDOW_GOALS = [
  inWindow('S7', 'messages per 16 ms of a stream', [1, ''], (one) => one.messagesPerFrame),
  inWindow('S7', '20 000 events in 1 s: until all is seen', [1.15, '× pace'], (one) => one.pace),
  inWindow('S7', 'longest time between frames', [50, 'ms'], (one) => one.gap),
  inWindow('S7', 'first words: from their arrival until seen', [21, 'ms'], (one) => one.first),
  inWindow('B1', 'activate(), in a window', [10, 'ms'], (one) => one.activation.activateMs),
  inWindow(
    'B4',
    'process-wide state changed, in a window',
    [0, 'values'],
    (one) => new Set([...one.activation.changes, ...one.later.changes]).size,
  ),
  inWindow('B5', 'heap after activation', [1, 'MB'], (one) => one.activation.heapMb),
  inWindow('B5', 'heap after the first call', [4, 'MB'], (one) => one.later.heapMb),
];
