import { long } from './texts.mjs';

/**
 * What stands in messages and below them, what is done with them, and the head of the panel.
 * @template {{ readonly [field: string]: unknown }} State
 * @param {State} base A playground in which nothing was said.
 */
export function turnScenes(base) {
  const text = 'Kites fly because the wind is deflected downwards. They need a tail.';
  const asked = said('u1', 'How do kites fly?');
  const outcome = {
    verdict: 'complete',
    finishReason: 'STOP',
    firstTokenMs: 420,
    durationMs: 3150,
    usage: {
      promptTokenCount: 1204,
      candidatesTokenCount: 312,
      thoughtsTokenCount: 210,
      cachedContentTokenCount: 1000,
      totalTokenCount: 1726,
    },
  };
  /** @param {any} fields */
  const answer = (fields) => ({
    id: 'a1',
    role: 'model',
    model: 'models/gemini-2.5-flash',
    version: 'v1beta',
    content: { role: 'model', parts: [{ text }] },
    outcome,
    answer: {},
    ...fields,
  });
  /** @param {any} fields */
  const after = (fields) => ({ ...base, turns: [asked, answer(fields)] });
  const sent = {
    generationConfig: { responseMimeType: 'application/json', responseSchema: { type: 'OBJECT' } },
  };
  const json = { parts: [{ text: '{"city":"Oslo","degrees":[21,22]}' }] };
  const a1 = { total: 0.00142, input: 0.00006, cached: 0.00003, output: 0.00133, saved: 0.00027 };
  const prices = { asOf: '2026-11-22', estimates: { a1 } };
  const spending = { tokens: 61_726, price: 0.0482, unknown: 2, asOf: '2026-11-22' };
  return {
    sources: { state: after({ answer: { candidates: [grounding] } }) },
    'schema-problems': {
      state: after({
        sent,
        content: json,
        schemaProblems: ['“degrees” must be a number.', '“country” is missing.'],
      }),
    },
    candidates: {
      state: after({
        alternatives: ['One', 'Another', text].map((one) => ({ parts: [{ text: one }] })),
        chosen: 2,
        edited: true,
      }),
    },
    'turn-branches': {
      state: {
        ...after({ alternatives: ['One', text].map((one) => ({ parts: [{ text: one }] })) }),
        spending,
        branches: [
          {
            ...branch('u1', 'How do kites fly?', true),
            children: [branch('a0', 'Kites fly because'), branch('a1', 'Kites fly', true)],
          },
          branch('u0', 'How do birds fly?'),
        ],
      },
    },
    logprobs: { state: after({ answer: { candidates: [likely] } }), click: '.turn-foot summary' },
    embeddings: {
      state: {
        ...after({
          mode: 'embed',
          embeddings: [0, 1, 2, 3, 4, 5].map(vector),
          content: { parts: [] },
        }),
        mode: 'embed',
        modes: [{ id: 'embed' }],
      },
    },
    decisions: { state: decided(after, base) },
    'decisions-editing': {
      state: {
        ...decided(after, base),
        attachments: [],
        turns: [],
        settings: { requests: { decision: { questions: QUESTIONS } } },
      },
    },
    'tokens-of-answer': {
      state: { ...after({}), prices, spending, tokenMeter: 'live' },
      click: '.verdict-line .hover-target',
    },
    find: { state: { ...after({}), spending }, press: 'Control+f' },
    'tool-parts': {
      state: after({
        content: {
          parts: [
            { text: 'Let me look.' },
            { toolCall: { id: 't1', toolType: 'GOOGLE_SEARCH', args: { queries: ['kites'] } } },
            { toolResponse: { id: 't1', toolType: 'GOOGLE_SEARCH', response: { found: 2 } } },
            { executableCode: { id: 'c1', language: 'PYTHON', code: 'print(1 + 1)' } },
            { codeExecutionResult: { id: 'c1', outcome: 'OUTCOME_OK', output: '2' } },
          ],
        },
      }),
    },
    speakers: {
      state: after({
        content: {
          parts: [
            { text: 'Up it goes.', speechMetadata: { speaker: 'Ada', style: 'cheerful' } },
            { text: 'And down.', speechMetadata: { speaker: 'Bo' } },
            { inlineData: { mimeType: 'image/png', data: PIXEL } },
            { audioTranscription: { text: 'Up it goes. And down.', languageCode: 'en' } },
          ],
        },
      }),
    },
    'editing-turn': { state: after({}), click: '.turn.user .edit-turn' },
    'editing-title': { state: after({}), click: '.title-button' },
    'title-long': {
      state: { ...after({}), title: 'A title that is longer than it can be shown. '.repeat(4) },
    },
    stalled: { state: { ...after({ outcome: undefined }), streaming: 'a1', isStalled: true } },
    'long-turns': {
      state: {
        ...base,
        turns: [asked, answer({ content: { parts: [{ text: long.repeat(4) }] } })],
      },
      height: 600,
    },
  };
}

