import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { discoveryRequest } from '../../../src/api/request';
import { FaultServer } from '../../fakes/faultServer';
import { ASK, failure, KEY, listen, reasonOf, Rigs } from './harness';
import { assertSame, bytesOf, GRANULE, sourceOf, uploadFile, useUploads } from './upload/rig';

const BASE = '/tenant/a';

/** What a gateway writes in place of the address of an upload. */
type Rewrite = (address: URL, origin: string) => string;

describe('a service below a path of a gateway', () => {
  const rig = useUploads();
  const rigs = new Rigs();
  let gateway: Server;
  let origin = '';
  let rewrite: Rewrite;
  const seen: string[] = [];

  /** Passes on what is below its path, and answers 404 to the rest. */
  function pass(request: IncomingMessage): Promise<IncomingMessage> | undefined {
    const { url = '', method, headers } = request;
    seen.push(url);
    if (!url.startsWith(`${BASE}/`)) return undefined;
    const { hostname, port, host } = new URL(rig.emulator().baseUrl);
    const path = url.slice(BASE.length);
    const passed = ask({ hostname, port, path, method, headers: { ...headers, host } });
    request.pipe(passed);
    return once(passed, 'response').then(([answer]) => answer as IncomingMessage);
  }

  before(async () => {
    gateway = createServer((request, response) => {
      const answered = pass(request);
      if (!answered) response.writeHead(404).end();
      answered?.then(
        (answer) => {
          const { 'x-goog-upload-url': address, ...headers } = answer.headers;
          const moved =
            typeof address === 'string'
              ? { 'x-goog-upload-url': rewrite(new URL(address), origin) }
              : {};
          response.writeHead(answer.statusCode ?? 502, { ...headers, ...moved });
          answer.pipe(response);
        },
        () => response.destroy(),
      );
    });
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    seen.length = 0;
    rewrite = ({ pathname, search }) => `${origin}${BASE}${pathname}${search}`;
  });
  afterEach(() => rigs.closeAll());
  after(() => {
    gateway.closeAllConnections();
    gateway.close();
  });

  const connect = (path = BASE) =>
    rigs.connect(`${origin}${path}`, { as: { kind: 'apiKey', key: rig.emulator().apiKey } });

  it('gets calls, streams and its own description there', async () => {
    const { client, exchanges } = connect(`${BASE}/v1beta/`);
    const { models = [] } = await client.call('models.list', {});
    assert.ok(models.length >= 0);
    const stream = client.stream('models.streamGenerateContent', {
      model: 'models/emulator-flash',
      body: { contents: [{ parts: [{ text: 'Hi' }] }] },
    });
    // What counts is where it was asked.
    for await (const piece of stream) assert.ok(piece);
    assert.equal((await client.exchange(discoveryRequest('v1beta'))).status, 200);
    assert.deepEqual(
      seen.map((target) => target.split('?')[0]),
      [
        `${BASE}/v1beta/models`,
        `${BASE}/v1beta/models/emulator-flash:streamGenerateContent`,
        `${BASE}/$discovery/rest`,
      ],
    );
    assert.equal(exchanges[0]?.path, `${BASE}/v1beta/models`);
  });

  for (const [what, how] of [
    ['with its path', ({ pathname, search }) => `${origin}${BASE}${pathname}${search}`],
    ['as the service behind it has it', ({ pathname, search }) => `${origin}${pathname}${search}`],
    [
      'as one of Google’s own host',
      ({ pathname, search }) => `https://generativelanguage.googleapis.com${pathname}${search}`,
    ],
  ] satisfies readonly (readonly [string, Rewrite])[]) {
    it(`gets uploads in pieces, and names their address ${what}`, async () => {
      rewrite = how;
      const bytes = bytesOf(2 * GRANULE + 5);
      const { client } = connect();
      const file = await uploadFile(
        client,
        { source: sourceOf(bytes), file: { mimeType: 'image/png' } },
        { chunkBytes: GRANULE },
      );
      assertSame(file, bytes);
      assert.equal(seen.length, 4);
      assert.ok(seen.every((target) => target.startsWith(`${BASE}/upload/v1beta/files`)));
    });
  }

  it('sends nothing to another path of the same gateway', async () => {
    rewrite = ({ search }) => `${origin}/tenant/b/upload/v1beta/files${search}`;
    const { client } = connect();
    const error = await failure(
      uploadFile(client, { source: sourceOf(bytesOf(9)), file: { mimeType: 'image/png' } }),
    );
    assert.equal(reasonOf(error), 'badUploadUrl');
    assert.equal(seen.length, 1);
  });
});

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('redirects', () => {
  it('never carry a credential on: not to another port, host or scheme, whatever it is', async () => {
    const token = 'canary-token-0123456789';
    const other = rigs.keep(await FaultServer.start((_request, wire) => wire.json(200, {})));
    const { port } = new URL(other.origin);
    const places = [
      `http://127.0.0.1:${port}/v1beta/models`,
      `http://localhost:${port}/v1beta/models`,
      `http://127.0.0.2:${port}/`,
      `//127.0.0.1:${port}/`,
      `http://user:pass@127.0.0.1:${port}/`,
      `http:\\\\127.0.0.1:${port}\\`,
    ];
    const credentials = [
      { kind: 'apiKey', key: KEY },
      { kind: 'bearer', token, project: 'my-project' },
    ] as const;
    for (const as of credentials) {
      for (const location of places) {
        const { client, server } = await rigs.start(
          (_request, wire) => wire.answer(307, '', { location }),
          { as },
        );
        for (const work of [
          client.call('models.list', {}),
          client.call('models.countTokens', ASK),
          listen(client).then(({ error }) => Promise.reject(error as Error)),
        ]) {
          assert.equal((await failure(work)).reason, 'redirect', location);
        }
        assert.equal(server.requests.length, 3);
      }
    }
    assert.equal(other.connections + other.requests.length, 0);
  });

  it('do not name a key that the other place is told', async () => {
    const key = 'Canary-KEY-0123456789';
    for (const location of [`https://evil.example/?key=${key}`, `https://${key}.evil.example/`]) {
      const { client } = await rigs.start((_request, wire) => wire.answer(302, '', { location }), {
        as: { kind: 'apiKey', key },
      });
      const error = await failure(client.call('models.list', {}));
      assert.equal(error.reason, 'redirect');
      assert.doesNotMatch(inspect(error), /canary/i);
    }
  });

  it('to another scheme, user or nowhere are not followed', async () => {
    for (const location of ['https://127.0.0.1/', 'javascript:alert(1)', 'http://[', '']) {
      const { client, server } = await rigs.start((_request, wire) =>
        wire.answer(302, '', { location }),
      );
      assert.equal((await failure(client.call('models.list', {}))).reason, 'redirect', location);
      assert.equal(server.requests.length, 1);
    }
  });

  it('within the origin are followed for a GET, five times at most', async () => {
    let left = 5;
    const { client, server } = await rigs.start((_request, wire) =>
      left-- > 0
        ? wire.answer(307, '', { location: '/v1beta/elsewhere' })
        : wire.json(200, { models: [] }),
    );
    assert.deepEqual(await client.call('models.list', {}), { models: [] });
    assert.equal(server.requests.length, 6);
    left = 6;
    assert.equal((await failure(client.call('models.list', {}))).reason, 'redirect');
    left = 1;
    assert.equal((await failure(client.call('models.countTokens', ASK))).reason, 'redirect');
  });
});
