import { Pool } from 'undici';

const WORKERS = 8;
const RUNS = 100;
const GENERATE = '/v1beta/models/emulator-flash:generateContent';
const MINUTE = 60_000;

/**
 * Workers of a test runner beside each other, each in a session of its own: with its own time, files, faults and log.
 * @param {{ baseUrl: string, apiKey: string, controlToken: string }} emulator
 * @returns {Promise<{ runs: number, wrong: number }>} Of all runs, and how many findings were another worker's, or missing.
 */
export async function run(emulator) {
  const pool = new Pool(emulator.baseUrl, { connections: WORKERS });
  const found = await Promise.all(
    Array.from({ length: WORKERS }, (_, index) => work(pool, emulator, index + 1)),
  );
  await pool.close();
  return { runs: WORKERS * RUNS, wrong: found.reduce((all, wrong) => all + wrong, 0) };
}

/**
 * @param {Pool} pool
 * @param {{ apiKey: string, controlToken: string }} emulator
 * @param {number} worker
 * @returns {Promise<number>} How often it did not find what is its own, and that alone.
 */
async function work(pool, { apiKey, controlToken }, worker) {
  const session = `/s/worker-${worker}`;
  const json = { 'content-type': 'application/json' };
  /**
   * @param {string} path Within the session.
   * @param {object | string} [body]
   * @param {{ [name: string]: string }} [headers]
   */
  const ask = async (path, body, headers = { 'x-goog-api-key': apiKey, ...json }) => {
    const answer = await pool.request({
      ...{ method: body === undefined ? 'GET' : 'POST', path: session + path, headers },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { ...answer, text: await answer.body.text() };
  };
  const control = { 'x-emulator-control': controlToken, ...json };
  let wrong = 0;
  /** @param {boolean} holds */
  const expect = (holds) => void (wrong += holds ? 0 : 1);
  for (let run = 1; run <= RUNS; run += 1) {
    const name = `${worker}.${run}`;
    const at = new Date(Date.UTC(2030 + worker, 0, 1) + run * MINUTE).toISOString();
    await ask('/$emulator/clock', { set: at }, control);
    const { text } = await ask('/upload/v1beta/files?uploadType=multipart', multipart(name), {
      ...{ 'x-goog-api-key': apiKey, 'x-goog-upload-protocol': 'multipart' },
      'content-type': 'multipart/related; boundary=b',
    });
    expect(JSON.parse(text).file?.createTime?.startsWith(at.slice(0, 16)) === true);
    /** @type {{ files?: { displayName?: string }[] }} */
    const { files = [] } = JSON.parse((await ask('/v1beta/files?pageSize=100')).text);
    const names = files.map(({ displayName = '' }) => displayName);
    expect(names.length === run && names.every((one) => one.startsWith(`${worker}.`)));
    await ask('/$emulator/faults', { kind: 'status', status: 418 + worker }, control);
    const body = { contents: [{ parts: [{ text: `[[echo]]${name}` }] }] };
    expect((await ask(GENERATE, body)).statusCode === 418 + worker);
    const said = await ask(GENERATE, body);
    expect(said.statusCode === 200 && said.text.includes(`"${name}"`));
  }
  const { entries = [] } = JSON.parse((await ask('/$emulator/log', undefined, control)).text);
  expect(entries.length === 4 * RUNS);
  return wrong;
}

/** @param {string} displayName */
const multipart = (displayName) =>
  [
    `--b\r\ncontent-type: application/json\r\n\r\n${JSON.stringify({ file: { displayName } })}`,
    '--b\r\ncontent-type: text/plain\r\n\r\nGeese',
    '--b--\r\n',
  ].join('\r\n');
