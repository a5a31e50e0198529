import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type JsonObject, tryParse } from '../../../src/base/json';
import { FileLedger, type SpendEntry } from '../../../src/catalog/spend/ledger';
import type { Emulator } from '../../../src/emulator/options';
import { ask, asked, useStage } from './recorded';
import { EMULATOR } from './program';
import { control } from '../emulator/wire';

const MODEL = '/v1beta/models/gemini-3.8-flash';
const GENERATE = `${MODEL}:generateContent`;
const AGENT = { 'user-agent': 'google-genai-sdk/3.3.0 gl-node/v24' };

/** About $0.0038 for a million tokens and a few more. */
const USAGE = { promptTokenCount: 10, candidatesTokenCount: 1000, totalTokenCount: 1010 };
const MICROS = 3758;

/** Each form of the API, with where its error says what. */
const FORMS: {
  readonly [form: string]: readonly [path: string, body: JsonObject, (body: JsonObject) => unknown];
} = {
  'the API': [GENERATE, asked('More'), ({ error }) => error],
  'streams with JSON arrays': [
    `${MODEL}:streamGenerateContent`,
    asked('More'),
    (body) => (body as unknown as JsonObject[])[0]?.error,
  ],
  'streams with events': [
    `${MODEL}:streamGenerateContent?alt=sse`,
    asked('More'),
    ({ error }) => error,
  ],
  OpenAI: [
    '/v1beta/openai/chat/completions',
    { model: 'gemini-3.8-flash', messages: [{ role: 'user', content: 'More' }] },
    (body) => (body as unknown as JsonObject[])[0]?.error,
  ],
  interactions: [
    '/v1beta/interactions',
    { model: 'gemini-3.8-flash', input: 'More' },
    ({ error }) => error,
  ],
};

