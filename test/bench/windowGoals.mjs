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

/**
 * What the page of a playground shows of the steps of a run.
 * @param {string} what
 * @param {readonly [most: number, unit: string]} bound
 * @param {keyof import('./measures/steps.mjs').StepFigures} name
 * @returns {Goal}
 */
const inSteps = (what, [most, unit], name) => ({
  ...{ id: 'S9', what, bound: { most }, unit, needs: ['steps'] },
  figure: (results) =>
    /** @type {import('./measures/steps.mjs').StepFigures} */ (results['steps'])[name],
});

/** @type {readonly Goal[]} */
export const WINDOW_GOALS = [
  inWindow('S7', 'messages per 16 ms of a stream', [1, ''], (one) => one.messagesPerFrame),
  inWindow('S7', '20 000 events in 1 s: until all is seen', [1.15, '× pace'], (one) => one.pace),
  inWindow('S7', 'longest time between frames', [50, 'ms'], (one) => one.gap),
  inWindow('S7', 'first words: from their arrival until seen', [21, 'ms'], (one) => one.first),
  inSteps('20 000 deltas of a run in 1 s: longest time between frames', [50, 'ms'], 'gap'),
  inSteps('20 000 deltas of a run in 1 s: until all is seen', [1.5, '× pace'], 'pace'),
  inWindow('P1', '2,000 turns: until their end can be read', [1000, 'ms'], (one) => one.opened),
  inWindow('P1', '2,000 turns: longest frame of scrolling', [100, 'ms'], (one) => one.scrollGap),
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
