import { isRestless } from './verdict.mjs';

/** @typedef {import('./goals.mjs').Goal} Goal */
/** @typedef {import('./goals.mjs').Results} Results */
/** @typedef {import('./verdict.mjs').Bound} Bound */

/** @typedef {readonly [id: string, what: string, bound: Bound, unit: string, path: string]} Row The path of the figure begins with its measure. */

/**
 * @param {Results} results
 * @param {string} path
 * @returns {number} Not a number where the measure has none.
 */
function figureAt(results, path) {
  /** @type {any} */
  let figure = results;
  for (const name of path.split('.')) figure = figure?.[name];
  return typeof figure === 'number' ? figure : NaN;
}

/**
 * @param {Row} row
 * @returns {Goal}
 */
const goalOf = ([id, what, bound, unit, path]) => ({
  id,
  what,
  bound,
  unit,
  needs: [path.replace(/\..*/, '')],
  figure: (results) => figureAt(results, path),
});

/**
 * A goal whose figure is made of several.
 * @param {Row} row With the path of a figure, or of nothing, in its measure.
 * @param {(results: any) => number} figure
 * @returns {Goal}
 */
const madeOf = (row, figure) => ({
  ...goalOf(row),
  figure: (results) => figure(results[row[4]]),
});

/** Of a client that may have failed. @param {{ ms: number } | undefined} figures */
const msOf = (figures) => figures?.ms ?? NaN;

/**
 * Void where the yardstick says that the machine was busy.
 * @param {Goal} goal
 * @returns {Goal}
 */
const timed = (goal) => ({
  ...goal,
  voided: (results) =>
    isRestless(
      figureAt(results, 'uploads.clients.chunked.ms'),
      figureAt(results, 'uploads.clients.chunked.slowest'),
    ),
});

/** @type {readonly Row[]} */
const SIZES = [
  ['B1', 'entry, with all that it loads', { most: 80 }, 'KB', 'startup.entryKb'],
  ['B1', 'require of the entry, host-like', { most: 4 }, 'ms', 'startup.entryMs'],
  ['B1', 'files with packages loaded by it', { most: 0 }, 'files', 'startup.heavy'],
  ['B2', 'network chunks', { most: 640 }, 'KB', 'startup.networkKb'],
  ['B2', 'loading them, host-like', { most: 15 }, 'ms', 'startup.networkMs'],
  ['B2', 'the same with compile cache', { most: 9 }, 'ms', 'startup.networkCachedMs'],
  ['B2', 'sign-in library', { most: 320 }, 'KB', 'startup.signInKb'],
  ['B2', 'loading it, host-like', { most: 15 }, 'ms', 'startup.signInMs'],
  ['B2', 'files of it loaded by a call with a key', { most: 0 }, 'files', 'startup.early'],
  ['B3', 'package', { most: 900 }, 'KB', 'package.kb'],
  ['B3', 'files in it', { most: 40 }, 'files', 'package.files'],
  [
    'B4',
    'process-wide state changed by calls in Node',
    { most: 0 },
    'values',
    'state.changes.length',
  ],
];

/** @type {readonly Row[]} */
const WINDOW = [
  ['S7', 'messages per 16 ms of a stream', { most: 1 }, '', 'window.messagesPerFrame'],
  ['S7', '20 000 events in 1 s: until all is seen', { most: 1.15 }, '× pace', 'window.pace'],
  ['S7', 'longest time between frames', { most: 50 }, 'ms', 'window.gap'],
  ['S7', 'first words: from their arrival until seen', { most: 21 }, 'ms', 'window.first'],
  [
    'S9',
    '20 000 deltas of a run in 1 s: longest time between frames',
    { most: 50 },
    'ms',
    'steps.gap',
  ],
  ['S9', '20 000 deltas of a run in 1 s: until all is seen', { most: 1.5 }, '× pace', 'steps.pace'],
  ['P1', '2,000 turns: until their end can be read', { most: 1000 }, 'ms', 'window.opened'],
  ['P1', '2,000 turns: longest frame of scrolling', { most: 100 }, 'ms', 'window.scrollGap'],
  ['B1', 'activate(), in a window', { most: 10 }, 'ms', 'window.activation.activateMs'],
  ['B5', 'heap after activation', { most: 1 }, 'MB', 'window.activation.heapMb'],
  ['B5', 'heap after the first call', { most: 4 }, 'MB', 'window.later.heapMb'],
];

