// `npm run bench`: what the product promises of its speed and size, measured beside its peers.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildProduct } from '../../esbuild.mjs';
import { StepError, step } from '../harness/progress.mjs';
import { startBenchServer } from './benchServer.mjs';
import { CASES } from './cases.mjs';
import { GOALS } from './goals.mjs';
import { measureCase } from './measures/streams.mjs';
import { MEASURES } from './measures/table.mjs';
import { installPeers } from './peers.mjs';
import { clientTables, digits, goalTable, targetOf, uploadTable } from './report.mjs';
import { limitCpu } from './streamGoals.mjs';
import { exitCodeOf, isVoid, verdictOf } from './verdict.mjs';

const HELP = `Measures the extension beside its peers, on this machine and over its loopback only.

  npm run bench -- [--only S1,B2] [--heavy] [--rounds N] [--json FILE]

  --only    The goals to measure; all by default.
  --heavy   More rounds, and the largest files.
  --rounds  How often each client is measured, 3 by default.
  --json    Writes all figures there too.

Ends with 0 only when every goal is met. A run is void when a limit proxy of it used more CPU than
eventsource-parser: then its figures say nothing, and the run is to be repeated on a quieter machine.
So are the times of uploads where the hand-made client took two and a half times as long in one round as in another.`;

/** @typedef {import('./goals.mjs').Results} Results */

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      heavy: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const wanted = values.only?.split(',').map((id) => id.trim().toUpperCase());
  const goals = GOALS.filter(
    ({ id, heavy }) => (wanted?.includes(id) ?? true) && (values.heavy || heavy !== true),
  );
  const unknown = wanted?.filter((id) => !GOALS.some((goal) => goal.id === id)) ?? [];
  if (unknown.length > 0) {
    throw new StepError('Reading --only', `There is no goal ${unknown.join(', ')}.`);
  }
  const rounds = Number(values.rounds ?? (values.heavy ? 6 : 3));
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new StepError('Reading --rounds', `“${values.rounds}” is not a number of rounds.`);
  }
  return { ...values, goals, rounds };
}

/** @param {string} text A line that the next one replaces, where somebody looks on. */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

/**
 * @param {ReturnType<typeof readOptions>} options
 * @param {import('esbuild').Metafile} metafile
 * @returns {Promise<Results>}
 */
async function measure({ goals, heavy, rounds }, metafile) {
  const needs = new Set(goals.flatMap((goal) => goal.needs));
  const cases = Object.keys(CASES).filter((name) => needs.has(name));
  const server = await startBenchServer();
  const { endpoint } = server;
  const context = { server, endpoint, metafile, rounds, heavy, progress };
  /** @type {{ [name: string]: import('./goals.mjs').CaseFigures }} */
  const streams = {};
  /** @type {{ [name: string]: object }} */
  const others = {};
  try {
    for (const name of cases) {
      streams[name] = await step(CASES[name]?.title ?? name, () => measureCase(name, context));
    }
    for (const [name, run] of Object.entries(MEASURES).filter(([name]) => needs.has(name))) {
      others[name] = await step(`Measuring ${name}`, () => run(context));
    }
  } finally {
    progress('');
    await server.stop();
  }
  return { ...others, streams };
}

/**
 * @param {import('./goals.mjs').Goal} goal
 * @param {Results} results
 * @param {boolean} isVoidRun
 * @returns {import('./report.mjs').Line}
 */
function lineOf(goal, results, isVoidRun) {
  const figure = goal.figure(results);
  const isStream = goal.needs.some((need) => need in results.streams);
  const isVoidLine = (isStream && isVoidRun) || goal.voided?.(results) === true;
  const verdict = verdictOf(figure, goal.bound, isVoidLine);
  const { id, what } = goal;
  return { id, what, target: targetOf(goal), figure: digits(figure), verdict };
}

/**
 * The stream cases whose limit proxy used more CPU than a real parser: one such case is enough to doubt
 * every stream figure of the run.
 * @param {Results} results
 * @returns {readonly string[]}
 */
function voidCases({ streams }) {
  return Object.keys(streams).filter((name) => {
    const parser = streams[name]?.['eventsourceParser'];
    const limit = limitCpu({ streams }, name);
    return parser !== undefined && Number.isFinite(limit) && isVoid(limit, parser.cpuPerMb);
  });
}

async function main() {
  const options = readOptions();
  if (options.help) {
    console.log(HELP);
    return 0;
  }
  await installPeers();
  const metafile = await step('Building dist', () => buildProduct());
  const results = await measure(options, metafile);
  const doubtful = voidCases(results);
  const lines = options.goals.map((goal) => lineOf(goal, results, doubtful.length > 0));
  const tables = [clientTables(results), uploadTable(results), goalTable(lines)];
  console.log(`\n${tables.filter((one) => one !== '').join('\n\n')}`);
  if (doubtful.length > 0) {
    console.log(
      `\nThis run is void: in ${doubtful.join(', ')} its limit proxy used more CPU than a real parser.`,
    );
  }
  if (options.json !== undefined) {
    await writeFile(options.json, `${JSON.stringify({ goals: lines, results }, null, 2)}\n`);
  }
  return exitCodeOf(lines.map(({ verdict }) => verdict));
}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error;
  console.error(isUsage || error instanceof StepError ? error.message : error);
  process.exitCode = 1;
}
