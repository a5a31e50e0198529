import { UNENDING } from './playground.mjs';

/** What a user has: a program that asks a model, with any client, and writes down what it got. */
export const PROGRAM = `const { readFileSync, writeFileSync } = require('node:fs');
const { GOOGLE_GEMINI_BASE_URL: base, GEMINI_API_KEY: key = 'a-key-of-mine' } = process.env;
const url = base + '/v1beta/models/gemini-2.5-flash:generateContent';
const text = readFileSync(__dirname + '/prompt.txt', 'utf8');
const body = JSON.stringify({ contents: [{ parts: [{ text }] }] });
const headers = { 'content-type': 'application/json', 'x-goog-api-key': key };
const write = (answer) =>
  writeFileSync(__dirname + '/answer.json', JSON.stringify({ base, answer }));
if (!text.startsWith('Say ')) {
  fetch(url, { method: 'POST', headers, body }).then((answer) => answer.json()).then(write);
} else {
  const path = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent';
  const socket = new WebSocket(base.replace('http', 'ws') + path + '?key=' + key);
  socket.binaryType = 'arraybuffer';
  const say = (message) => socket.send(JSON.stringify(message));
  const generationConfig = { responseModalities: ['TEXT'] };
  socket.onopen = () => say({ setup: { model: 'models/gemini-3.8-live', generationConfig } });
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(typeof data === 'string' ? data : Buffer.from(data).toString());
    const turns = [{ role: 'user', parts: [{ text }] }];
    if (message.setupComplete) say({ clientContent: { turns, turnComplete: true } });
    if (message.serverContent?.turnComplete) socket.close();
  };
  socket.onclose = ({ code, reason }) => write({ code, reason });
}
`;

/** How it is debugged. */
export const LAUNCH = {
  version: '0.2.0',
  configurations: [
    {
      ...{ type: 'node', request: 'launch', name: 'Ask', program: '${workspaceFolder}/ask.js' },
      ...{ console: 'internalConsole', runtimeExecutable: process.execPath },
      // The session before may not quite have ended when its program has answered.
      suppressMultipleSessionWarning: true,
    },
  ],
};

/** Of the folder, before anything else answers; the second text has something wrong in it. */
export const RULES = `{
  // What the tests need.
  "rules": [
    {
      "name": "the weather",
      "when": { "user": { "contains": "weather" } },
      "answer": { "pieces": [{ "thought": "Let me look." }, { "text": "Rain, " }, { "text": "and wind." }] }
    }
  ]
}
`;
export const WRONG_RULES = RULES.replace('"contains"', '"contain"');

/**
 * Begins a stream that goes no further, as a program would.
 * @param {string} base Where programs find the service.
 * @returns {Promise<() => Promise<void>>} Leaves it. Where nobody holds that, the stream is left as soon as memory is collected.
 */
export async function stall(base) {
  const answer = await fetch(
    `${base}/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': 'a-made-up-key-1' },
      body: JSON.stringify({ contents: [{ parts: [{ text: UNENDING }] }] }),
    },
  );
  return async () => await answer.body?.cancel();
}
