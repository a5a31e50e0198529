/** @typedef {import('node:http').ServerResponse} Response */

/** As the service says it: what every piece but the last is a multiple of. */
export const GRANULARITY = 8 * 1024 ** 2;

/** @param {import('node:http').IncomingMessage} request @param {string} name */
export const header = (request, name) => String(request.headers[name] ?? '');

/** @param {number} size */
export const fileOf = (size) => ({
  name: 'files/bench',
  uri: 'https://127.0.0.1/v1beta/files/bench',
  displayName: 'Bench',
  mimeType: 'application/octet-stream',
  sizeBytes: String(size),
  state: 'ACTIVE',
});

/** @param {Response} response @param {number} status @param {object} [body] */
export function answer(response, status, body) {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

/** How an upload stands. @param {Response} response @param {string} state @param {object} [body] */
export function answerState(response, state, body) {
  response.setHeader('x-goog-upload-status', state);
  response.setHeader('x-goog-upload-chunk-granularity', GRANULARITY);
  answer(response, 200, body);
}

/** @param {Response} response @param {number} code @param {string} status */
export function refuse(response, code, status) {
  answer(response, code, { error: { code, status, message: 'As planned.' } });
}
