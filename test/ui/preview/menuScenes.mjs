/** The lists that the host answers for the menus of the panel, by their names. */
const other = {
  id: '',
  label: 'Enter another model…',
  separator: '',
  takesTyped: true,
};

/** @param {string} id @param {string} label @param {string} [stage] @param {readonly string[]} [facts] */
const chat = (id, label, stage, facts = []) => ({
  id: `models/${id}`,
  label,
  description: `${stage ? `${stage} · ` : ''}1.0M in · 66k out · $0.30 / $2.50`,
  detail: `models/${id}`,
  facts: [
    ...facts,
    'Tokens: 1.0M in · 66k out',
    'Estimate: $0.30 in, $2.50 out per million tokens (paid tier, as of 2026-11-22)',
    'Methods: generateContent, countTokens, createCachedContent',
  ],
  isCurrent: id === 'gemini-2.5-flash',
});

const model = {
  title: 'Model',
  placeholder: 'Select a model',
  rows: [
    chat('gemini-2.5-pro', 'Gemini 2.5 Pro'),
    chat('gemini-2.5-flash', 'Gemini 2.5 Flash'),
    chat('gemini-2.5-flash-lite', 'Gemini 2.5 Flash-Lite'),
    chat(
      'gemini-2.5-flash-preview-native-audio-dialog-09-2025',
      'Gemini 2.5 Flash Preview with Native Audio Dialog 09-2025',
    ),
    chat('gemini-3.1-pro-preview', 'Gemini 3.1 Pro', 'preview'),
    ...Array.from({ length: 40 }, (_, at) => chat(`gemini-${at}`, `Gemini of number ${at}`)),
    {
      id: 'tunedModels/haiku',
      label: 'Haiku writer',
      description: '',
      detail: 'tunedModels/haiku',
      isCurrent: false,
      separator: 'Tuned models',
    },
    other,
    {
      ...chat('gemini-2.0-flash', 'Gemini 2.0 Flash', 'shut down on 2026-06-01', [
        'Use gemini-3.6-flash instead.',
      ]),
      separator: 'Shut down or unavailable',
    },
    {
      id: 'models/embedding',
      label: 'Gemini Embedding',
      description: 'Embeddings',
      detail: 'models/embedding',
      isCurrent: false,
      separator: 'For other tasks',
    },
  ],
};

const mode = {
  title: 'Mode',
  placeholder: 'Select a mode',
  rows: [
    { id: 'chat', label: 'Chat', detail: 'Talks with a model.', isCurrent: true },
    { id: 'single', label: 'Single turn', detail: 'Each message alone.', isCurrent: false },
    {
      id: 'embed',
      label: 'Embeddings',
      isCurrent: false,
      leads: true,
      detail: 'Turns text into vectors and shows how similar they are.',
      facts: ['Gemini 2.5 Flash doesn’t support Embeddings.'],
      separator: 'Requires another model',
    },
  ],
};

/** @param {string} icon @param {string} label @param {object} [over] */
const action = (icon, label, over) => ({ id: label, label, icon, ...over });

const turn = {
  title: 'Answer',
  rows: [
    action('edit', 'Edit Message'),
    action('refresh', 'Regenerate Response'),
    action('server-process', 'Regenerate with Another Model', { leads: true }),
    action('repo-forked', 'Fork Conversation From Here'),
    action('arrow-up', 'Insert Message Before', { leads: true, separator: '' }),
    action('arrow-down', 'Insert Message After', { leads: true }),
    action('trash', 'Delete Message', { separator: '' }),
    action('trash', 'Delete Message and Everything After'),
    action('json', 'Show Request JSON', { separator: '' }),
    action('json', 'Show Response JSON'),
    action('copy', 'Copy Request JSON'),
    action('copy', 'Copy Response JSON'),
  ],
};

/** @type {{ readonly [list: string]: object }} */
export const LISTS = { model, mode, turn };

/**
 * Menus of the playground that are open.
 * @param {import('./states.mjs').PlaygroundState} base
 * @param {readonly import('./states.mjs').Turn[]} conversation
 * @returns {{ readonly [name: string]: import('./states.mjs').Scene }}
 */
export function menuScenes(base, conversation) {
  const state = { ...base, turns: conversation };
  return {
    'menu-model': { state, click: '.picker' },
    'menu-gone': { state, click: '.picker', fill: [['.menu-search > input', '2.0 flash']] },
    'menu-mode': { state: base, click: '[data-item=mode]' },
    'menu-turn': {
      state: { ...base, turns: conversation.slice(0, 2) },
      click: 'article:last-of-type .turn-actions [aria-haspopup]',
    },
  };
}
