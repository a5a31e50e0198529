import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { JsonObject } from '../../../src/base/json';
import type { Emulator } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import { ask } from './wire';

interface Told {
  readonly id: number;
  readonly operation?: string;
  readonly status?: number;
  readonly answeredBy?: string;
  readonly base?: string;
  readonly secrets?: readonly string[];
  readonly headers: { readonly [name: string]: string };
  readonly answerHeaders?: { readonly [name: string]: string };
  readonly body?: string;
  readonly request?: string;
  readonly upload?: JsonObject;
  readonly pieces?: readonly (readonly [number, string])[];
  readonly isCut: boolean;
}

const ASKED = { contents: [{ role: 'user', parts: [{ text: 'What is a kite?' }] }] };
const GENERATE = '/v1beta/models/emulator-flash:generateContent';

const plain = (base64 = ''): string => Buffer.from(base64, 'base64').toString();

const answerOf = ({ pieces = [] }: Told): string =>
  pieces.map(([, base64]) => plain(base64)).join('');

describe('emulator: who follows its requests', () => {
  let emulator: Emulator;
  let open: ClientRequest[];

  beforeEach(async () => {
    open = [];
    emulator = await startEmulator({ speed: { latency: 0, rate: 0 } });
  });
  afterEach(async () => {
    for (const request of open) request.destroy();
    await emulator.close();
  });

  async function answered(session: string, token: string): Promise<IncomingMessage> {
    const headers = { 'x-emulator-control': token };
    const url = `${emulator.baseUrl}${session}/$emulator/follow`;
    const request = get(url, { headers, agent: false });
    request.on('error', () => undefined);
    open.push(request);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  }

  async function count(session = ''): Promise<unknown> {
    const headers = { 'x-emulator-control': emulator.controlToken };
    const answer = await fetch(`${emulator.baseUrl}${session}/$emulator/followers`, { headers });
    return ((await answer.json()) as { readonly count: unknown }).count;
  }

  async function follow(session = ''): Promise<() => Promise<Told>> {
    const answer = await answered(session, emulator.controlToken);
    assert.equal(answer.statusCode, 200);
    const lines = createInterface({ input: answer })[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, '');
    return async () => {
      const { value } = (await lines.next()) as { readonly value: string };
      return JSON.parse(value) as Told;
    };
  }

  it('tells of a request once it is over, with what was sent and answered', async () => {
    const next = await follow();
    const { text } = await ask(emulator, GENERATE, { body: ASKED });
    const told = await next();
    assert.equal(told.operation, 'models.generateContent');
    assert.equal(told.status, 200);
    assert.equal(told.answeredBy, 'engine');
    assert.equal(told.base, emulator.baseUrl);
    assert.deepEqual(JSON.parse(plain(told.request)), ASKED);
    assert.equal(answerOf(told), text);
    assert.match(told.answerHeaders?.['content-type'] ?? '', /^application\/json/);
    assert.equal(told.headers['x-goog-api-key'], 'REDACTED');
    assert.deepEqual(told.secrets, [emulator.apiKey]);
    assert.equal(told.body, undefined);
    assert.equal(told.isCut, false);
  });

  it('tells the pieces of a stream, and nothing of what came before or of other sessions', async () => {
    await ask(emulator, '/s/one/v1beta/models');
    assert.equal(await count('/s/one'), 0);
    const next = await follow('/s/one');
    assert.deepEqual([await count('/s/one'), await count('/s/two')], [1, 0]);
    await ask(emulator, '/v1beta/models');
    await ask(emulator, '/s/two/v1beta/models');
    const path = '/s/one/v1beta/models/emulator-flash:streamGenerateContent?alt=sse';
    const { text } = await ask(emulator, path, { body: ASKED });
    const told = await next();
    assert.equal(told.base, `${emulator.baseUrl}/s/one`);
    assert.equal(answerOf(told), text);
  });

  it('tells of uploads what they became, by whichever protocol', async () => {
    const next = await follow();
    const raw = 'The geese left.';
    const headers = { 'x-goog-upload-protocol': 'raw', 'content-type': 'text/plain' };
    await ask(emulator, '/upload/v1beta/files', { method: 'POST', raw, headers });
    const { upload, request } = await next();
    assert.equal(request, undefined);
    assert.equal(upload?.mimeType, 'text/plain');
    assert.equal(upload.bytes, raw.length);
    assert.match(String(upload.sha256), /^[\da-f]{64}$/);
  });

  it('leaves out what is too long, and says so', async () => {
    const next = await follow();
    const text = 'x'.repeat(9 * 1024 * 1024);
    await ask(emulator, GENERATE, { body: { contents: [{ parts: [{ text }] }] } });
    const told = await next();
    assert.equal(told.isCut, true);
    assert.equal(told.request, undefined);
    assert.equal(told.pieces, undefined);
  });

  it('tells all who follow, and goes on without one who has left', async () => {
    const [first, second] = [await follow(), await follow()];
    await ask(emulator, '/v1beta/models');
    assert.equal((await first()).id, (await second()).id);
    open[0]?.destroy();
    await ask(emulator, '/v1beta/models');
    assert.equal((await second()).operation, 'models.list');
  });

  it('tells nobody who does not have its token', async () => {
    assert.equal((await answered('', 'another')).statusCode, 403);
  });
});
