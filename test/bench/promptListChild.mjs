// Ten thousand cases of prompts become rows of the Test Explorer, without a window: how long nothing else had its turn. And
// one case of a matrix with as many variants becomes a row: what that takes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { answer, job } from './child.mjs';
import { controller } from './window/fakeTests.mjs';

/** @type {{ cases: number, rounds: number }} */
const { cases, rounds } = job();
const folder = await mkdtemp(join(tmpdir(), 'bench-cases-'));
const bundle = join(folder, 'promptTests.cjs');
await esbuild.build({
  bundle: true,
  platform: 'node',
  format: 'cjs',
  logLevel: 'error',
  outfile: bundle,
  entryPoints: [join(import.meta.dirname, 'promptTests.ts')],
  alias: { vscode: join(import.meta.dirname, 'window/fakeTests.mjs') },
});
const { NodeTestFiles, planTests, TestRows } = createRequire(import.meta.url)(bundle);

const prompt = {
  format: 1,
  model: 'models/emulator-flash',
  casesFiles: ['./many.cases.jsonl'],
  messages: [{ role: 'user', text: 'What is {{topic}}, in {{words}} words?' }],
};
const lines = Array.from({ length: cases }, (_, number) =>
  JSON.stringify({
    name: `case ${number}`,
    variables: { topic: `kite number ${number}`, words: '10' },
    tags: ['smoke'],
    expect: [{ type: 'contains', value: 'kite' }],
  }),
);
const path = join(folder, 'many.prompt.json');
await writeFile(path, JSON.stringify(prompt));
await writeFile(join(folder, 'many.cases.jsonl'), lines.join('\n'));
const uri = pathToFileURL(path).href;
const files = new NodeTestFiles(folder);

/** Milliseconds that this thread has worked: what else the machine does is not counted. */
function worked() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** @param {string} address */
function plan(address) {
  const onProblem = ({ message = '' }) => {
    throw new Error(message);
  };
  return planTests(address, { files, onProblem });
}

/** What a matrix of as many variants takes until its rows are there: ms of work, and MB with all that is left behind. */
async function listMatrix() {
  const side = Math.round(Math.sqrt(cases));
  const models = Array.from({ length: side }, (_, at) => `models/m${at}`);
  const settings = Array.from({ length: side }, (_, at) => ({ name: `s${at}`, topP: at / side }));
  const matrix = { models, settings };
  const own = [{ variables: { topic: 'a kite', words: '10' }, expect: [] }];
  const place = join(folder, 'matrix.prompt.json');
  await writeFile(place, JSON.stringify({ ...prompt, casesFiles: [], cases: own, matrix }));
  const address = pathToFileURL(place).href;
  const [start, before] = [worked(), process.memoryUsage().heapUsed];
  const rows = new TestRows(controller());
  /** @type {readonly { size: number }[]} */
  const groups = await plan(address);
  await rows.show(address, groups, []);
  const planned = groups.reduce((sum, { size }) => sum + size, 0);
  const megabytes = (process.memoryUsage().heapUsed - before) / 1e6;
  return { planned, work: worked() - start, megabytes };
}

/** The longest work between two turns of everything else, in ms. */
async function list() {
  const rows = new TestRows(controller());
  let longest = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      const before = worked();
      await setImmediate();
      longest = Math.max(longest, worked() - before);
    }
  })();
  await rows.show(uri, await plan(uri), []);
  isOver = true;
  await others;
  return longest;
}

const matrix = await listMatrix();
const stalls = [];
for (let round = 0; round < rounds; round += 1) stalls.push(await list());
await rm(folder, { recursive: true });
answer({ stalls, ...matrix });
