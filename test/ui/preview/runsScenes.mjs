/**
 * Runs of apps to look at, as their host would send them.
 * @typedef {import('../../../src/traffic/view/runViews.js').RunRow} RunRow
 * @typedef {import('../../../src/traffic/view/runViews.js').RunView} RunView
 * @typedef {import('../../../src/traffic/view/runViews.js').TurnRow} TurnRow
 * @typedef {import('../../../src/traffic/view/runViews.js').TurnView} TurnView
 * @typedef {{ readonly rows: readonly RunRow[], readonly note?: string, readonly folder?: string, readonly view?: RunView, readonly turn?: TurnView }} Runs
 */

const APP = 'shop-agent · google-genai-sdk/2.25.0';
const MODEL = 'gemini-3.8-flash';

/**
 * @param {number} id
 * @param {Partial<RunRow>} [more]
 * @returns {RunRow}
 */
const row = (id, more) => ({
  id,
  app: APP,
  time: `10:42:${String(id % 60).padStart(2, '0')}`,
  models: MODEL,
  turns: 6,
  words: 'Find a hotel in Oslo for three nights, and compare the prices with those of last year',
  errors: 0,
  tokens: 41_204,
  price: 0.0312,
  unpriced: 0,
  findings: 0,
  isRunning: false,
  ...more,
});

/**
 * @param {number} id
 * @param {Partial<TurnRow>} [more]
 * @returns {TurnRow}
 */
const turn = (id, more) => ({
  id,
  step: id,
  attempt: 1,
  attempts: 1,
  state: 'good',
  result: '200',
  asked: 'search()',
  said: 'calls search(), prices()',
  start: (id - 1) * 3000,
  first: 420,
  output: 1400,
  duration: 2600,
  source: 'API',
  input: 9120,
  cached: 8064,
  thoughts: 312,
  out: 96,
  price: 0.0042,
  findings: 0,
  ...more,
});

const failed = { state: 'bad', result: '503 UNAVAILABLE', said: '', output: 420, duration: 500 };

/** @type {RunView} */
const view = {
  id: 3,
  span: 18_000,
  turns: [
    turn(1, { asked: 'Find a hotel in Oslo for three nights, and compare the prices', cached: 0 }),
    turn(2, { .../** @type {any} */ (failed), attempts: 2 }),
    turn(3, { step: 2, attempt: 2, attempts: 2, findings: 1 }),
    turn(4, { step: 3, source: 'mock prices', findings: 1 }),
    turn(5, {
      step: 4,
      state: 'warning',
      result: '200 MALFORMED_FUNCTION_CALL',
      said: '',
      findings: 1,
    }),
    turn(6, {
      step: 5,
      state: 'running',
      result: 'running',
      said: '',
      source: '',
      first: 0,
      output: 0,
      duration: 0,
    }),
  ],
  findings: [
    {
      id: 'a',
      severity: 'error',
      turn: 3,
      title: 'Thought signature dropped',
      text: 'The response signed the call to search, but the app sent the call back without its thoughtSignature. Send the model’s part back unchanged. 2 more requests have the same problem.',
      remedies: [{ id: 'compare', label: 'Compare Sent and Received' }],
    },
    {
      id: 'b',
      severity: 'warning',
      turn: 4,
      title: 'Implicit cache miss: system instruction changed',
      text: 'First difference: systemInstruction.parts[0].text, character 23 (“42. Be kind.”, previously “01. Be kind.”), after about 42 tokens. Nothing after this can be reused.',
      remedies: [{ id: 'compare', label: 'Compare Requests' }],
    },
    {
      id: 'c',
      severity: 'warning',
      turn: 5,
      title: 'Invalid function call by the model',
      text: 'The response ended with MALFORMED_FUNCTION_CALL.',
      remedies: [],
    },
  ],
};

/** @type {TurnView} */
const details = {
  id: 3,
  title: 'Request of 10:42:11',
  hasBefore: true,
  why: 'Retries the request of 10:42:09: the same body after a failure.',
  changes: [
    'temperature: 0.2 → 0.7',
    'Added, from the model: call to search',
    'Added, from the user: result of search',
  ],
  request: [
    'Started: 2026-11-29 10:42:11.204',
    `App: ${APP}`,
    `Model: ${MODEL}`,
    'Body: 42 KB, contents: 5',
  ],
  response: [
    'Result: 200',
    'Response source: API',
    'Duration: 2.60 s, first data after 420 ms',
    'Tokens: 9,120 input, 8,064 of them cached, 312 thoughts, 96 output',
  ],
};

/** @param {Runs} runs @param {object} [more] */
const scene = (runs, more) => ({ page: /** @type {const} */ ('runs'), runs, ...more });

const some = [
  row(1, { words: 'Hello', app: 'This window · Work', turns: 1, tokens: 24, price: 0.0000091 }),
  row(2, { words: '(no text)', turns: 2, errors: 2, tokens: 0, price: undefined, findings: 1 }),
  row(3, { errors: 1, findings: 3, isRunning: true, unpriced: 1 }),
  row(4, {
    app: 'shop-agent · OpenAI/JS 6.9',
    models: 'gemini-3.8-flash, gemini-4-argon',
    price: undefined,
    during: 'during get_weather',
  }),
];

/** States of their page, by their names. */
export const runsScenes = {
  'runs-empty': scene({ rows: [] }),
  'runs-some': scene({ rows: some, view, turn: details }, { saved: { run: 3, turn: 3 } }),
  'runs-folder': scene(
    { rows: some.slice(1), view, turn: details, folder: 'shop-agent' },
    { saved: { run: 3, turn: 4 } },
  ),
  'runs-folder-empty': scene({ rows: [], folder: 'shop-agent' }),
  'runs-many': scene({
    rows: Array.from({ length: 5000 }, (_, at) => row(at + 1, { findings: at % 7 === 0 ? 1 : 0 })),
    view: {
      ...view,
      id: 5000,
      turns: Array.from({ length: 5000 }, (_, at) => turn(at + 1)),
      span: 15_000_000,
    },
    turn: { ...details, id: 5000 },
  }),
};
