import { UNENDING } from './playground.mjs';

/** What a user has: a program that asks a model, with any client, and writes down what it got. */
export const PROGRAM = `const { writeFileSync } = require('node:fs');
const { GOOGLE_GEMINI_BASE_URL: base, GEMINI_API_KEY: key } = process.env;
const body = JSON.stringify({ contents: [{ parts: [{ text: '[[echo]]Blue.' }] }] });
const headers = { 'content-type': 'application/json', 'x-goog-api-key': key };
fetch(base + '/v1beta/models/gemini-2.5-flash:generateContent', { method: 'POST', headers, body })
  .then((answer) => answer.json())
  .then((answer) => writeFileSync(__dirname + '/answer.json', JSON.stringify({ base, answer })));
`;

/** How it is debugged. */
export const LAUNCH = {
  version: '0.2.0',
  configurations: [
    {
      type: 'node',
      request: 'launch',
      name: 'Ask',
      program: '${workspaceFolder}/ask.js',
      console: 'internalConsole',
      runtimeExecutable: process.execPath,
      // The session before may not quite have ended when its program has answered.
      suppressMultipleSessionWarning: true,
    },
  ],
};

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
