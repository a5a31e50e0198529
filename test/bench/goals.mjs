import { FIGURE_GOALS } from './figureGoals.mjs';
import { STREAM_GOALS } from './streamGoals.mjs';

/** @typedef {{ [client: string]: import('./measures/streams.mjs').StreamFigures }} CaseFigures */

/**
 * All that a run has measured, by the name of the measure.
 * @typedef {{ readonly streams: { readonly [name: string]: CaseFigures }, readonly [measure: string]: object }} Results
 */

/**
 * A promise with its figure.
 * @typedef {object} Goal
 * @property {string} id Several rows may show the same goal.
 * @property {string} what
 * @property {import('./verdict.mjs').Bound} bound
 * @property {string} unit Empty for a plain number.
 * @property {readonly string[]} needs Measures, or names of stream cases.
 * @property {(results: Results) => number} figure
 * @property {boolean} [heavy] Only with --heavy.
 * @property {(results: Results) => boolean} [voided] Whether the machine was too busy for the figure to say anything.
 */

/** @type {readonly Goal[]} */
export const GOALS = [...STREAM_GOALS, ...FIGURE_GOALS].sort((a, b) =>
  a.id < b.id ? -1 : Number(a.id > b.id),
);
