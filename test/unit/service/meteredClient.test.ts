import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../../src/api/call';
import { createClient } from '../../../src/api/client';
import type { PlainRequest } from '../../../src/api/request';
import { Emitter } from '../../../src/base/event';
import { FileLedger, type SpendEntry } from '../../../src/catalog/spend/ledger';
import { openMetered } from '../../../src/service/meteredClient';
import { Spending } from '../../../src/service/spending';
import { FakeClock } from '../../fakes/clock';
import { errorAnswer, type ScriptedAnswer, ScriptedTransport } from '../../fakes/scriptedTransport';

const MODEL = 'models/gemini-3.8-flash';
const ASK = { model: MODEL, body: { contents: [{ parts: [{ text: 'Hi' }] }] } };
const RAW: PlainRequest = {
  operation: 'models.generateContent',
  version: 'v1beta',
  method: 'POST',
  path: `/v1beta/${MODEL}:generateContent`,
  query: {},
  body: ASK.body,
};

const USAGE = { usageMetadata: { candidatesTokenCount: 1000, totalTokenCount: 1000 } };
const ANSWER: ScriptedAnswer = { status: 200, body: USAGE };
const STREAM: ScriptedAnswer = {
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: `data: {"candidates":[]}\n\ndata: ${JSON.stringify(USAGE)}\n\n`,
};

/** Ways to send a request, with the response, and what is written: the price in millionths of a dollar. */
const WAYS: {
  readonly [way: string]: readonly [
    (client: Client) => Promise<unknown>,
    ScriptedAnswer,
    readonly (readonly [micros: number, price: string])[],
  ];
} = {
  'a call': [(client) => client.call('models.generateContent', ASK), ANSWER, [[3750, 'known']]],
  'a stream': [
    async (client) => {
      for await (const piece of client.stream('models.streamGenerateContent', ASK)) void piece;
    },
    STREAM,
    [[3750, 'known']],
  ],
  // The estimate: 8,192 tokens and the request.
  'a stream that its reader leaves': [
    async (client) => {
      for await (const piece of client.stream('models.streamGenerateContent', ASK)) {
        assert.ok(piece);
        break;
      }
    },
    STREAM,
    [[30_725, 'partly']],
  ],
  'a request of the console': [
    async (client) => {
      for await (const chunk of (await client.exchange(RAW)).body) void chunk;
    },
    ANSWER,
    [[3750, 'known']],
  ],
  'a request that the API rejects': [
    (client) => client.call('models.generateContent', ASK).catch(() => undefined),
    errorAnswer(400, 'INVALID_ARGUMENT'),
    [],
  ],
  'a request that is wrong before it is sent': [
    (client) =>
      client.call('models.generateContent', { ...ASK, model: '../x' }).catch(() => undefined),
    ANSWER,
    [],
  ],
  'a stream that ends with an error': [
    async (client) => {
      const read = async (): Promise<void> => {
        const pieces = client.stream('models.streamGenerateContent', ASK);
        for await (const piece of pieces) assert.ok(piece);
      };
      await assert.rejects(read());
    },
    { ...STREAM, body: `${String(STREAM.body)}data: {"error":{"code":503,"message":"No."}}\n\n` },
    [[3750, 'partly']],
  ],
  'a method that is free': [(client) => client.call('models.list', {}), ANSWER, []],
};

describe('the cost of requests of a window', () => {
  let folder: string;
  let caps: readonly object[] = [];
  const changed = new Emitter<void>();
  const clock = new FakeClock();
  let spending: Spending;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spending-'));
    caps = [];
    spending = new Spending(
      {
        folder: () => folder,
        user: { read: () => caps, onDidChange: changed.event },
        workspaceFolder: () => '/projects/app',
        onWarn: () => undefined,
        log: { warn: (line) => assert.fail(line) },
      },
      clock,
    );
  });
  afterEach(async () => {
    spending.dispose();
    await rm(folder, { recursive: true });
  });

  async function open(answer: ScriptedAnswer, isEmulator?: true) {
    const transport = new ScriptedTransport(() => answer);
    const inner = createClient({ transport, preferredVersion: 'v1beta' });
    const client = await openMetered(
      async () => inner,
      (connection) => spending.meterOf(connection),
    )({
      connection: 'aaaaaaaa',
      endpoint: 'https://api.example',
      version: 'v1beta',
      credential: async () => ({ kind: 'none' }),
      network: () => ({}),
      ...(isEmulator && { isEmulator }),
    });
    return { client, transport };
  }

  const entries = (): SpendEntry[] =>
    [...new FileLedger(folder, clock).read('2000-01-01')].flatMap(([, line]) =>
      'tokens' in line ? [line] : [],
    );

  for (const [way, [send, answer, written]] of Object.entries(WAYS)) {
    it(`is written for ${way}`, async () => {
      const { client } = await open(answer);
      await send(client);
      const found = entries();
      assert.deepEqual(
        found.map(({ micros, price }) => [micros, price]),
        written,
      );
      for (const { connection, folder: place, program } of found) {
        assert.deepEqual([connection, place, program], ['aaaaaaaa', '/projects/app', 'VS Code']);
      }
    });
  }

  it('is zero if an emulator responds', async () => {
    const { client } = await open(ANSWER, true);
    await client.call('models.generateContent', ASK);
    assert.deepEqual(entries(), []);
  });

  it('is refused beyond a cap before anything is sent, until more is allowed', async () => {
    caps = [{ connection: 'aaaaaaaa', per: 'day', dollars: 0.01 }];
    changed.fire();
    const limited = { ...ASK, body: { ...ASK.body, generationConfig: { maxOutputTokens: 1000 } } };
    const { client, transport } = await open(ANSWER);
    const sends: readonly (() => Promise<unknown>)[] = [
      () => client.call('models.generateContent', limited),
      () => client.stream('models.streamGenerateContent', limited)[Symbol.asyncIterator]().next(),
      () => client.exchange({ ...RAW, body: limited.body }),
    ];
    for (let at = 0; at < 2; at++) await sends[0]?.();
    for (const send of sends) await assert.rejects(send, { reason: 'spendCap' });
    assert.equal(transport.requests.length, 2);
    const [{ cap } = assert.fail()] = spending.states();
    spending.allowMore(cap);
    await sends[0]?.();
    assert.equal(transport.requests.length, 3);
  });
});
