// A document of 1 MB gets its marks, and every model its hover in a document that has just changed.
import { importTypeScript } from '../harness/importTypeScript.mjs';
import { answer, job } from './child.mjs';
import { lowest } from './verdict.mjs';

const MEGABYTE = 1024 * 1024;
/** In characters: longer than nearly all files of source code. */
const SOURCE = 50 * 1024;
/** Most of the marks that a document shows. */
const MARKS = 50;
/** Hovers of each model in a round. */
const HOVERS = 20;

/** @type {{ rounds: number }} */
const { rounds } = job();
const { hoverFacts, packedModels, scan } = await importTypeScript('test/bench/lens.ts');
/** @type {readonly string[]} */
const ids = packedModels().map((/** @type {{ id: string }} */ { id }) => id);
const context = { now: new Date('2026-11-29') };

const line = 'def call(text):\n    return ask("some text-based input", deep_learning=True)\n';
const use = 'client.chats.create(model="models/gemini-2.5-pro")\n';

/**
 * A file of Python that uses models here and there.
 * @param {number} length In characters, at least.
 * @param {string} [last] How it ends.
 */
function source(length, last = '') {
  const part = line.repeat(Math.ceil(length / MARKS / line.length));
  return `${`${part}${use}`.repeat(MARKS)}${last}`;
}

/** @param {string} text */
const marksOf = (text) => scan({ path: 'app.py', text }, context);

/** @param {() => readonly unknown[]} work What must find something. */
function time(work) {
  const start = performance.now();
  if (work().length === 0) throw new Error('Nothing was found.');
  return performance.now() - start;
}

const large = source(MEGABYTE);
time(() => marksOf(large));

/** The time of all hovers but one in a hundred. */
function slowestHovers() {
  const times = Array.from({ length: HOVERS }, (_, number) =>
    ids.map((id) => {
      const text = source(SOURCE, `client.chats.create(model="models/${id}")  # ${number}\n`);
      return time(() => (marksOf(text).at(-1)?.id === id ? hoverFacts(id, context) : []));
    }),
  );
  const sorted = times.flat().sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? NaN;
}

// The best of all rounds, as noise is one-sided.
answer({
  marks: lowest(Array.from({ length: rounds }, () => time(() => marksOf(large)))),
  hover: lowest(Array.from({ length: rounds }, slowestHovers)),
});
