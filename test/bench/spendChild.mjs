// A window sends requests under two caps, next to two other windows, after 10,000 requests of the month.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTypeScript } from '../harness/importTypeScript.mjs';
import { answer, job } from './child.mjs';
import { lowest } from './verdict.mjs';

const EARLIER = 10_000;
const CALLS = 500;

/** @type {{ rounds: number }} */
const { rounds } = job();
const { SpendGuard, FileLedger } = await importTypeScript('test/bench/spend.ts');

const caps = [
  { per: 'day', dollars: 1000 },
  { per: 'month', connection: 'aaaaaaaa', dollars: 1000 },
];
const request = {
  operation: 'models.generateContent',
  cost: 'tokens',
  model: 'models/gemini-4-argon',
  connection: 'aaaaaaaa',
  folder: '/projects/app',
  program: 'VS Code',
  body: { contents: [{ role: 'user', parts: [{ text: 'Name three rivers. '.repeat(200) }] }] },
};
const told = { usageMetadata: { promptTokenCount: 900, candidatesTokenCount: 300 } };

/** Milliseconds of the calls but one in twenty, and of the first one, which reads the month. */
function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-spend-'));
  const clock = { now: () => Date.now() };
  /** @param {readonly object[]} used */
  const open = (used) => {
    const onError = (/** @type {unknown} */ error) => {
      throw error;
    };
    const ledger = new FileLedger(folder, clock);
    return { ledger, guard: new SpendGuard({ ledger, clock, caps: () => used, onError }) };
  };
  /** @param {{ guard: any }} window */
  const call = ({ guard }) => {
    const start = performance.now();
    const running = guard.begin(request);
    const begun = performance.now() - start;
    running.add(told);
    running.settle(true);
    return begun;
  };
  const before = open([]);
  for (let at = 0; at < EARLIER; at++) call(before);
  const windows = [open(caps), open(caps), open(caps)];
  const [read = NaN] = windows.map(call);
  const times = Array.from({ length: CALLS }, () => windows.map(call)).flat();
  for (const { ledger } of [before, ...windows]) ledger.close();
  rmSync(folder, { recursive: true });
  const sorted = times.sort((a, b) => a - b);
  return { read, gate: sorted[Math.floor(sorted.length * 0.95)] ?? NaN };
}

measure();
const all = Array.from({ length: rounds }, measure);
answer({
  gate: lowest(all.map(({ gate }) => gate)),
  read: lowest(all.map(({ read }) => read)),
});
