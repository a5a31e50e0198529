import { isRestless } from './verdict.mjs';

/** @typedef {import('./goals.mjs').Goal} Goal */

/**
 * A goal whose figure its measure has by a name.
 * @param {string} id
 * @param {string} what
 * @param {import('./verdict.mjs').Bound} bound
 * @param {string} unit
 * @param {readonly [measure: string, name: string]} from
 * @returns {Goal}
 */
const emulatorGoal = (id, what, bound, unit, [measure, name]) => ({
  ...{ id, what, bound, unit, needs: [measure] },
  figure: (results) => /** @type {{ [name: string]: number }} */ (results[measure])[name] ?? NaN,
});

/** @type {readonly Goal[]} */
export const EMULATOR_GOALS = [
  emulatorGoal('E1', 'emulator: models.get, 32 in flight', { least: 5_000 }, 'calls/s', [
    'emulatorModels',
    'rate',
  ]),
  emulatorGoal('E2', 'emulator: a stream of 12 000 events', { least: 100_000 }, 'events/s', [
    'emulatorEvents',
    'rate',
  ]),
  emulatorGoal(
    'E6',
    'emulator: exchanges that are replayed, 32 in flight',
    { least: 3_000 },
    'exchanges/s',
    ['emulatorReplay', 'rate'],
  ),
  emulatorGoal('E3', 'emulator: upload', { least: 500 }, 'MiB/s', ['emulatorUpload', 'rate']),
  emulatorGoal('E3', 'emulator: most memory of an upload', { most: 150 }, 'MB', [
    'emulatorUpload',
    'peak',
  ]),
  emulatorGoal('E4', 'emulator: search in 10 000 of 100 000 chunks', { most: 50 }, 'ms', [
    'emulatorChunks',
    'query',
  ]),
  emulatorGoal('E4', 'emulator: memory with 100 000 chunks', { most: 150 }, 'MB', [
    'emulatorChunks',
    'memory',
  ]),
  emulatorGoal('E4', 'emulator: what 80 000 more chunks add to it', { most: 25 }, 'MB', [
    'emulatorChunks',
    'growth',
  ]),
  emulatorGoal('E5', 'emulator: start to first answer', { most: 300 }, 'ms', [
    'emulatorStart',
    'ms',
  ]),
  {
    ...emulatorGoal('E5', 'emulator: start until it is ready', { most: 150 }, 'ms', [
      'emulatorStart',
      'ready',
    ]),
    // A bare server was started by turns with it.
    voided: ({ emulatorStart }) => {
      const { bare, bareWorst } = /** @type {{ bare: number, bareWorst: number }} */ (
        emulatorStart
      );
      return isRestless(bare, bareWorst);
    },
  },
];