describe('the cost of upstream requests', () => {
  const servers: { close(): unknown }[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));
  const stage = useStage();

  /** An API that counts its requests. */
  async function upstream(
    serve: (response: ServerResponse) => void = (response) =>
      response.end(JSON.stringify({ usageMetadata: USAGE })),
  ) {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.setHeader('content-type', 'application/json');
      request.resume().once('end', () => serve(response));
    });
    servers.push({ close: () => void (server.close(), server.closeAllConnections()) });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    return { requests, url: `http://127.0.0.1:${port}` };
  }

  const spendFolder = (): string => join(stage.folder, 'spend');

  function entries(): SpendEntry[] {
    const lines = new FileLedger(spendFolder(), { now: () => Date.now() }).read('2000-01-01');
    return [...lines].flatMap(([, line]) => ('tokens' in line ? [line] : []));
  }

  it('is refused beyond a budget, in the form of each API, before anything is sent', async () => {
    const { url, requests } = await upstream();
    const budget = { dollars: 0.05 };
    const emulator = await stage.start({ mode: 'record', upstream: url, budget });
    for (let at = 0; at < 3; at++) {
      const more = { generationConfig: { maxOutputTokens: 4000 } };
      await ask(emulator, GENERATE, asked(`Hi ${at}`, more));
    }
    assert.equal(requests.length, 3);
    await control(emulator, 'POST', 'mode', { mode: 'record', upstream: url });
    for (const [form, [path, body, errorIn]] of Object.entries(FORMS)) {
      // Larger than what is left.
      const large = { ...body, padding: 'x'.repeat(600_000) };
      const { status, text } = await ask(emulator, path, large);
      assert.equal(status, 402, `${form}: ${text}`);
      const error = errorIn(tryParse(text) as JsonObject) as JsonObject;
      assert.match(
        String(error.message),
        /^Refused on this machine\. Nothing was sent\. Spent about \$0\.011 of \$0\.050 in this run\./,
      );
      assert.match(String(error.message), /raise --budget/);
      if (form === 'interactions') assert.equal(error.code, 'payment_required');
      else {
        assert.deepEqual([error.code, error.status], [402, 'RESOURCE_EXHAUSTED']);
        const [info, ...others] = error.details as JsonObject[];
        assert.deepEqual([info?.reason, info?.domain, others], ['LOCAL_SPEND_CAP', 'emulator', []]);
      }
    }
    assert.equal(requests.length, 3);
    assert.match(
      emulator.standIns.spending.summary ?? '',
      /^Spent about \$0\.011 of \$0\.050, by published prices/,
    );
  });

  it('is zero for replays, mocks, and responses of the emulator', async () => {
    const { url } = await upstream();
    const emulator = await stage.start({ mode: 'record-missing', upstream: url });
    await control(emulator, 'POST', 'spend', { folder: spendFolder(), caps: [] });
    await ask(emulator, GENERATE, asked('Hi'), AGENT);
    assert.equal(entries().length, 1);
    await control(emulator, 'POST', 'mode', { mode: 'replay' });
    assert.equal((await ask(emulator, GENERATE, asked('Hi'), AGENT)).status, 200);
    await control(emulator, 'POST', 'mode', { mode: 'record-missing', upstream: url });
    await control(emulator, 'POST', 'mocks', { mocks: [{ response: { text: 'Mocked' } }] });
    await ask(emulator, GENERATE, asked('Ho'), AGENT);
    await control(emulator, 'POST', 'mode', { mode: 'generate' });
    await ask(emulator, GENERATE, asked('Hey'), AGENT);
    await control(emulator, 'POST', 'mode', { mode: 'record', upstream: url, isFree: true });
    await ask(emulator, GENERATE, asked('To an emulator'), AGENT);
    await ask(emulator, MODEL, undefined, AGENT);
    const [
      { program, model, micros, folder, operation, connection, price } = assert.fail(),
      ...others
    ] = entries();
    assert.deepEqual(
      { program, model, micros, folder, operation, connection, price, others },
      {
        program: AGENT['user-agent'],
        model: 'models/gemini-3.8-flash',
        micros: MICROS,
        folder: stage.folder,
        operation: 'models.generateContent',
        connection: undefined,
        price: 'known',
        others: [],
      },
    );
  });

  it('counts for caps of the folder and of the connection whose requests are recorded', async () => {
    const { url, requests } = await upstream();
    const emulator = await stage.start({ mode: 'generate' });
    const caps = [{ connection: 'aaaaaaaa', per: 'day', tokens: 500 }];
    await control(emulator, 'POST', 'spend', { folder: spendFolder(), caps });
    const session = (name: string) => ({ ...emulator, baseUrl: `${emulator.baseUrl}/s/${name}` });
    await control(session('app'), 'POST', 'mode', { mode: 'record', upstream: url });
    const ofWindow = { mode: 'record', upstream: url, connection: 'aaaaaaaa' };
    await control(session('window'), 'POST', 'mode', ofWindow);
    assert.equal((await ask(session('app'), GENERATE, asked('Hi'))).status, 200);
    const refused = await ask(session('window'), GENERATE, asked('Hi'));
    assert.equal(refused.status, 402);
    assert.match(refused.text, /run Show Spending in VS Code/);
    assert.equal(requests.length, 1);
  });

  const ENDS: {
    readonly [how: string]: readonly [
      (response: ServerResponse) => void,
      number | undefined,
      string?,
    ];
  } = {
    // The estimate: 4,000 tokens.
    'told nothing': [
      (response) => void response.write('{"cand', () => response.destroy()),
      15_000,
      'partly',
    ],
    'told a part': [
      (response: ServerResponse) => {
        const piece = JSON.stringify({ usageMetadata: USAGE });
        response.write(`[${piece},\n`, () => setImmediate(() => response.destroy()));
      },
      MICROS,
      'partly',
    ] as never,
    'was an error': [(response) => void response.writeHead(503).end('{}'), undefined],
  };
  for (const [how, [serve, micros, price]] of Object.entries(ENDS)) {
    it(`is as far as known of a response that ${how}`, async () => {
      const { url } = await upstream(serve);
      const emulator = await stage.start({ mode: 'record', upstream: url });
      await control(emulator, 'POST', 'spend', { folder: spendFolder(), caps: [] });
      const path = how === 'told a part' ? `${MODEL}:streamGenerateContent` : GENERATE;
      const body = asked('Hi', { generationConfig: { maxOutputTokens: 4000 } });
      await ask(emulator, path, body).catch(() => undefined);
      const [entry] = entries();
      assert.equal(entry?.price, price);
      if (micros === undefined) assert.equal(entry, undefined);
      else assert.ok(Math.abs((entry?.micros ?? 0) - micros) < 50, String(entry?.micros));
    });
  }

  it('stays in the ledger of an emulator that is killed', async () => {
    const { url } = await upstream();
    const args = ['start', '--mode', 'record', '--upstream', url];
    const env = { ...process.env, CI: '' };
    const child = spawn(process.execPath, [EMULATOR, ...args], { cwd: stage.folder, env });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const emulator = JSON.parse(line) as Emulator;
    const caps = [{ per: 'day', dollars: 5 }];
    await control(emulator, 'POST', 'spend', { folder: spendFolder(), caps });
    for (const said of ['Hi', 'Ho']) await ask(emulator, GENERATE, asked(said));
    child.kill('SIGKILL');
    await once(child, 'close');
    const settled = entries().filter(({ isReserved }) => isReserved !== true);
    assert.deepEqual(
      settled.map(({ micros }) => micros),
      [MICROS, MICROS],
    );
  });
});
