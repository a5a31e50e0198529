import { attachments, many, withFiles } from './attached.mjs';
import { dockScenes } from './dockScenes.mjs';
import { interactionScenes } from './interactionScenes.mjs';
import { menuScenes } from './menuScenes.mjs';
import { model } from './model.mjs';
import { reportScenes } from './reportScenes.mjs';
import { runsScenes } from './runsScenes.mjs';
import { settingsScenes } from './settingsScenes.mjs';
import { sheetScenes } from './sheetScenes.mjs';
import { turnScenes } from './turnScenes.mjs';
import { dot, formulas, hostile, laidOut, long, manyLines, mend } from './texts.mjs';

/**
 * States of the panel to look at: each answers what the mock host sends, by name.
 *
 * The types say what this file needs of the room's own, in `src/playground`, which this program can't import.
 * @typedef {{ readonly [field: string]: unknown }} Fields
 * @typedef {Fields & { readonly verdict: string, readonly durationMs: number }} Outcome
 * @typedef {Fields & { readonly id: string, readonly role: 'user' | 'model', readonly content: Fields }} Turn
 * @typedef {Fields & { readonly conversation: string, readonly turns: readonly Turn[] }} PlaygroundState
 *
 * @typedef {object} Scene
 * @property {'kit' | 'sheet' | 'testReport' | 'runs'} [page] Another page than the playground's: that of the components of all
 *   panels, that of tables and curves, that of prompt tests, or that of runs.
 * @property {import('./sheetScenes.mjs').Sheet} [sheet] What tables and curves show.
 * @property {import('./reportScenes.mjs').Report} [report] Of prompt tests.
 * @property {import('./runsScenes.mjs').Runs} [runs] Of apps.
 * @property {PlaygroundState} [state] Of a playground.
 * @property {readonly PlaygroundState[]} [columns] Of a comparison.
 * @property {Fields | { readonly settingsOpen: boolean, readonly settingsSections?: readonly string[], readonly hiddenSteps?: readonly string[], readonly draft?: Fields }} [saved]
 *   What `getState` answers.
 * @property {{ readonly turn: string, readonly text: string }} [stream] A delta that follows the state.
 * @property {{ readonly turn: string, readonly events: readonly Fields[] }} [events] Of its steps, likewise.
 * @property {number} [height] Of the window, in CSS pixels.
 * @property {string} [click] Selector of what is clicked before the shot.
 * @property {readonly (readonly [selector: string, text: string])[]} [fill]
 * @property {string} [press] A key.
 * @property {string} [shows] What then comes after a while, as a selector.
 * @property {boolean} [failing] Sending fails.
 * @property {boolean} [drag] A file is dragged over the panel.
 */
const connection = { name: 'Built-in Emulator', detail: 'running on this machine', emulator: true };
/** @type {PlaygroundState} */
const base = {
  conversation: 'c1',
  title: 'Preview',
  connection,
  model,
  version: 'v1beta',
  mode: 'chat',
  modes: [{ id: 'chat' }],
  openParts: [],
  unsent: [],
  variables: {},
  tokenMeter: 'off',
  settings: {},
  turns: [],
  attachments: [],
};

/**
 * @param {string} id
 * @param {string} text
 * @returns {Turn}
 */
const user = (id, text) => ({ id, role: 'user', content: { role: 'user', parts: [{ text }] } });
const usage = { promptTokenCount: 1204, candidatesTokenCount: 312, totalTokenCount: 1516 };
/** @type {Outcome} */
const done = {
  verdict: 'complete',
  finishReason: 'STOP',
  usage,
  firstTokenMs: 420,
  durationMs: 3150,
};
/**
 * @param {string} id
 * @param {string | readonly Fields[]} parts
 * @param {Outcome | null} [outcome] None while it streams.
 * @returns {Turn}
 */
const answer = (id, parts, outcome = done) => ({
  id,
  role: 'model',
  content: {
    role: 'model',
    parts: Array.isArray(parts) ? parts : parts === '' ? [] : [{ text: parts }],
  },
  model: model.name,
  version: 'v1beta',
  ...(outcome && { outcome }),
});

