import { once } from 'node:events';
import { request } from 'node:http';

const MIB = 1024 ** 2;

/**
 * @param {{ baseUrl: string, apiKey: string }} emulator
 * @param {{ mib: number, runs: number }} options
 * @returns {Promise<{ rate: number }>} MiB per second of the best upload, from its first byte to the answer.
 */
export async function run(emulator, { mib, runs }) {
  const rates = [];
  for (let count = 0; count < runs; count += 1) {
    const address = await begin(emulator, mib * MIB);
    const start = performance.now();
    const file = await send(address, emulator.apiKey, mib);
    const seconds = (performance.now() - start) / 1000;
    if (file.sizeBytes !== String(mib * MIB)) throw new Error(`${file.sizeBytes} bytes came.`);
    rates.push(mib / seconds);
    const headers = { 'x-goog-api-key': emulator.apiKey };
    await fetch(`${emulator.baseUrl}/v1beta/${file.name}`, { method: 'DELETE', headers });
  }
  return { rate: Math.max(...rates) };
}

/**
 * @param {{ baseUrl: string, apiKey: string }} emulator
 * @param {number} bytes
 * @returns {Promise<string>} Where to send them.
 */
async function begin({ baseUrl, apiKey }, bytes) {
  const response = await fetch(`${baseUrl}/upload/v1beta/files`, {
    method: 'POST',
    headers: {
      'x-goog-api-key': apiKey,
      'content-type': 'application/json',
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'x-goog-upload-header-content-length': String(bytes),
      'x-goog-upload-header-content-type': 'application/octet-stream',
    },
    body: '{}',
  });
  await response.text();
  const address = response.headers.get('x-goog-upload-url');
  if (address === null) throw new Error(`The upload was not begun: ${response.status}.`);
  return address;
}

/**
 * @param {string} address
 * @param {string} apiKey
 * @param {number} mib
 * @returns {Promise<{ name: string, sizeBytes: string }>}
 */
async function send(address, apiKey, mib) {
  const sent = request(address, {
    method: 'POST',
    headers: {
      'x-goog-api-key': apiKey,
      'content-length': String(mib * MIB),
      'x-goog-upload-command': 'upload, finalize',
      'x-goog-upload-offset': '0',
    },
  });
  const answered = once(sent, 'response');
  const piece = Buffer.alloc(MIB, 'The geese left in May. ');
  for (let count = 0; count < mib; count += 1) {
    if (!sent.write(piece)) await once(sent, 'drain');
  }
  sent.end();
  const [response] = await answered;
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text}`);
  return JSON.parse(text).file;
}
