import { performance } from 'node:perf_hooks';

/**
 * How long a test may take, and how long it waits for a state, in ms. Only a state that never comes takes this long, also on
 * a machine with other work.
 */
export const PATIENCE = 60_000;

/** A longer silence looks like a hang, in ms. */
const HEARTBEAT = 4_000;

/** A step that failed, with a sentence on what to do about it. Its message is for people. */
export class StepError extends Error {
  /**
   * @param {string} what What failed.
   * @param {string} advice What to do, a whole sentence.
   * @param {string} [detail] The end of what the program printed.
   */
  constructor(what, advice, detail = '') {
    super([`${what} failed.`, ...(detail === '' ? [] : [detail]), advice].join('\n'));
    this.name = 'StepError';
  }
}

/**
 * Says that a step runs, that it still runs, and how long it took.
 * @template T
 * @param {string} title What is done, as a participle: "Installing …".
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  console.log(`${title} …`);
  const beat = setInterval(() => console.log(`${title} … still at it (${seconds()})`), HEARTBEAT);
  try {
    const result = await work();
    console.log(`${title}: done (${seconds()})`);
    return result;
  } finally {
    clearInterval(beat);
  }
}

/**
 * What to do about a program's failure, judged by what it printed.
 * @param {string} output
 * @returns {string}
 */
export function adviceFor(output) {
  const [, advice] = ADVICE.find(([pattern]) => pattern.test(output)) ?? /** @type {const} */ ([
    /./,
    'Read the lines above, then run the same command again.',
  ]);
  return advice;
}

/** @type {readonly (readonly [RegExp, string])[]} */
const ADVICE = [
  [/ENOSPC|no space left/i, 'The disk is full: free about 1.5 GB and run the same command again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|network/i,
    'The package registry could not be reached: check the network and npm’s proxy settings, and run the same command again.',
  ],
  [
    /EACCES|EPERM|permission denied/i,
    'A file could not be written: check who owns this folder, and run the same command again.',
  ],
];