/**
 * @param {'HARASSMENT' | 'HATE_SPEECH' | 'SEXUALLY_EXPLICIT' | 'DANGEROUS_CONTENT'} category
 * @param {'NEGLIGIBLE' | 'LOW' | 'HIGH'} probability
 * @param {boolean} [blocked]
 */
const rating = (category, probability, blocked) => ({
  category: `HARM_CATEGORY_${category}`,
  probability,
  ...(blocked && { blocked }),
});
const ratings = [
  rating('HARASSMENT', 'NEGLIGIBLE'),
  rating('HATE_SPEECH', 'LOW'),
  rating('SEXUALLY_EXPLICIT', 'NEGLIGIBLE'),
  rating('DANGEROUS_CONTENT', 'HIGH', true),
];
/** @type {Outcome} */
const failed = {
  verdict: 'failed',
  durationMs: 210,
  failure: {
    message: 'The service refused the API key: it has expired.',
    hint: 'Make a new key at the place where you made this one, and add it here.',
    fixes: ['addApiKey', 'retry', 'diagnose'],
  },
};

function verdicts() {
  /** @type {readonly [Outcome['verdict'], Partial<Outcome>, string][]} */
  const rows = [
    ['maxTokens', { finishReason: 'MAX_TOKENS' }, 'A story begins, and then it'],
    ['recitation', { finishReason: 'RECITATION' }, 'It was the best of times, it was'],
    ['lost', {}, 'The text that came before the connection broke is kept'],
    ['stopped', { usage: undefined }, 'You stopped me in the middle of'],
    ['serviceFailed', {}, 'The service broke off in the middle of'],
    ['unfinished', {}, 'The stream ended but nobody said why'],
    [
      'other',
      { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'Malformed call' },
      'Let me call',
    ],
    ['blocked', { finishReason: 'SAFETY', safetyRatings: ratings }, ''],
    ['promptBlocked', { blockReason: 'PROHIBITED_CONTENT', safetyRatings: ratings }, ''],
  ];
  return rows.flatMap(([verdict, extra, text], index) => [
    user(`u${index}`, `Show me the verdict ${verdict}.`),
    answer(`a${index}`, text, { ...done, finishReason: undefined, verdict, ...extra }),
  ]);
}

const conversation = [
  user('u1', 'Write a TypeScript function that groups a list by a key.'),
  answer('a1', long),
];

const NAMES = [
  'Gemini 2.5 Flash',
  'Gemini 2.5 Flash Preview with Native Audio Dialog 09-2025',
  'Gemini 2.5 Pro',
  'Flash Lite',
];

/** The columns of a comparison. @param {number} count */
const columns = (count) =>
  NAMES.slice(0, count).map((displayName, at) => ({
    ...base,
    conversation: `c${at}`,
    model: { ...model, displayName },
    turns: conversation.map((turn) => ({ ...turn, id: `${turn.id}-${at}` })),
  }));

