// What a page tries against the emulator. Each function runs inside the page, so that it can use nothing from
// here but its parameter; it says `nothing` when it got nothing.

/** @typedef {{ baseUrl: string, apiKey: string, controlToken: string, detail: string }} Known `detail`: which of several. */

/**
 * @typedef {object} Attempt
 * @property {string} title
 * @property {string} [detail]
 * @property {boolean} [isUnlogged] It asks the control API only, whose requests are not in the log.
 * @property {(known: Known) => Promise<string>} run
 */

/** @type {(known: Known) => Promise<string>} */
async function opaque({ baseUrl, apiKey, detail }) {
  const post = { method: 'POST', body: '{"contents":[{"parts":[{"text":"Hello"}]}]}' };
  const answer = await fetch(
    `${baseUrl}/v1beta/models/emulator-flash${detail === 'POST' ? ':generateContent' : ''}?key=${apiKey}`,
    { mode: 'no-cors', ...(detail === 'POST' ? post : {}) },
  );
  return (await answer.text()) || 'nothing';
}

/** @type {(known: Known) => Promise<string>} */
function element({ baseUrl, apiKey, detail }) {
  const made = document.createElement(detail);
  const address = `${baseUrl}/v1beta/models?key=${apiKey}`;
  made.setAttribute('src', address);
  return new Promise((resolve) => {
    made.addEventListener('error', () => resolve('nothing'));
    // A frame is told nothing but that it has loaded, whatever came.
    made.addEventListener('load', () => resolve(detail === 'iframe' ? 'nothing' : 'it loaded'));
    document.body.append(made);
  });
}

/** @type {(known: Known) => Promise<string>} */
function form({ baseUrl, apiKey, detail }) {
  const frame = document.createElement('iframe');
  frame.name = 'target';
  document.body.append(frame);
  const made = document.createElement('form');
  made.method = 'post';
  made.action = `${baseUrl}/v1beta/models/emulator-flash:generateContent?key=${apiKey}`;
  made.target = 'target';
  made.enctype = detail;
  const field = document.createElement('input');
  field.name = '{"contents":[{"parts":[{"text":"';
  field.value = '"}]}]}';
  made.append(field);
  document.body.append(made);
  return new Promise((resolve) => {
    frame.addEventListener('load', () => resolve('nothing'));
    made.submit();
  });
}

const ENCODINGS = ['multipart/form-data', 'text/plain'];

/** Of a page of another origin. @type {readonly Attempt[]} */
export const ATTEMPTS = [
  {
    title: 'a fetch with a header of its own',
    run: ({ baseUrl, apiKey }) =>
      fetch(`${baseUrl}/v1beta/models`, { headers: { 'x-goog-api-key': apiKey } }).then(
        (answer) => answer.text(),
        () => 'nothing',
      ),
  },
  {
    title: 'a fetch that steers the emulator',
    isUnlogged: true,
    run: ({ baseUrl, controlToken }) =>
      fetch(`${baseUrl}/$emulator/models`, {
        method: 'POST',
        headers: { 'x-emulator-control': controlToken, 'content-type': 'application/json' },
        body: '{"count":1}',
      }).then(
        (answer) => answer.text(),
        () => 'nothing',
      ),
  },
  { title: 'a fetch that wants no answer', detail: 'GET', run: opaque },
  { title: 'a fetch that posts plain text', detail: 'POST', run: opaque },
  {
    title: 'a beacon',
    run: async ({ baseUrl, apiKey }) => {
      const path = `/v1beta/models/emulator-flash:generateContent?key=${apiKey}`;
      navigator.sendBeacon(baseUrl + path, '{"contents":[]}');
      return 'nothing';
    },
  },
  {
    title: 'a socket',
    run: ({ baseUrl, apiKey }) => {
      const address = `${baseUrl.replace('http', 'ws')}/v1beta/models?key=${apiKey}`;
      const socket = new WebSocket(address);
      return new Promise((resolve) => {
        socket.onerror = () => resolve('nothing');
        socket.onopen = () => resolve('it opened');
      });
    },
  },
  {
    title: 'a window',
    run: async ({ baseUrl, apiKey }) => {
      window.open(`${baseUrl}/v1beta/models?key=${apiKey}`);
      return 'nothing';
    },
  },
  ...['script', 'iframe'].map((detail) => ({
    title: `an element ${detail}`,
    detail,
    run: element,
  })),
  ...ENCODINGS.map((detail) => ({ title: `a form of ${detail}`, detail, run: form })),
];

/** Of the emulator's own origin, where only JSON counts. @type {readonly Attempt[]} */
export const OWN_ATTEMPTS = [
  ...ENCODINGS.map((detail) => ({ title: `a form of ${detail}`, detail, run: form })),
  {
    title: 'a fetch that posts plain text',
    run: async ({ baseUrl, apiKey }) => {
      const path = `/v1beta/models/emulator-flash:generateContent?key=${apiKey}`;
      const answer = await fetch(baseUrl + path, { method: 'POST', body: '{"contents":[]}' });
      return answer.status === 415 ? 'nothing' : `${answer.status}`;
    },
  },
  {
    title: 'plain text for its control',
    isUnlogged: true,
    run: async ({ baseUrl, controlToken }) => {
      const answer = await fetch(`${baseUrl}/$emulator/models`, {
        method: 'POST',
        headers: { 'x-emulator-control': controlToken, 'content-type': 'text/plain' },
        body: '{"count":1}',
      });
      return answer.status === 415 ? 'nothing' : `${answer.status}`;
    },
  },
];
