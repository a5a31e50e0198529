import assert from 'node:assert/strict';
import { all, clientOf, useEmulator } from './support/emulator.mjs';
import { loadGenai } from './support/genai.mjs';

const FLASH = 'emulator-flash';

describe('@google/genai: errors', () => {
  const emulator = useEmulator(['--api-key', 'emulator-key']);

  /**
   * @param {Promise<unknown>} call
   * @param {number} status
   * @returns {Promise<{ code: number, status: string, message: string, details?: { [name: string]: unknown }[] }>} What the message holds.
   */
  async function refused(call, status) {
    const { ApiError } = loadGenai();
    const error = await call.then(
      () => assert.fail('It was not refused.'),
      (/** @type {unknown} */ thrown) => thrown,
    );
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.status, status);
    const text = error.message.slice(error.message.indexOf('{'));
    const { error: told } = JSON.parse(text);
    assert.equal(told.code, status);
    return told;
  }

  it('says 404 for a model that is not there', async () => {
    const { models } = clientOf(emulator());
    const got = await refused(models.get({ model: 'nothing' }), 404);
    assert.equal(got.status, 'NOT_FOUND');
    const asked = await refused(
      models.generateContent({ model: 'nothing', contents: 'Hello' }),
      404,
    );
    assert.match(asked.message, /^models\/nothing is not found for API version v1beta/);
  });

  it('says 400 for a wrong key', async () => {
    const { models } = clientOf(emulator(), { apiKey: 'wrong' });
    const { status, details } = await refused(models.list(), 400);
    assert.equal(status, 'INVALID_ARGUMENT');
    assert.equal(details?.[0]?.['reason'], 'API_KEY_INVALID');
  });

  it('says 503 and 429 before a stream', async () => {
    const { models } = clientOf(emulator());
    const ask = (/** @type {number} */ code) =>
      models.generateContentStream({ model: FLASH, contents: `[[fail:${code}]]` });
    assert.equal((await refused(ask(503), 503)).status, 'UNAVAILABLE');
    const { details = [] } = await refused(ask(429), 429);
    assert.ok(details.some((detail) => String(detail['@type']).endsWith('RetryInfo')));
  });

  it('breaks off a stream with the error in it', async () => {
    const stream = await clientOf(emulator()).models.generateContentStream({
      model: FLASH,
      contents: 'Tell me a long story. [[error:503]]',
    });
    const { status } = await refused(all(stream), 503);
    assert.equal(status, 'UNAVAILABLE');
  });
});
