// Stands for VS Code: answers the panel's calls and sends it the state that the address names.
import { LISTS } from './menuScenes.mjs';
import { STATES } from './states.mjs';
import { dot } from './texts.mjs';

const name = new URLSearchParams(location.search).get('state') ?? 'empty';
const scene = STATES[name] ?? STATES.empty;
let saved = scene.saved ?? (scene.page ? undefined : { settingsOpen: false });

function tell(message) {
  window.postMessage(message, window.origin);
}

window.mockHost = {
  calls: [],
  tell,
  event: (event) => tell({ kind: 'event', ...event }),
  saved: () => saved,
};

/** What calls answer that answer anything. */
const ANSWERS = {
  attachmentData: { mimeType: 'image/png', data: dot },
  countTokens: { total: 1204 },
  suggestFiles: [
    {
      kind: 'selection',
      label: 'groupBy.ts:12-48',
      description: 'Selection',
      uri: 'file:///groupBy.ts',
      lines: { first: 12, last: 48 },
    },
    { kind: 'file', uri: 'file:///a', label: 'groupBy.ts', description: 'src/lib/grouping' },
    {
      kind: 'file',
      uri: 'file:///b',
      label: 'groupBy.with-a-rather-long-name.test.ts',
      description: 'test/unit/lib/grouping/of/lists/and/other/collections',
    },
    { kind: 'folder', uri: 'file:///c', label: 'grouping', description: 'src/lib' },
    { kind: 'symbol', uri: 'file:///a', label: 'groupBy', description: 'groupBy.ts:12' },
  ],
};

function answerOf(call, input) {
  if (call === 'listChoices') return LISTS[input.list];
  if (call === 'run') return scene.runs.view ? [scene.runs.view] : [];
  if (call === 'turn') return scene.runs.turn ? [{ ...scene.runs.turn, id: input.turn }] : [];
  if (call === 'details') return scene.report.details ?? [];
  return ANSWERS[call] ?? null;
}

function answer({ kind, id, name: call, input }, post) {
  if (kind !== 'call') return;
  window.mockHost.calls.push({ call, input });
  if (scene.failing && call === 'send') {
    post({ kind: 'failure', id, message: 'The conversation file can’t be written.' });
    return;
  }
  post({ kind: 'answer', id, value: answerOf(call, input) });
}

/** A playground, or the columns of a comparison, which each have a channel. */
window.acquireVsCodeApi = () => ({
  getState: () => saved,
  setState: (state) => (saved = state),
  postMessage(message) {
    const { channel, message: inner } = message;
    if (channel === undefined) {
      answer(message, tell);
      if (message.name === 'ready') begin(scene.state, tell);
      return;
    }
    const post = (sent) => tell({ channel, message: sent });
    answer(inner, post);
    if (inner.name !== 'ready') return;
    if (channel === 'compare') {
      const columns = scene.columns.map((_, at) => `c${at}`);
      post({ kind: 'event', name: 'columns', columns });
    } else begin(scene.columns[Number(channel.slice(1))], post);
  },
});

function begin(state, post) {
  if (scene.sheet) {
    post({ kind: 'event', name: 'sheet', sheet: scene.sheet });
    return;
  }
  if (scene.runs) {
    post({ kind: 'event', name: 'runs', note: '', folder: '', ...scene.runs });
    return;
  }
  if (scene.report) {
    const { runs, run, before } = scene.report;
    post({ kind: 'event', name: 'runs', ...runs });
    post({ kind: 'event', name: 'shown', run, before });
    return;
  }
  post({ kind: 'event', name: 'state', state });
  if (scene.events) {
    post({ kind: 'event', name: 'delta', delta: { ...scene.events, pieces: [] } });
  }
  if (!scene.stream) return;
  const { turn, text } = scene.stream;
  post({ kind: 'event', name: 'delta', delta: { turn, pieces: [{ text, thought: false }] } });
}
