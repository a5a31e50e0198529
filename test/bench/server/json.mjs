/** Of about 600 bytes, as the service describes one. */
export const MODEL = {
  name: 'models/paced',
  version: '001',
  displayName: 'Paced',
  description: 'Answers as fast as the benchmark asks for. '.repeat(6).trim(),
  inputTokenLimit: 1_000_000,
  outputTokenLimit: 1_000_000,
  supportedGenerationMethods: ['generateContent', 'countTokens', 'createCachedContent'],
  temperature: 1,
  topP: 0.95,
  topK: 64,
  maxTemperature: 2,
};

/**
 * @param {number} status
 * @param {object} body
 * @returns {(socket: import('node:net').Socket) => void}
 */
export function json(status, body) {
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 ${status} -\r\ncontent-type: application/json\r\ncontent-length: ${text.length}`;
  return (socket) => void socket.write(`${head}\r\n\r\n${text}`);
}
