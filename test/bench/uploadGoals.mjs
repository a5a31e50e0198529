import { isRestless } from './verdict.mjs';

/** @typedef {import('./goals.mjs').Goal} Goal */
/** @typedef {import('./goals.mjs').Results} Results */
/** @typedef {import('./measures/uploads.mjs').SpeedFigures} SpeedFigures */
/** @typedef {import('./measures/uploadBreaks.mjs').BreakFigures} BreakFigures */
/** @typedef {import('./measures/uploadWatch.mjs').WatchFigures} WatchFigures */

/**
 * @param {SpeedFigures} speed
 * @param {string} client
 * @returns {number} In ms.
 */
const msOf = ({ clients }, client) => clients[client]?.ms ?? NaN;

/**
 * @param {readonly [id: string, what: string, unit: string]} row
 * @param {import('./verdict.mjs').Bound} bound
 * @param {(speed: SpeedFigures) => number} figure
 * @returns {Goal}
 */
const speedGoal = ([id, what, unit], bound, figure) => ({
  ...{ id, what, bound, unit, needs: ['uploads'] },
  figure: (results) => figure(/** @type {SpeedFigures} */ (results['uploads'])),
});

/**
 * Void where the yardstick says that the machine was busy.
 * @param {Parameters<typeof speedGoal>} goal
 * @returns {Goal}
 */
const timeGoal = (...goal) => ({
  ...speedGoal(...goal),
  voided: (results) => {
    const { clients } = /** @type {SpeedFigures} */ (results['uploads']);
    const { ms = NaN, slowest = NaN } = clients['chunked'] ?? {};
    return isRestless(ms, slowest);
  },
});

/**
 * @param {readonly [id: string, what: string, unit: string]} row
 * @param {import('./verdict.mjs').Bound} bound
 * @param {Exclude<keyof BreakFigures, 'isRestless'>} name
 * @returns {Goal}
 */
const breakGoal = ([id, what, unit], bound, name) => ({
  ...{ id, what, bound, unit, needs: ['uploadBreaks'] },
  figure: (results) => /** @type {BreakFigures} */ (results['uploadBreaks'])[name],
});

/**
 * @param {readonly [what: string, unit: string]} row
 * @param {import('./verdict.mjs').Bound} bound
 * @param {keyof WatchFigures} name
 * @returns {Goal}
 */
const watchGoal = ([what, unit], bound, name) => ({
  ...{ id: 'U6', what, bound, unit, needs: ['uploadWatch'] },
  figure: (results) => /** @type {WatchFigures} */ (results['uploadWatch'])[name],
});

/** @type {readonly Goal[]} */
export const UPLOAD_GOALS = [
  timeGoal(
    ['U1', 'upload: speed beside the best hand-made client', '× theirs'],
    { least: 0.8 },
    // Never less than what one reused buffer of 8 MiB reaches: otherwise the row would say nothing.
    (speed) => Math.min(msOf(speed, 'chunked'), msOf(speed, 'streamed')) / msOf(speed, 'ours'),
  ),
  timeGoal(
    ['U2', 'upload: speed beside @google/genai', '× theirs'],
    { least: 2.5 },
    (speed) => msOf(speed, 'genai') / msOf(speed, 'ours'),
  ),
  {
    ...timeGoal(
      ['U2', 'upload: speed beside @google/generative-ai', '× theirs'],
      { least: 10 },
      (speed) => msOf(speed, 'generativeAi') / msOf(speed, 'ours'),
    ),
    // It keeps the file twice, which costs most where the file is large.
    heavy: true,
  },
  speedGoal(
    ['U2', 'upload: CPU', 'ms/MiB'],
    { most: 1 },
    ({ clients }) => clients['ours']?.cpuPerMib ?? NaN,
  ),
  speedGoal(
    ['U3', 'upload: memory added by 64 MiB', 'MB'],
    { most: 80 },
    ({ small }) => small.overIdle,
  ),
  speedGoal(
    ['U3', 'upload: memory added by 256 MiB (2 GiB with --heavy)', 'MB'],
    { most: 80 },
    ({ large }) => large.overIdle,
  ),
  speedGoal(
    ['U3', 'upload: peak of the one over the peak of the other', '%'],
    { most: 10 },
    ({ small, large }) => Math.abs(large.peak / small.peak - 1) * 100,
  ),
  timeGoal(
    ['U3', 'upload: longest stall', 'ms'],
    { most: 15 },
    ({ clients }) => clients['ours']?.stall ?? NaN,
  ),
  breakGoal(
    ['U4', 'upload: 3 resets, 503, pause, expired token, crash', 'whole file'],
    { least: 1 },
    'survived',
  ),
  breakGoal(['U5', 'upload: sent again after all of them', '%'], { most: 0.5 }, 'survivedResent'),
  breakGoal(['U5', 'upload: sent again after 3 resets', '%'], { most: 0.5 }, 'resent'),
  breakGoal(['U5', 'upload: sent again after kill -9 half-way', '%'], { most: 0.5 }, 'crashResent'),
  breakGoal(['U5', 'upload: the same, by the queue of uploads', '%'], { most: 0.5 }, 'queueResent'),
  {
    ...breakGoal(
      ['U5', 'upload: time of 3 resets, waits left out', '× going on at once'],
      { most: 1.3 },
      'time',
    ),
    voided: (results) => /** @type {BreakFigures} */ (results['uploadBreaks']).isRestless,
  },
  breakGoal(['U5', 'upload: begun, where the last answer is lost', 'times'], { most: 1 }, 'begun'),
  watchGoal(['upload: progress told in the busiest second', 'times'], { most: 10 }, 'events'),
  watchGoal(['upload: last byte after a cancellation', 'ms'], { most: 100 }, 'stops'),
  watchGoal(['upload: the service is told of it', 'ms'], { most: 100 }, 'told'),
];
