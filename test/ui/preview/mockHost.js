// Stands for VS Code: answers the panel's calls and sends it the state that the address names.
import { STATES } from '/states.mjs';
import { dot } from '/texts.mjs';

const name = new URLSearchParams(location.search).get('state') ?? 'empty';
const scene = STATES[name] ?? STATES.empty;
let saved = scene.saved ?? { settingsOpen: false };

/** Of the calls that answer something. */
const ANSWERS = {
  attachmentData: { mimeType: 'image/png', data: dot },
  countTokens: { total: 1234 },
  editTurn: true,
  insertTurn: true,
  tryVariables: true,
};

function tell(message) {
  window.postMessage(message, window.origin);
}

window.mockHost = {
  calls: [],
  tell,
  event: (event) => tell({ kind: 'event', ...event }),
  saved: () => saved,
};

window.acquireVsCodeApi = () => ({
  getState: () => saved,
  setState: (state) => (saved = state),
  postMessage(message) {
    const { id, name: call, input } = message;
    window.mockHost.calls.push({ call, input });
    if (scene.failing && call === 'send') {
      tell({ kind: 'failure', id, message: 'The conversation file can’t be written.' });
      return;
    }
    tell({ kind: 'answer', id, value: ANSWERS[call] ?? null });
    if (call !== 'ready') return;
    window.mockHost.event({ name: 'state', state: scene.state });
    if (scene.stream) {
      const { turn, text } = scene.stream;
      window.mockHost.event({ name: 'delta', delta: { turn, pieces: [{ text, thought: false }] } });
    }
  },
});

const script = document.createElement('script');
script.src = '/playground.js';
script.nonce = document.querySelector('script').nonce;
document.head.append(script);
