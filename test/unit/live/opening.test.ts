import assert from 'node:assert/strict';
import { isObject, items } from '../../../src/base/json';
import { FakeClock } from '../../fakes/clock';
import { control, rawExchange } from '../emulator/wire';
import { type Ended, PATH, said, setupOf, useLive } from './liveClient';

describe('live sessions: their opening', () => {
  const live = useLive({ apiKey: 'the-one-key' });
  const rest = 'ws/google.ai.generativelanguage';
  const name = 'GenerativeService.BidiGenerateContent';

  it('is taken in each version, with one slash and with two, and below a session of the emulator', async () => {
    for (const path of [
      ...['v1', 'v1beta', 'v1alpha'].map((version) => `/${rest}.${version}.${name}`),
      `//${rest}.v1.${name}`,
      `/s/one${PATH}`,
      `/s/two//${rest}.v1.${name}`,
    ]) {
      const client = await live.talk(undefined, path);
      await client.send(said('Hello.'));
      assert.ok((await client.turn()).length > 3, path);
      assert.equal((await client.close()).code, 1005);
    }
  });

  const closings: readonly (readonly [what: string, query: string, ended: Ended])[] = [
    [
      'without a key',
      '?alt=json',
      {
        code: 1008,
        reason:
          "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API c",
      },
    ],
    [
      'with a wrong one',
      '?key=other',
      { code: 1007, reason: 'API key not valid. Please pass a valid API key.' },
    ],
  ];
  for (const [what, query, ended] of closings) {
    it(`is closed ${what}`, async () => {
      assert.deepEqual(await live.connect(`${PATH}${query}`).ended, ended);
    });
  }

  it('is refused for other paths, for pages of other origins and without a key of its own', async () => {
    const { host } = new URL(live.emulator().baseUrl);
    const open = (path: string, extra = ''): Promise<string> =>
      rawExchange(
        live.emulator(),
        `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
          `sec-websocket-version: 13\r\n${extra}\r\n`,
      );
    assert.match(await open('/v1beta/models'), /^HTTP\/1\.1 404 /);
    assert.match(await open(`/${rest}.v1beta3.${name}`), /^HTTP\/1\.1 404 /);
    assert.match(await open(PATH, 'origin: https://evil.example\r\n'), /^HTTP\/1\.1 403 /);
    assert.match(await open(PATH), /^HTTP\/1\.1 400 /);
    const { entries } = await control(live.emulator(), 'GET', 'log');
    const logged = items(entries).map((entry) => isObject(entry) && entry.status);
    assert.deepEqual(logged.slice(-4), [404, 404, 403, 400]);
  });
});

describe('live sessions: the first message', () => {
  const live = useLive({ clock: new FakeClock() });
  const refused: readonly (readonly [
    what: string,
    message: unknown,
    code: number,
    reason: string,
  ])[] = [
    [
      'is no JSON',
      '{"setup":',
      1007,
      'Invalid JSON payload received. Unexpected token.\n{"setup":\n         ^',
    ],
    ['is no setup', said('Hello.'), 1007, 'setup must be the first message and only the first'],
    [
      'has an unknown name',
      setupOf({ modle: 'x' }),
      1007,
      'Invalid JSON payload received. Unknown name "modle" at \'setup\': Cannot find field.',
    ],
    [
      'names a model without live sessions',
      setupOf({ model: 'models/gemini-3.8-flash' }),
      1008,
      'models/gemini-3.8-flash is not found for API version v1beta, or is not supported for bidiGenerateContent. Call ListModels t',
    ],
    [
      'goes on with no session',
      setupOf({ sessionResumption: { handle: 'gone' } }),
      1008,
      'BidiGenerateContent session not found',
    ],
  ];
  for (const [what, message, code, reason] of refused) {
    it(`closes the connection where it ${what}`, async () => {
      const client = live.connect();
      await client.send(message);
      assert.deepEqual(await client.ended, { code, reason });
      assert.deepEqual(client.came, []);
    });
  }
});

describe('live sessions: messages that are too large', () => {
  const live = useLive({}, 1000);

  it('close the connection', async () => {
    const client = await live.talk();
    await client.send(said('a'.repeat(1000)));
    assert.equal((await client.ended).code, 1009);
  });
});
