/**
 * Reports of prompt tests to look at, as their host would send them.
 * @typedef {import('../../../src/testing/report/reportRun.js').ReportCell} ReportCell
 * @typedef {import('../../../src/testing/report/reportRun.js').ReportDetail} ReportDetail
 * @typedef {import('../../../src/testing/report/reportRun.js').ReportRun} ReportRun
 * @typedef {{ readonly runs: object, readonly run?: ReportRun, readonly before?: ReportRun, readonly details?: readonly ReportDetail[] }} Report
 */

const NAMES = [
  'a kite',
  'a boat that is out on the sea',
  'the price of everything in the shop, with taxes and postage to Trondheim',
  'no thing at all',
  'Umlaute: Äpfel',
  'two lighthouses',
  'an empty list',
];

/**
 * A number from 0 to 1 that is the same each time.
 * @param {number} at
 */
const noise = (at) => Math.abs(Math.sin(at * 12.9898) * 43758.5453) % 1;

/**
 * @param {number} at
 * @param {string} variant
 * @param {number} salt
 * @returns {ReportCell}
 */
function cell(at, variant, salt) {
  const chance = noise(at + salt);
  const verdict = chance > 0.25 ? 'pass' : chance > 0.05 ? 'fail' : 'notMeasured';
  const name = NAMES[at % NAMES.length] ?? '';
  const count = at % 5 === 1 ? 5 : 1;
  const isFlaky = count > 1 && chance < 0.6;
  return {
    id: `${at}#${variant}`,
    row: String(at),
    variant,
    verdict,
    isFlaky,
    count,
    name: at < NAMES.length ? name : `${name} ${at}`,
    file: at % 3 === 0 ? 'prices.prompt.json' : 'shop.cases.jsonl',
    tags: 'smoke, prices',
    passed: isFlaky ? 3 : verdict === 'pass' ? count : 0,
    ...(verdict !== 'notMeasured' && {
      score: 0.5 + chance / 2,
      tokens: 120 + Math.round(noise(at * 3 + salt) * noise(at) * 2400),
      price: 0.0002 + noise(at * 7 + salt) * 0.003,
      ms: 300 + noise(at * 5 + salt) ** 3 * 9000,
    }),
  };
}

/**
 * @param {number} count
 * @param {readonly string[]} variants
 * @param {number} salt
 * @param {Partial<ReportRun>} [more]
 * @returns {ReportRun}
 */
const run = (count, variants, salt, more) => ({
  id: `run ${salt}`,
  time: '2026-11-23 20:14:05',
  connection: 'Work',
  state: 'ended',
  sums: { tokens: 41_204, price: 0.0312, ms: 48_200 },
  means: [],
  cells: Array.from({ length: count }, (_, at) => at).flatMap((at) =>
    variants.map((variant, place) => cell(at, variant, salt + place * 31)),
  ),
  ...more,
});

/** @param {string} figures */
const means = (figures) => [{ file: 'handbook.retrieval.json', variant: 'ten results', figures }];

const RUNS = [
  { id: 'run 1', label: '2026-11-23 20:14:05 · 61 passed, 15 failed, 4 not measured · Work' },
  { id: 'run 2', label: '2026-11-23 19:58:47 · 58 passed, 17 failed, 5 not measured · Work' },
];
const chosen = { runs: RUNS, run: 'run 1', before: '', isRunning: false };
const FLASH = 'gemini-3.8-flash';
const BOTH = [FLASH, 'gemini-3.8-pro · warm'];

/** @type {readonly ReportDetail[]} */
const details = [
  {
    id: `1#${FLASH}`,
    variant: FLASH,
    verdict: 'fail',
    isFlaky: true,
    passed: 3,
    count: 5,
    place: 'shop.cases.jsonl:2',
    answers: [
      {
        repeat: 0,
        count: 3,
        verdict: 'pass',
        isCut: false,
        wasAsked: true,
        hasExchange: true,
        tokens: 214,
        price: 0.0004,
        ms: 1240,
        firstMs: 310,
        finishReason: 'STOP',
        pieces: [{ text: '{"price": 12.5, "currency": "EUR"}', isMarked: false }],
        checks: [{ type: 'jsonPath', verdict: 'pass', message: '$.price is 12.5.' }],
      },
      {
        repeat: 3,
        count: 2,
        verdict: 'fail',
        isCut: true,
        wasAsked: true,
        hasExchange: false,
        ms: 3100,
        pieces: [
          { text: 'A boat costs about ', isMarked: false },
          { text: 'EUR 250,000', isMarked: true },
          { text: `, which is more than a kite. ${'And so on. '.repeat(40)}`, isMarked: false },
        ],
        checks: [
          {
            type: 'equals',
            verdict: 'fail',
            message: 'The answer is another text.',
            expected: '{"price": 12.5}',
            actual: 'A boat costs about EUR 250,000',
          },
          {
            type: 'similar',
            verdict: 'notMeasured',
            message: 'Valid fields: no vectors to compare.',
          },
        ],
      },
    ],
  },
];

/** @param {Report} report @param {object} [more] */
const scene = (report, more) => ({ page: /** @type {const} */ ('testReport'), report, ...more });

/** What its page had kept with the details of a case open. */
const opened = {
  run: 'run 1',
  before: 'run 2',
  table: { selected: [] },
  columns: [],
  filters: [],
  arePicturesOpen: false,
  open: '1',
};

/** States of their page, by their names. */
export const reportScenes = {
  'report-empty': scene({ runs: { runs: [], run: '', before: '', isRunning: false } }),
  'report-one': scene({ runs: chosen, run: run(30, [FLASH], 1) }),
  'report-compared': scene({
    runs: { ...chosen, before: 'run 2' },
    run: run(40, BOTH, 1, { means: means('recall@5 0.50 · MRR 1.00') }),
    before: run(41, BOTH, 2, {
      sums: { tokens: 43_009, price: 0.0288, ms: 51_700 },
      means: means('recall@5 0.40 · MRR 0.90'),
    }),
  }),
  'report-running': scene({
    runs: { ...chosen, isRunning: true },
    run: run(4, [FLASH], 1, { state: 'running', sums: {} }),
  }),
  'report-many': scene({ runs: chosen, run: run(10_000, BOTH, 1) }),
  'report-details': scene(
    {
      runs: { ...chosen, before: 'run 2' },
      run: run(40, [FLASH], 1),
      before: run(40, [FLASH], 2),
      details,
    },
    { saved: opened },
  ),
};
