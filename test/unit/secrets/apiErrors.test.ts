import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import type { Credential, NetworkSettings } from '../../../src/api/transport';
import { facesOf, leaks } from '../../fakes/canary';
import { selfSigned } from '../../fakes/certificate';
import { FakeClock } from '../../fakes/clock';
import { ConnectProxy } from '../../fakes/connectProxy';
import { FaultServer, type Script } from '../../fakes/faultServer';
import { Gate } from '../api/gate';
import { ASK, EVENT, failure, listen, Rigs, SSE } from '../api/harness';
import { echoes } from './echoes';

// Without the shape of real ones: what has the shape would be found by it.
const KEY = 'canary+Key/one~0123456789';
const TOKEN = 'canary.Token-two_9876543210';
const PASSWORD = 'canary(Password-three)';
const SECRETS = [KEY, TOKEN, PASSWORD];

const apiKey: Credential = { kind: 'apiKey', key: KEY };
const bearer: Credential = { kind: 'bearer', token: TOKEN, project: 'my-project' };

const calls: { readonly [name: string]: (client: Client) => Promise<unknown> } = {
  list: (client) => client.call('models.list', {}),
  count: (client) => client.call('models.countTokens', ASK),
  async stream(client) {
    const { error } = await listen(client);
    if (error !== undefined) throw error as Error;
  },
};

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
        for (const as of [apiKey, bearer]) {
          for (const [name, call] of Object.entries(calls)) {
            const rig = await rigs.start(
              async ({ headers }, wire) => {
                const { authorization = '', 'x-goog-api-key': key } = headers;
                await answer(key ?? authorization.replace('Bearer ', ''), wire);
              },
              { as },
            );
            await call(rig.client).catch((error: unknown) => errors.push(error));
            assert.ok(rig.server.requests.length > 0);
            assertClean(rig.exchanges, `exchanges of ${name}`);
            // Later ones are redirects within the origin, to where the server said.
            assertClean(rig.server.requests[0]?.target, 'the address');
          }
        }
        // Of a stream's faults a single answer may be none, but no fault is none everywhere.
        assert.ok(errors.length >= 2, 'Nothing failed.');
        for (const error of errors) assertClean(error, title);
      }));
  }

  for (const { title, answer } of echoes) {
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

  it('that were never sent, because a header cannot carry them', async () => {
    for (const as of [
      { kind: 'apiKey', key: `${KEY}\r\nx-evil: 1` },
      { kind: 'bearer', token: `${TOKEN}\u00fc` },
      { kind: 'bearer', token: 'good', project: `${KEY}\n` },
    ] as const) {
      const { client, exchanges } = await rigs.start(() => undefined, { as });
      const error = await failure(client.call('models.list', {}));
      assert.equal(error.reason, 'badCredential');
      assertClean([error, exchanges], 'bad credential');
    }
  });

  it('after a deadline, a silence, a stop and a closed port', async () => {
    const slow: readonly (readonly [string, Script])[] = [
      ['timeout', () => undefined],
      [
        'idle',
        async (_request, wire) => {
          await wire.head(200, SSE);
          await wire.chunk(EVENT);
        },
      ],
    ];
    for (const [reason, script] of slow) {
      const clock = new FakeClock();
      const heard = new Gate();
      const { client, exchanges } = await rigs.start(
        async (request, wire) => {
          await script(request, wire);
          if (reason === 'timeout') heard.open();
        },
        { as: apiKey, clock },
      );
      const listening = listen(client, heard.open);
      await heard.opened;
      clock.advance(3_600_000);
      const { error } = await listening;
      assert.ok(error instanceof Error);
      assertClean(error, reason);
      assertClean(exchanges, reason);
    }
    const stopped = new AbortController();
    const { client } = await rigs.start(() => stopped.abort(), { as: bearer });
    const { signal } = stopped;
    assertClean(await failure(client.call('models.list', {}, { signal })), 'stop');
    const gone = await FaultServer.start(() => undefined);
    const { origin } = gone;
    await gone.close();
    const nobody = rigs.connect(origin, { as: apiKey });
    assertClean(await failure(nobody.client.call('models.list', {})), 'closed port');
  });

  it('nor the password of a proxy, whatever the proxy does', async () => {
    const host = 'service.test';
    const certificate = selfSigned(host);
    const server = rigs.keep(await FaultServer.start((_request, wire) => wire.fin(), certificate));
    for (const refuseWith of [403, 407, 502, undefined]) {
      const proxy = rigs.keep(await ConnectProxy.start(server.port, refuseWith));
      const address = `127.0.0.1:${proxy.port}`;
      const authorization = Buffer.from(`user:${PASSWORD}`).toString('base64');
      const ways: readonly NetworkSettings[] = [
        { proxy: `http://user:${encodeURIComponent(PASSWORD)}@${address}` },
        { proxy: `http://user:${PASSWORD}@${address}`, strictSSL: false },
        { proxy: `http://${address}`, proxyAuthorization: `Basic ${authorization}` },
        { proxy: `ftp://user:${PASSWORD}@${address}` },
      ];
      for (const settings of ways) {
        const network = (): Promise<NetworkSettings> => Promise.resolve(settings);
        const { client, exchanges } = rigs.connect(`https://${host}`, { as: apiKey, network });
        const error = await failure(client.call('models.list', {}));
        assertClean([error, exchanges], `proxy ${refuseWith}`);
        assertClean(error, `proxy ${refuseWith}`);
      }
    }
  });
});