/** A picture of one point. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** @param {string} id @param {string} text */
function said(id, text) {
  return { id, role: 'user', content: { role: 'user', parts: [{ text }] } };
}

/** @param {number} seed */
const vector = (seed) => Array.from({ length: 24 }, (_, at) => Math.sin((seed + 1) * (at + 1)) / 5);

const grounding = {
  groundingMetadata: {
    groundingChunks: ['kites.example', 'a-site-with-a-very-long-name-about-kites.example'].map(
      (title) => ({ web: { title, uri: `https://${title}/how-they-fly?and=why` } }),
    ),
    groundingSupports: [
      { segment: { startIndex: 0, endIndex: 50 }, groundingChunkIndices: [0, 1] },
    ],
    webSearchQueries: ['how do kites fly', 'why does a kite need a tail'],
  },
};

const likely = {
  logprobsResult: {
    chosenCandidates: ['Kites', ' fly'].map((token) => ({ token, logProbability: -0.2 })),
    topCandidates: ['Kites', ' fly'].map((token) => ({
      candidates: [token, 'A', ' soar'].map((one, at) => ({
        token: one,
        logProbability: -0.2 - at,
      })),
    })),
  },
};

const QUESTIONS = {
  broken: { type: 'noul', instructions: 'Is the product defective?' },
  desk: {
    type: 'choice',
    instructions: 'Who handles it?',
    criteria: { carrier: 'Transport damage', returns: 'Exchange or refund', other: null },
  },
  heat: {
    type: 'score',
    instructions: 'How upset is the writer?',
    criteria: ['calm', 'annoyed', 'furious'],
  },
};

/**
 * A decision about a message.
 * @param {(fields: any) => any} after
 * @param {any} base
 */
function decided(after, base) {
  const answers = {
    broken: { type: 'noul', noul: 0.93, confidence: 0.93 },
    desk: {
      type: 'choice',
      choice: 'carrier',
      confidence: 0.61,
      probabilities: { carrier: 0.61, other: 0.04, returns: 0.35 },
    },
    heat: {
      type: 'score',
      score: 0.8,
      probabilities: { 0: 0.3, 1: 0.6, 2: 0.1 },
      legend: { 0: 'calm', 1: 'annoyed', 2: 'furious' },
      confidence: 0.6,
    },
  };
  const { turns } = after({
    mode: 'decision',
    model: 'models/gemini-decision-1',
    content: { parts: [{ text: 'broken: 0.93' }] },
    sent: { questions: QUESTIONS },
    answer: { answers },
  });
  return {
    ...base,
    mode: 'decision',
    modes: [{ id: 'decision' }],
    turns,
    settings: { requests: { decision: { questions: QUESTIONS } } },
  };
}

/**
 * @param {string} id Of its first message.
 * @param {string} title
 */
function branch(id, title, isShown = false) {
  /** @type {readonly any[]} */
  const children = [];
  return { id, title, count: 1, isShown, children };
}
