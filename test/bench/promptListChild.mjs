// Ten thousand cases of prompts become rows of the Test Explorer, without a window: how long nothing else had its turn.
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
  ...{ bundle: true, platform: 'node', format: 'cjs', logLevel: 'error', outfile: bundle },
  entryPoints: [join(import.meta.dirname, 'promptTests.ts')],
  alias: { vscode: join(import.meta.dirname, 'window/fakeTests.mjs') },
});
const { english, NodeTestFiles, planTests, TestRows } = createRequire(import.meta.url)(bundle);

const prompt = {
  ...{ format: 1, model: 'models/emulator-flash', casesFiles: ['./many.cases.jsonl'] },
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
const files = new NodeTestFiles(folder, english);

/** Milliseconds that this thread has worked: what else the machine does is not counted. */
function worked() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
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
  /** @type {unknown[]} */
  const tests = [];
  const onProblem = ({ message = '' }) => {
    throw new Error(message);
  };
  for await (const test of planTests(uri, { files, l10n: english, onProblem })) tests.push(test);
  await rows.show(uri, tests, []);
  isOver = true;
  await others;
  return longest;
}

const stalls = [];
for (let round = 0; round < rounds; round += 1) stalls.push(await list());
await rm(folder, { recursive: true });
answer({ stalls });
