import { dot } from './texts.mjs';

/**
 * Answers that are steps, in the mode for that.
 * @template {{ readonly [field: string]: unknown }} State
 * @param {State} base A playground in which nothing was said.
 */
export function interactionScenes(base) {
  const mode = {
    ...base,
    mode: 'interaction',
    modes: [{ id: 'interaction' }],
    keeping: { stored: true, isChosen: true, retention: RETENTION },
  };
  const asked = { id: 'u1', role: 'user', content: { parts: [{ text: 'How do kites fly?' }] } };
  const outcome = { verdict: 'complete', durationMs: 41_300, firstTokenMs: 640 };
  /** @param {any} fields @param {any} [interaction] */
  const answer = (fields, interaction = {}) => ({
    id: 'a1',
    role: 'model',
    model: 'models/gemini-2.5-flash',
    version: 'v1beta',
    mode: 'interaction',
    content: { role: 'model', parts: [] },
    outcome,
    interaction: {
      id: 'v1_a1b2c3',
      status: 'completed',
      stored: true,
      created: '2026-11-22T10:00:00Z',
      ...interaction,
    },
    ...fields,
  });
  /** @param {any} interaction @param {any} [fields] */
  const after = (interaction, fields = {}) => ({
    ...mode,
    turns: [asked, answer(fields, interaction)],
    keptUntil: { a1: { least: Date.UTC(2099, 10, 23, 10), most: Date.UTC(2099, 11, 17, 10) } },
  });
  const times = STEPS.map((_, at) => ({ start: at * 1900, stop: at * 1900 + 420 + at * 130 }));
  const tokens = STEPS.map((_, at) => (at % 3 === 0 ? 96 + at * 41 : null));
  const branches = [
    {
      id: 'u1',
      title: 'How do kites fly?',
      count: 2,
      isShown: true,
      children: [
        { id: 'u2', title: 'And why do they need a tail?', count: 4, isShown: true, children: [] },
        {
          id: 'u3',
          title: 'In one sentence, for a child of six years who has never seen one',
          count: 2,
          isShown: false,
          children: [],
        },
      ],
    },
  ];
  return {
    branches: {
      state: { ...after({ steps: STEPS.slice(-2) }), branches },
      click: '.branches-button',
    },
    'not-kept': {
      state: {
        ...after({ steps: STEPS.slice(5, 6), stored: false, id: undefined }),
        keeping: { stored: false, isChosen: false, retention: RETENTION },
      },
    },
    'keeping-setting': {
      state: after({ steps: STEPS.slice(5, 6) }),
      saved: { settingsOpen: true, settingsSections: [] },
    },
    steps: { state: after({ steps: STEPS, times, tokens }), height: 1400 },
    'steps-open': {
      state: after({ steps: STEPS, times, tokens }),
      click: '.step.folded:not(.is-failed) .step-opener',
      press: 'Tab',
      height: 1400,
    },
    'steps-filter': { state: after({ steps: STEPS, times, tokens }), click: '.step-filter button' },
    'steps-growing': {
      state: {
        ...after({ steps: [], status: 'in_progress' }, { outcome: undefined }),
        streaming: 'a1',
      },
      events: {
        turn: 'a1',
        events: [
          ...STEPS.slice(0, 4).map((step, index) => ({ event_type: 'step.start', index, step })),
          { event_type: 'step.start', index: 4, step: { type: 'model_output' } },
          {
            event_type: 'step.delta',
            index: 4,
            delta: { type: 'text', text: 'Kites fly because the **wind** is' },
          },
        ],
      },
    },
    'steps-json': {
      state: after(
        {
          steps: [
            STEPS[0],
            {
              type: 'model_output',
              content: [{ type: 'text', text: '{"city":"Oslo","degrees":[21,22]}' }],
            },
          ],
        },
        { sent: { response_format: { type: 'text', mime_type: 'application/json' } } },
      ),
    },
    'steps-waiting': {
      state: after(
        { steps: STEPS.slice(10, 12), status: 'requires_action' },
        {
          content: {
            parts: ['f1', 'f2'].map((id) => ({
              functionCall: { id, name: 'get_weather', args: {} },
            })),
          },
        },
      ),
    },
  };
}

const RETENTION = 'Stored on server for 55 days, or for 1 day without billing.';
const REPORT =
  'Kites fly because the wind is **deflected downwards**. They need a tail, which holds them upright.';
/** @param {string} type @param {string} id @param {any} rest */
const call = (type, id, rest) => ({ type: `${type}_call`, id, ...rest });
/** @param {string} type @param {string} id @param {any} rest */
const result = (type, id, rest) => ({ type: `${type}_result`, call_id: id, ...rest });
const url = 'https://kites.example/how-they-fly';

/** A step of every kind. */
const STEPS = [
  {
    type: 'thought',
    signature: 'c2ln',
    summary: [
      { type: 'text', text: '**What is asked**\n\nWhy something heavier than air stays up.' },
    ],
  },
  call('google_search', 's1', {
    arguments: { queries: ['how do kites fly', 'why does a kite need a tail in a strong wind'] },
  }),
  result('google_search', 's1', { result: [{ search_suggestions: '<div>kites</div>' }] }),
  call('url_context', 'w1', { arguments: { urls: [url, 'https://wall.example/news'] } }),
  result('url_context', 'w1', {
    result: [
      { url, status: 'success' },
      { url: 'https://wall.example/news', status: 'paywall' },
    ],
  }),
  { type: 'model_output', content: [{ type: 'text', text: 'Let me work that out.' }] },
  call('code_execution', 'c1', {
    arguments: { language: 'python', code: 'area = 0.8\nprint(1.2 * area * 8 ** 2 / 2)' },
  }),
  result('code_execution', 'c1', { result: '30.72\n' }),
  call('mcp_server_tool', 'm1', {
    name: 'wind_at',
    server_name: 'weather',
    arguments: { place: 'Oslo', hours: [6, 12, 18] },
  }),
  result('mcp_server_tool', 'm1', {
    name: 'wind_at',
    server_name: 'weather',
    is_error: true,
    result: 'The station does not answer.',
  }),
  call('function', 'f1', { name: 'get_weather', arguments: { city: 'Oslo', units: 'metric' } }),
  call('function', 'f2', { name: 'get_time', arguments: {} }),
  result('function', 'f1', { name: 'get_weather', result: { wind: 8, from: 'NW' } }),
  call('google_maps', 'p1', { arguments: { queries: ['kite shop'] } }),
  result('google_maps', 'p1', {
    result: [{ places: [{ place_id: 'x', name: 'Up & Away', url: 'https://maps.example/x' }] }],
  }),
  call('file_search', 'k1', {}),
  result('file_search', 'k1', {}),
  { type: 'telepathy', strength: 0.4, signature: 'eA==' },
  {
    type: 'model_output',
    content: [
      {
        type: 'text',
        text: REPORT,
        annotations: [
          { type: 'url_citation', url, title: 'How they fly', start_index: 0, end_index: 53 },
          {
            type: 'file_citation',
            file_name: 'kites.pdf',
            page_number: 4,
            start_index: 54,
            end_index: 98,
          },
        ],
      },
      { type: 'image', mime_type: 'image/png', data: dot },
    ],
  },
  {
    type: 'model_output',
    content: [{ type: 'text', text: 'And then' }],
    error: { code: 13, message: 'The answer was cut: it quoted too much.' },
  },
];
