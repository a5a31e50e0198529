import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { importTypeScript } from '../harness/importTypeScript.mjs';
import { startEmulator } from '../ui/support/emulator.mjs';
import { all, clientOf } from './support/emulator.mjs';

/** @typedef {import('../ui/support/emulator.mjs').RunningEmulator} RunningEmulator */

const MODEL = 'gemini-3.8-flash';
const KEY = 'a-key-that-is-written-nowhere';
const FAST = ['--latency', '0', '--rate', '0'];
const WATCH = pathToFileURL(join(import.meta.dirname, 'support/watchNetwork.mjs')).href;

/** All kinds of requests: an answer, a stream, an upload, a session. @param {RunningEmulator} emulator */
async function callAll({ baseUrl }) {
  const ai = clientOf(/** @type {RunningEmulator} */ ({ baseUrl, apiKey: KEY }));
  await ai.models.generateContent({ model: MODEL, contents: 'Hi' });
  await all(await ai.models.generateContentStream({ model: MODEL, contents: 'Hi' }));
  await ai.files.upload({ file: new Blob(['text']), config: { mimeType: 'text/plain' } });
  await talk(ai);
}

/** @param {any} ai */
async function talk(ai) {
  const turn = Promise.withResolvers();
  // It may end before anybody waits for its turn.
  turn.promise.catch(() => undefined);
  const session = await ai.live.connect({
    model: 'gemini-3.8-live',
    config: { responseModalities: ['TEXT'] },
    callbacks: {
      onmessage: (/** @type {any} */ { serverContent }) =>
        serverContent?.turnComplete && turn.resolve(undefined),
      onclose: (/** @type {any} */ { code, reason }) => turn.reject(new Error(`${code} ${reason}`)),
    },
  });
  session.sendClientContent({ turns: 'Good morning.' });
  await turn.promise;
  session.close();
}

describe('the network of an emulator', () => {
  /** @type {string} */
  let folder;
  /** @type {(() => Promise<unknown>)[]} */
  let ends;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-network-'));
    ends = [() => rm(folder, { recursive: true, force: true })];
  });
  afterEach(async () => {
    for (const end of ends.reverse()) await end();
  });

  /** @param {readonly string[]} options @param {NodeJS.ProcessEnv} [environment] */
  const start = async (options, environment) => {
    const emulator = await startEmulator(options, environment);
    let ended = false;
    const stop = async () => {
      if (!ended) await emulator.stop();
      ended = true;
    };
    ends.push(stop);
    return { ...emulator, stop };
  };

  it('is opened to the upstream alone where it records, and to nothing where it replays', async () => {
    const file = join(folder, 'network');
    const watched = { NODE_OPTIONS: `--import=${WATCH}`, WATCHED_NETWORK: file };
    const seen = async () => (await readFile(file, 'utf8')).split('\n').filter(Boolean);
    const upstream = await start(FAST);
    const keep = ['--recordings', join(folder, 'recordings')];
    const record = ['--mode', 'record', '--upstream', upstream.baseUrl];
    const recorder = await start([...record, ...keep], watched);
    await callAll(recorder);
    await recorder.stop();
    const { host } = new URL(upstream.baseUrl);
    const lines = await seen();
    assert.deepEqual([...new Set(lines)], [`connect ${host}`]);
    assert.ok(lines.length > 1);
    await upstream.stop();
    await writeFile(file, '');
    const replay = await start(['--mode', 'replay', ...keep], watched);
    await callAll(replay);
    // What was recorded is used up: all of that is missing now.
    await assert.rejects(callAll(replay), /already been used/);
    await assert.rejects(
      talk(clientOf(replay, { apiKey: KEY })),
      /1008\): Not recorded: 0004-live/,
    );
    await replay.control('sessions');
    await replay.stop();
    assert.deepEqual(await seen(), []);
  });

  it('goes through the proxy of the environment to an upstream elsewhere, also for sessions', async () => {
    const NAME = 'service.test:8443';
    const upstream = await start([...FAST, '--allow-host', NAME]);
    const { selfSigned } = await importTypeScript('test/fakes/certificate.ts');
    const { cert, key } = selfSigned('service.test');
    await writeFile(join(folder, 'cert.pem'), cert);
    /** @param {net.Server} server @returns {Promise<number>} */
    const listening = async (server) => {
      await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
      ends.push(() => new Promise((resolve) => server.close(resolve)));
      return /** @type {net.AddressInfo} */ (server.address()).port;
    };
    /** @param {net.Socket} one @param {net.Socket} other */
    const tied = (one, other) => {
      for (const socket of [one, other]) socket.on('error', () => socket.destroy());
      one.pipe(other).pipe(one);
      one.once('close', () => other.destroy());
      other.once('close', () => one.destroy());
    };
    const service = createTlsServer({ cert, key }, (socket) => {
      tied(socket, net.connect(Number(new URL(upstream.baseUrl).port), '127.0.0.1'));
    });
    const servicePort = await listening(service);
    /** @type {string[]} */
    const asked = [];
    const proxy = createHttpServer();
    proxy.on('connect', ({ url = '', headers }, socket) => {
      const login = headers['proxy-authorization'] ?? '';
      asked.push(`${url} ${Buffer.from(login.replace('Basic ', ''), 'base64')}`);
      if (login === '') {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      tied(/** @type {net.Socket} */ (socket), net.connect(servicePort, '127.0.0.1'));
    });
    const proxyPort = await listening(proxy);
    const record = ['--mode', 'record-missing', '--upstream', `https://${NAME}`];
    const options = [...record, '--recordings', join(folder, 'recordings')];
    const trust = { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'), NO_PROXY: 'localhost' };
    const through = { ...trust, HTTPS_PROXY: `http://me:secret@127.0.0.1:${proxyPort}` };
    const recorder = await start(options, through);
    const ai = clientOf(recorder, { apiKey: KEY });
    const { text } = await ai.models.generateContent({ model: MODEL, contents: 'Hi' });
    assert.match(text ?? '', /Hi/);
    await talk(ai);
    await recorder.stop();
    assert.deepEqual([...new Set(asked)], [`${NAME} me:secret`]);

    const refused = await start(options, { ...through, HTTPS_PROXY: `127.0.0.1:${proxyPort}` });
    const other = { model: MODEL, contents: 'Hello' };
    await assert.rejects(
      clientOf(refused, { apiKey: KEY }).models.generateContent(other),
      /the proxy 127\.0\.0\.1:\d+ returned HTTP 407/,
    );
  });
});