/** @type {readonly Row[]} */
const EMULATOR = [
  ['E1', 'emulator: models.get, 32 in flight', { least: 5_000 }, 'calls/s', 'emulatorModels.rate'],
  [
    'E2',
    'emulator: a stream of 12 000 events',
    { least: 100_000 },
    'events/s',
    'emulatorEvents.rate',
  ],
  [
    'E6',
    'emulator: exchanges that are replayed, 32 in flight',
    { least: 3_000 },
    'exchanges/s',
    'emulatorReplay.rate',
  ],
  ['E3', 'emulator: upload', { least: 500 }, 'MiB/s', 'emulatorUpload.rate'],
  ['E3', 'emulator: most memory of an upload', { most: 150 }, 'MB', 'emulatorUpload.peak'],
  [
    'E4',
    'emulator: search in 10 000 of 100 000 chunks',
    { most: 50 },
    'ms',
    'emulatorChunks.query',
  ],
  ['E4', 'emulator: memory with 100 000 chunks', { most: 150 }, 'MB', 'emulatorChunks.memory'],
  [
    'E4',
    'emulator: what 80 000 more chunks add to it',
    { most: 25 },
    'MB',
    'emulatorChunks.growth',
  ],
  ['E5', 'emulator: start to first answer', { most: 300 }, 'ms', 'emulatorStart.ms'],
];

/** @type {readonly Row[]} */
const LISTS = [
  ['T5', '20 000 chunks, four calls at once', { least: 95 }, '% of ideal', 'ingest.ideal'],
  ['T5', '20 000 chunks, four calls at once', { least: 390 }, '× one by one', 'ingest.gain'],
  ['T5', 'a service that takes two at once', { most: 1.2 }, '× the best', 'ingest.adapted'],
  [
    'T5',
    'memory kept while rows are sent (a million with --heavy)',
    { most: 20 },
    'MB',
    'ingest.growth',
  ],
  ['T1', 'first row, from the first page on', { most: 100 }, 'ms', 'tree.firstRow'],
  ['T1', 'calls before it', { most: 1 }, '', 'tree.firstCalls'],
  ['T2', 'rows below one row, with 10 000 loaded', { most: 1000 }, '', 'tree.mostRows'],
  ['T2', '“Load more” at 10 000, last range open', { most: 60 }, 'ms', 'tree.more'],
  ['T2', 'rows asked for by it', { most: 1100 }, '', 'tree.moreItems'],
  ['T2', 'rows asked for where a new range begins', { most: 1100 }, '', 'tree.rangeItems'],
  ['T2', 'loading 10 000 chunks', { most: 1.2 }, '× linear', 'tree.chunksGrowth'],
  ['T2', 'loading 10 000 documents', { most: 1.2 }, '× linear', 'tree.documentsGrowth'],
  ['T3', 'a change of one row of 10 000', { most: 30 }, 'ms', 'tree.change'],
  ['T3', 'rows asked for by it', { most: 1 }, '', 'tree.changeItems'],
  ['T3', 'lists asked for while the view is hidden', { most: 0 }, '', 'tree.hiddenLists'],
  ['T4', 'memory for three pages of 100 000 chunks', { most: 20 }, 'MB', 'tree.memory'],
  ['T4', 'errors of the tree in the window', { most: 0 }, '', 'tree.errors'],
];

/** @type {readonly Row[]} */
const WORK = [
  [
    'P1',
    '500 cases on recordings, the slowest of 20 runs',
    { most: 10 },
    's',
    'promptRuns.slowest',
  ],
  ['P1', 'cases that pass in each run, as they are made', { least: 400 }, '', 'promptRuns.passed'],
  ['P1', 'cases that fail in each run, as they are made', { least: 100 }, '', 'promptRuns.failed'],
  ['P1', 'runs with another verdict than the first', { most: 0 }, '', 'promptRuns.verdicts'],
  [
    'P2',
    'longest stall while 10 000 cases are listed',
    { most: 50 },
    'ms of work',
    'promptList.longest',
  ],
  ['P2', 'variants of one case that a matrix plans', { least: 10_000 }, '', 'promptList.planned'],
  ['P2', 'their rows are there', { most: 200 }, 'ms of work', 'promptList.work'],
  ['P2', 'what they take', { most: 60 }, 'MB', 'promptList.megabytes'],
  ['L1', 'hover over a model in a changed file of 50 KB, p99', { most: 5 }, 'ms', 'lens.hover'],
  ['L2', 'marks of a file of 1 MB', { most: 20 }, 'ms', 'lens.marks'],
  [
    'G1',
    'check of a request against two caps, three windows, p95',
    { most: 0.3 },
    'ms',
    'spend.gate',
  ],
  ['G2', 'first check of a month with 10,000 requests', { most: 50 }, 'ms', 'spend.read'],
  ['I1', 'facts and runs of 5,000 requests (160 MB), CPU time', { most: 1000 }, 'ms', 'runs.cpu'],
  ['I2', 'facts of one of these requests, longest CPU time', { most: 16 }, 'ms', 'runs.longest'],
  ['I3', 'memory of these facts', { most: 15 }, 'MB', 'runs.bytes'],
];