/** @type {{ readonly [name: string]: Scene }} */
export const STATES = {
  kit: { page: 'kit' },
  'kit-choice': { page: 'kit', click: '.kit-choice' },
  'kit-actions': { page: 'kit', click: '.kit-actions' },
  'kit-hover': { page: 'kit', click: '.hover-target' },
  ...sheetScenes,
  ...reportScenes,
  ...runsScenes,
  attachments: { state: { ...base, turns: conversation, attachments } },
  'attachments-many': { state: { ...base, attachments: many } },
  'attachments-drag': { state: { ...base, turns: conversation }, drag: true },
  'attachments-sent': {
    state: { ...base, turns: [withFiles, answer('a1', 'Nothing.')] },
    height: 1000,
  },
  empty: { state: base },
  'no-connection': { state: { ...base, connection: undefined, model: undefined } },
  'long-names': {
    state: {
      ...base,
      connection: {
        name: 'The gateway of the research department in Trondheim',
        detail: 'gateway.research.example:8443',
        emulator: false,
      },
      model: { ...model, displayName: 'Gemini 2.5 Flash Preview with Native Audio Dialog 09-2025' },
      turns: conversation,
    },
  },
  waiting: {
    state: { ...base, turns: [user('u1', 'Hello'), answer('a1', '', null)], streaming: 'a1' },
  },
  'retrying-quota': {
    state: {
      ...base,
      turns: [...conversation.slice(0, 1), answer('a1', 'A story begins, and then it', null)],
      streaming: 'a1',
      waiting: {
        reason: 'The quota per minute is used up.',
        attempt: 3,
        maxAttempts: 4,
        askedSeconds: 44,
        remainingMs: 50_500,
      },
    },
  },
  streaming: {
    state: {
      ...base,
      turns: [user('u1', 'Group a list'), answer('a1', '', null)],
      streaming: 'a1',
    },
    stream: { turn: 'a1', text: long.slice(0, 900) },
  },
  long: { state: { ...base, turns: conversation } },
  markdown: {
    state: {
      ...base,
      turns: [
        user(
          'u1',
          'Explain **this** with `code` and $x^2$:\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
        ),
        answer('a1', formulas),
        user('u2', 'def f(self, *args):\n    return __name__'),
        answer('a2', laidOut),
      ],
    },
    height: 1500,
  },
  'picture-large': {
    state: {
      ...base,
      turns: [
        user('u1', 'Draw a dot.'),
        answer('a1', [{ inlineData: { mimeType: 'image/png', data: dot } }]),
      ],
    },
    click: '.picture',
  },
  'code-collapsed': {
    state: {
      ...base,
      turns: [
        user('u1', 'Print 120 lines.'),
        answer('a1', `Here they are.\n\n\`\`\`python\n${manyLines}\n\`\`\`\n\nThat is all.`),
        user('u2', `Look at this:\n${manyLines}`),
        answer('a2', 'I see 120 lines.'),
      ],
    },
  },
  verdicts: { state: { ...base, turns: verdicts() }, height: 1500 },
  blocked: {
    state: { ...base, turns: verdicts().slice(-4, -2) },
    click: 'summary',
  },
  error: { state: { ...base, turns: [user('u1', 'Hello'), answer('a1', '', failed)] } },
  thoughts: {
    state: {
      ...base,
      turns: [
        user('u1', 'Which is larger, 9.9 or 9.11?'),
        answer(
          'a1',
          [
            { text: '**Comparing decimals**\n\nI align the places: 9.90 and 9.11.', thought: true },
            { text: '9.9 is larger: it equals 9.90, and 90 hundredths are more than 11.' },
          ],
          { ...done, usage: { ...usage, thoughtsTokenCount: 210, totalTokenCount: 1726 } },
        ),
      ],
    },
    click: '.thoughts summary',
  },
  parts: {
    state: {
      ...base,
      turns: [
        user('u1', 'What is the weather in Oslo, as a picture?'),
        answer('a1', [
          {
            functionCall: {
              id: 'c1',
              name: 'get_weather',
              args: { city: 'Oslo', units: 'metric' },
            },
          },
          { executableCode: { language: 'PYTHON', code: 'print(3 + 4)\n' } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '7\n' } },
          { inlineData: { mimeType: 'image/png', data: dot } },
          { text: 'There it is.' },
        ]),
      ],
    },
  },
  'diff-and-diagram': {
    state: { ...base, drawsDiagrams: true, turns: [user('u1', 'Fix it.'), answer('a1', mend)] },
  },
  hostile: { state: { ...base, turns: [user('u1', 'Be evil.'), answer('a1', hostile)] } },
  ...settingsScenes(base, conversation),
  notice: {
    state: {
      ...base,
      turns: conversation,
      notice: {
        message: 'The file of this conversation can’t be read; it was kept aside.',
        hint: 'A new one is used from here on.',
        fixes: ['showLog'],
      },
    },
  },
  'send-failed': {
    state: base,
    fill: [['.composer-field', 'A message that can’t be sent']],
    press: 'Enter',
    failing: true,
  },
  ...dockScenes(base, conversation),
  ...menuScenes(base, conversation),
  ...turnScenes(base),
  ...interactionScenes(base),
  'compare-4': { columns: columns(4) },
};
