/** @typedef {import('./goals.mjs').Goal} Goal */
/** @typedef {import('./goals.mjs').Results} Results */

/**
 * @param {keyof import('./measures/startup.mjs').StartupFigures} name
 * @returns {Pick<Goal, 'needs' | 'figure'>}
 */
const startup = (name) => ({
  needs: ['startup'],
  figure: (results) =>
    /** @type {import('./measures/startup.mjs').StartupFigures} */ (results['startup'])[name],
});

/**
 * @param {'kb' | 'files'} name
 * @returns {Pick<Goal, 'needs' | 'figure'>}
 */
const packed = (name) => ({
  needs: ['package'],
  figure: (results) => /** @type {{ kb: number, files: number }} */ (results['package'])[name],
});

/** @type {readonly Goal[]} */
export const SIZE_GOALS = [
  {
    ...{ id: 'B1', what: 'entry, with all that it loads', bound: { most: 80 }, unit: 'KB' },
    ...startup('entryKb'),
  },
  {
    ...{ id: 'B1', what: 'require of the entry, host-like', bound: { most: 4 }, unit: 'ms' },
    ...startup('entryMs'),
  },
  {
    ...{ id: 'B1', what: 'files with packages loaded by it', bound: { most: 0 }, unit: 'files' },
    ...startup('heavy'),
  },
  {
    ...{ id: 'B2', what: 'network chunks', bound: { most: 640 }, unit: 'KB' },
    ...startup('networkKb'),
  },
  {
    ...{ id: 'B2', what: 'loading them, host-like', bound: { most: 15 }, unit: 'ms' },
    ...startup('networkMs'),
  },
  {
    ...{ id: 'B2', what: 'the same with compile cache', bound: { most: 9 }, unit: 'ms' },
    ...startup('networkCachedMs'),
  },
  {
    ...{ id: 'B2', what: 'sign-in library', bound: { most: 320 }, unit: 'KB' },
    ...startup('signInKb'),
  },
  {
    ...{ id: 'B2', what: 'loading it, host-like', bound: { most: 15 }, unit: 'ms' },
    ...startup('signInMs'),
  },
  {
    ...{ id: 'B2', what: 'files of it loaded by a call with a key', bound: { most: 0 } },
    ...{ unit: 'files', ...startup('early') },
  },
  { ...{ id: 'B3', what: 'package', bound: { most: 900 }, unit: 'KB' }, ...packed('kb') },
  { ...{ id: 'B3', what: 'files in it', bound: { most: 40 }, unit: 'files' }, ...packed('files') },
  {
    ...{ id: 'B4', what: 'process-wide state changed by calls in Node', bound: { most: 0 } },
    ...{ unit: 'values', needs: ['state'] },
    figure: (results) => /** @type {{ changes: string[] }} */ (results['state']).changes.length,
  },
];