/** @type {readonly Row[]} */
const BREAKS = [
  [
    'U4',
    'upload: 3 resets, 503, pause, expired token, crash',
    { least: 1 },
    'whole file',
    'uploadBreaks.survived',
  ],
  ['U5', 'upload: sent again after all of them', { most: 0.5 }, '%', 'uploadBreaks.survivedResent'],
  ['U5', 'upload: sent again after 3 resets', { most: 0.5 }, '%', 'uploadBreaks.resent'],
  [
    'U5',
    'upload: sent again after kill -9 half-way',
    { most: 0.5 },
    '%',
    'uploadBreaks.crashResent',
  ],
  [
    'U5',
    'upload: the same, by the queue of uploads',
    { most: 0.5 },
    '%',
    'uploadBreaks.queueResent',
  ],
  [
    'U6',
    'upload: progress told in the busiest second',
    { most: 10 },
    'times',
    'uploadWatch.events',
  ],
  ['U6', 'upload: last byte after a cancellation', { most: 100 }, 'ms', 'uploadWatch.stops'],
  ['U6', 'upload: the service is told of it', { most: 100 }, 'ms', 'uploadWatch.told'],
];

/** @type {readonly Goal[]} */
const CLIENT_GOALS = [
  goalOf(['S8', 'socket closed after a stop or a break', { most: 100 }, 'ms', 'cancel.worst']),
  madeOf(
    ['C1', 'CPU of models.get', { most: 1.3 }, '× undici.request', 'unary'],
    ({ ours, undici }) => ours.cpu / undici.cpu,
  ),
  goalOf(['C1', 'models.get, 32 in flight', { least: 15_000 }, 'calls/s', 'unary.ours.rate']),
  madeOf(
    ['R8', 'a line of 96 MB: refused by a message with the limit', { least: 1 }, 'message', 'line'],
    ({ message }) => (/\b64 MiB\b/.test(message) ? 1 : 0),
  ),
  goalOf(['R8', 'a line of 96 MB: peak memory', { most: 300 }, 'MB', 'line.memory']),
  madeOf(
    ['R17', 'one byte every 50 ms: CPU', { most: 2 }, '%', 'trickle'],
    ({ message, cpuShare }) => (message === '' ? cpuShare * 100 : Infinity),
  ),
];

/** @type {readonly Goal[]} */
const UPLOAD_GOALS = [
  timed(
    madeOf(
      [
        'U1',
        'upload: speed beside the best hand-made client',
        { least: 0.8 },
        '× theirs',
        'uploads',
      ],
      // Never less than what one reused buffer of 8 MiB reaches: otherwise the row would say nothing.
      ({ clients }) => Math.min(msOf(clients.chunked), msOf(clients.streamed)) / clients.ours.ms,
    ),
  ),
  timed(
    madeOf(
      ['U2', 'upload: speed beside @google/genai', { least: 2.5 }, '× theirs', 'uploads'],
      ({ clients }) => msOf(clients.genai) / clients.ours.ms,
    ),
  ),
  {
    ...timed(
      madeOf(
        ['U2', 'upload: speed beside @google/generative-ai', { least: 10 }, '× theirs', 'uploads'],
        ({ clients }) => msOf(clients.generativeAi) / clients.ours.ms,
      ),
    ),
    // It keeps the file twice, which costs most where the file is large.
    heavy: true,
  },
  goalOf(['U2', 'upload: CPU', { most: 1 }, 'ms/MiB', 'uploads.clients.ours.cpuPerMib']),
  goalOf(['U3', 'upload: memory added by 64 MiB', { most: 80 }, 'MB', 'uploads.small.overIdle']),
  goalOf([
    'U3',
    'upload: memory added by 256 MiB (2 GiB with --heavy)',
    { most: 80 },
    'MB',
    'uploads.large.overIdle',
  ]),
  madeOf(
    ['U3', 'upload: peak of the one over the peak of the other', { most: 10 }, '%', 'uploads'],
    ({ small, large }) => Math.abs(large.peak / small.peak - 1) * 100,
  ),
  timed(goalOf(['U3', 'upload: longest stall', { most: 15 }, 'ms', 'uploads.clients.ours.stall'])),
];

/** @type {readonly Goal[]} */
export const FIGURE_GOALS = [
  ...SIZES.map(goalOf),
  ...CLIENT_GOALS,
  ...WINDOW.map(goalOf),
  madeOf(
    ['B4', 'process-wide state changed, in a window', { most: 0 }, 'values', 'window'],
    ({ activation, later }) => new Set([...activation.changes, ...later.changes]).size,
  ),
  ...EMULATOR.map(goalOf),
  {
    ...goalOf([
      'E5',
      'emulator: start until it is ready',
      { most: 150 },
      'ms',
      'emulatorStart.ready',
    ]),
    // A bare server was started by turns with it.
    voided: (results) =>
      isRestless(
        figureAt(results, 'emulatorStart.bare'),
        figureAt(results, 'emulatorStart.bareWorst'),
      ),
  },
  ...LISTS.map(goalOf),
  ...WORK.map(goalOf),
  ...UPLOAD_GOALS,
  ...BREAKS.map(goalOf),
  {
    ...goalOf([
      'U5',
      'upload: time of 3 resets, waits left out',
      { most: 1.3 },
      '× going on at once',
      'uploadBreaks.time',
    ]),
    voided: (results) => /** @type {any} */ (results['uploadBreaks']).isRestless,
  },
  goalOf([
    'U5',
    'upload: begun, where the last answer is lost',
    { most: 1 },
    'times',
    'uploadBreaks.begun',
  ]),
];
