import { once } from 'node:events';
import { createServer } from 'node:http';

/** @typedef {{ readonly [field: string]: unknown }} Fields */

/**
 * How the service answers a message.
 * @typedef {object} Script
 * @property {readonly Fields[]} [parts] Of the answer, each sent in an event of its own.
 * @property {string} [finishMessage]
 * @property {string} [error] The answer is an error with this message instead.
 */

/**
 * Listens on a free port of this machine.
 * @param {import('node:http').RequestListener} listener
 */
async function listen(listener) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

/** A server that nobody should ask anything: it notes who does. */
export async function startCanary() {
  /** @type {string[]} */
  const requests = [];
  const server = await listen((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
  });
  return { ...server, requests };
}

/**
 * A service with one model that answers as told: a message names its script.
 * @param {string} displayName Of the model.
 * @param {ReadonlyMap<string, Script>} scripts
 */
export async function startScriptedService(displayName, scripts) {
  const model = {
    name: 'models/scripted',
    displayName,
    inputTokenLimit: 1_000_000,
    outputTokenLimit: 1_000_000,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  };
  return await listen(async (request, response) => {
    /** @param {number} status @param {Fields} body */
    const json = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'GET') {
      json(200, request.url?.includes('/models/') ? model : { models: [model] });
      return;
    }
    const script = scripts.get(lastText(await bodyOf(request)));
    if (script?.parts === undefined) {
      const message = script?.error ?? 'No script has this name.';
      json(400, { error: { code: 400, message, status: 'INVALID_ARGUMENT' } });
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const part of script.parts) {
      if (!response.write(event({ content: { role: 'model', parts: [part] } }))) {
        await once(response, 'drain');
      }
    }
    const { finishMessage } = script;
    const finishReason = finishMessage === undefined ? 'STOP' : 'OTHER';
    response.end(
      event({ finishReason, ...(finishMessage === undefined ? {} : { finishMessage }) }),
    );
  });
}

/** @param {Fields} candidate */
function event(candidate) {
  return `data: ${JSON.stringify({ candidates: [{ index: 0, ...candidate }] })}\n\n`;
}

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return JSON.parse(text);
}

/** @param {{ contents?: readonly { parts?: readonly { text?: string }[] }[] }} body */
function lastText({ contents = [] }) {
  return contents.at(-1)?.parts?.at(-1)?.text ?? '';
}
