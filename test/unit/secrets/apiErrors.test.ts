import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import type { Credential } from '../../../src/api/transport';
import { facesOf, leaks } from '../../fakes/canary';
import { ASK, listen, Rigs } from '../api/harness';
import { echoes } from './echoes';

// Without the shape of real ones: what has the shape would be found by it.
const KEY = 'canary+Key/one~0123456789';
const TOKEN = 'canary.Token-two_9876543210';
const PASSWORD = 'canary(Password-three)';
const SECRETS = [KEY, TOKEN, PASSWORD];

const apiKey: Credential = { kind: 'apiKey', key: KEY };
const bearer: Credential = { kind: 'bearer', token: TOKEN, project: 'my-project' };

const calls = {
  list: (client: Client) => client.call('models.list', {}),
  count: (client: Client) => client.call('models.countTokens', ASK),
  async stream(client: Client) {
    const { error } = await listen(client);
    if (error !== undefined) throw error as Error;
  },
};

const ways = [
  [apiKey, 'list'],
  [bearer, 'count'],
  [apiKey, 'stream'],
] as const;

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

function assertClean(what: unknown, where: string): void {
  const [first] = leaks(what, SECRETS);
  assert.equal(first?.slice(0, 400), undefined, where);
}

/** Runs with an eye on what would be printed or told the process: nothing may be. */
async function quietly(work: () => Promise<void>): Promise<void> {
  const printed: string[] = [];
  const note = (...values: readonly unknown[]): void => {
    printed.push(...values.flatMap(facesOf));
  };
  const methods = ['debug', 'error', 'info', 'log', 'warn'] as const;
  const { ...original } = console;
  for (const name of methods) console[name] = note;
  process.on('warning', note).on('unhandledRejection', note);
  try {
    await work();
    for (let round = 0; round < 3; round++) await new Promise(setImmediate);
  } finally {
    Object.assign(console, original);
    process.off('warning', note).off('unhandledRejection', note);
  }
  assert.deepEqual(printed, []);
}

describe('errors of the API room show no credential', () => {
  for (const { title, answer } of echoes) {
    it(`that a server sends back ${title}`, () =>
      quietly(async () => {
        const errors: unknown[] = [];
        for (const [as, name] of ways) {
          const rig = await rigs.start(
            async ({ headers }, wire) => {
              const { authorization = '', 'x-goog-api-key': key } = headers;
              await answer(key ?? authorization.replace('Bearer ', ''), wire);
            },
            { as },
          );
          await calls[name](rig.client).catch((error: unknown) => errors.push(error));
          assert.ok(rig.server.requests.length > 0);
          assertClean(rig.exchanges, `exchanges of ${name}`);
          // Later ones are redirects within the origin, to where the server said.
          assertClean(rig.server.requests[0]?.target, 'the address');
        }
        // Of a stream's faults a single answer may be none, but no fault is none everywhere.
        assert.ok(errors.length >= 1, 'Nothing failed.');
        for (const error of errors) assertClean(error, title);
      }));
  }

  // What is sent back elsewhere is taken out by the same function.
  for (const { title, answer } of echoes.slice(0, 2)) {
    it(`nor what agents have secret, that a server sends back ${title}`, () =>
      quietly(async () => {
        const bodies = [
          { type: 'bearer_token', id: 'x', token: KEY },
          {
            type: 'oauth2',
            id: 'x',
            client_id: 'me',
            client_secret: 'canary(unsaid)',
            refresh_token: KEY,
            token_url: 'https://auth.example/token',
          },
          { type: 'environment_variable', id: 'x', value: KEY, injection_location: 'header' },
        ] as const;
        for (const body of bodies) {
          const rig = await rigs.start(async (_request, wire) => await answer(KEY, wire), {
            as: { kind: 'apiKey', key: 'canary~another-0123456789' },
            isRecording: () => true,
          });
          const made = rig.client.call('credentials.create', { body });
          assertClean(await made.catch((error: unknown) => error), title);
          assert.ok(rig.server.requests[0]?.body.includes(KEY));
          // To be sent once more, the request itself is kept as it was.
          for (const { recording, ...exchange } of rig.exchanges) {
            assertClean(exchange, body.type);
            assert.match(recording?.requestText ?? '', /\[redacted\]/);
            assertClean([recording?.requestText, recording?.responseText], body.type);
          }
        }
      }));
  }

  it('nor what events of webhooks are signed with, which only the answer has', async () => {
    const secret = `whsec_${Buffer.from('Canary-of-the-webhooks-0123456789').toString('base64')}`;
    const answers = [
      ['webhooks.create', { body: {} }, { id: 'x', new_signing_secret: secret }],
      ['webhooks.rotateSigningSecret', { name: 'webhooks/x', body: {} }, { secret }],
    ] as const;
    for (const status of [200, 400, 500]) {
      for (const [id, input, answer] of answers) {
        const told = status === 200 ? answer : { error: { code: 'api_error', message: secret } };
        const rig = await rigs.start(
          async (_request, wire) => {
            await wire.head(status, { 'content-type': 'application/json', 'x-echo': secret });
            await wire.chunk(JSON.stringify(told));
            await wire.end();
          },
          { as: apiKey, isRecording: () => true },
        );
        const called = rig.client.call(id, input as never) as Promise<unknown>;
        const given = await called.catch((error: unknown) => error);
        if (status === 200) assert.deepEqual(given, answer);
        else assert.deepEqual(leaks(given, [secret]), [], `${id} ${status}`);
        assert.ok(rig.exchanges.length > 0);
        assert.deepEqual(leaks(rig.exchanges, [secret]), [], `${id} ${status}`);
        for (const { recording } of rig.exchanges) {
          const { responseText = '', responseHeaders = {} } = recording ?? {};
          assert.match(responseText, /\[redacted\]/);
          assert.deepEqual(leaks([responseText, responseHeaders], [secret]), []);
        }
      }
    }
  });
});
