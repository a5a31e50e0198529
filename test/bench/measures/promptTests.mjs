import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../harness/paths.mjs';
import { inFreshProcess } from '../child.mjs';
import { startEmulator } from '../emulator/process.mjs';

/**
 * @typedef {object} PromptFigures
 * @property {number} slowest Seconds of the slowest of all runs, with the start of their program.
 * @property {number} verdicts How many runs differ from the first one in a verdict.
 * @property {number} passed Cases of a run that pass.
 * @property {number} failed
 */

/**
 * @typedef {object} ListFigures
 * @property {number} longest Ms of work in which nothing else had its turn.
 * @property {number} planned Variants of the matrix.
 * @property {number} work Ms until their rows are there.
 * @property {number} megabytes
 */

const CASES = 500;
/** Every so many there is one that fails. */
const FAILING = 5;
const RUNS = 20;
const LISTED = 10_000;

const run = promisify(execFile);

/** @returns {string} A case on each line. */
function cases() {
  const lines = Array.from({ length: CASES }, (_, number) => ({
    name: `case ${number}`,
    variables: { topic: `kite number ${number}` },
    expect: [
      { type: 'contains', value: number % FAILING === 0 ? 'a word that no answer has' : 'kite' },
      { type: 'finishReason', value: 'STOP' },
    ],
  }));
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

/**
 * Records the answers to five hundred cases, and runs these on them, each time by a program of its own.
 * @param {import('./table.mjs').Context} context
 * @returns {Promise<PromptFigures>}
 */
export async function measurePromptRuns({ progress }) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-prompts-'));
  const prompt = {
    format: 1,
    model: 'models/emulator-flash',
    casesFiles: ['./many.cases.jsonl'],
    messages: [{ role: 'user', text: 'What is {{topic}}?' }],
  };
  await writeFile(join(folder, 'many.prompt.json'), JSON.stringify(prompt));
  await writeFile(join(folder, 'many.cases.jsonl'), cases());
  const upstream = await startEmulator();
  try {
    const from = ['--record', '--base-url', upstream.baseUrl, '--budget', '100000000'];
    await runCases(folder, from, upstream.apiKey);
  } finally {
    await upstream.stop();
  }
  const times = [];
  /** @type {string[][]} */
  const verdicts = [];
  for (let count = 0; count < RUNS; count += 1) {
    progress(`run ${count + 1} of ${RUNS}`);
    const start = performance.now();
    verdicts.push(await runCases(folder, ['--offline']));
    times.push((performance.now() - start) / 1000);
  }
  await rm(folder, { recursive: true });
  const [first = []] = verdicts;
  const count = (/** @type {string} */ verdict) => first.filter((one) => one === verdict).length;
  return {
    slowest: Math.max(...times),
    verdicts: verdicts.filter((one) => one.join() !== first.join()).length,
    passed: count('pass'),
    failed: count('fail'),
  };
}

/**
 * Runs all cases of a folder with `run-prompts`.
 * @param {string} folder
 * @param {readonly string[]} options
 * @param {string} [key]
 * @returns {Promise<string[]>} The verdict of each case, in their order.
 */
async function runCases(folder, options, key = '') {
  const args = [join(ROOT, 'dist/emulator.js'), 'run-prompts', 'many.prompt.json', ...options];
  const env = { ...process.env, GEMINI_API_KEY: key, CI: '' };
  const limits = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
  const report = join(folder, 'report.json');
  try {
    await run(process.execPath, [...args, '--json', report], limits);
  } catch (error) {
    // Some cases fail, as they should.
    const { code, stderr } = /** @type {{ code?: number, stderr?: string }} */ (error);
    const isExpected = code === 1;
    if (!isExpected) throw new Error(`run-prompts ended with ${code}: ${stderr}`, { cause: error });
  }
  const { cases: results } = JSON.parse(await readFile(report, 'utf8'));
  return results.map((/** @type {{ verdict: string }} */ { verdict }) => verdict);
}

/**
 * @param {import('./table.mjs').Context} context
 * @returns {Promise<ListFigures>}
 */
export async function measurePromptList({ rounds }) {
  /** @typedef {Omit<ListFigures, 'longest'>} Matrix */
  /** @type {Matrix & { stalls: readonly number[] }} */
  const { stalls, ...matrix } = await inFreshProcess('promptListChild.mjs', {
    cases: LISTED,
    rounds,
  });
  return { longest: Math.max(...stalls), ...matrix };
}
