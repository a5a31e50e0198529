import { CLIENT_GOALS } from './clientGoals.mjs';
import { EMULATOR_GOALS } from './emulatorGoals.mjs';
import { INGEST_GOALS } from './ingestGoals.mjs';
import { LENS_GOALS } from './lensGoals.mjs';
import { RUNS_GOALS } from './runsGoals.mjs';
import { PROMPT_GOALS } from './promptGoals.mjs';
import { SIZE_GOALS } from './sizeGoals.mjs';
import { SPEND_GOALS } from './spendGoals.mjs';
import { STREAM_GOALS } from './streamGoals.mjs';
import { TREE_GOALS } from './treeGoals.mjs';
import { UPLOAD_GOALS } from './uploadGoals.mjs';
import { WINDOW_GOALS } from './windowGoals.mjs';

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
export const GOALS = [
  ...STREAM_GOALS,
  ...SIZE_GOALS,
  ...CLIENT_GOALS,
  ...WINDOW_GOALS,
  ...EMULATOR_GOALS,
  ...INGEST_GOALS,
  ...TREE_GOALS,
  ...PROMPT_GOALS,
  ...LENS_GOALS,
  ...SPEND_GOALS,
  ...RUNS_GOALS,
  ...UPLOAD_GOALS,
].sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
